import { dayInZone, plusDays, startOfDayInZone } from '#shared/domain/calendar';
import type { Range } from '#shared/domain/history';
import { common, lengthOf, without } from './ranges';

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

/** A part of a day that is to be asked for. */
export interface MissingRange {
  day: Range;
  range: Range;
}

export interface WantedOptions {
  range: Range;
  /** What never has to be asked for again. */
  settled: readonly Range[];
  now: number;
  settleMs: number;
  /** The days the range touches. */
  days: readonly Range[];
  /** How wide a range one call takes at present. */
  sliceMs: number;
}

/** The days that a range touches, in a zone. */
export function daysIn(range: Range, timeZone: string): Range[] {
  const days: Range[] = [];
  let name = dayInZone(range.from, timeZone);
  for (let from = startOfDayInZone(name, timeZone); from <= range.to;) {
    name = plusDays(name, 1);
    const to = startOfDayInZone(name, timeZone);
    days.push({ from, to });
    from = to;
  }
  return days;
}

/** The part of a range that can have happened, its end included. */
export const happened = (range: Range, now: number): Range => ({
  from: range.from,
  to: Math.min(range.to + 1, now),
});

/**
 * What has to be asked for, by day: what is not settled, and nothing else, so that of an open day only
 * the time since it may still change is asked for again. Of a day that is over a hole is asked for
 * whole where one call takes a whole day: it costs the same and is then complete for good.
 */
export function missingParts(options: WantedOptions): MissingRange[] {
  const { range, settled, now, settleMs, sliceMs } = options;
  const until = happened(range, now);
  return options.days.flatMap((day) => {
    const touched = common(day, until);
    if (!touched) return [];
    const missing = without(touched, settled);
    if (missing.length === 0) return [];
    const isOver = day.to + settleMs <= now;
    const asked =
      isOver && sliceMs >= dayMs
        ? without(day, settled).filter((hole) => missing.some((part) => common(hole, part)))
        : missing;
    return asked.map((part) => ({ day, range: part }));
  });
}

/** How many calls some parts cost at a width. */
export function callsFor(parts: readonly MissingRange[], sliceMs: number): number {
  return parts.reduce((sum, { range }) => sum + Math.ceil(lengthOf(range) / sliceMs), 0);
}

/** Of these calls, those that bring some of `times` with them. */
export function callsThatTouch(
  parts: readonly MissingRange[],
  times: readonly Range[],
  sliceMs: number,
): number {
  return parts.reduce((sum, { range }) => {
    let last = -1;
    let calls = 0;
    for (const time of times) {
      const here = common(range, time);
      if (!here) continue;
      const first = Math.max(last + 1, Math.floor((here.from - range.from) / sliceMs));
      last = Math.max(last, Math.ceil((here.to - range.from) / sliceMs) - 1);
      calls += Math.max(0, last - first + 1);
    }
    return sum + calls;
  }, 0);
}
