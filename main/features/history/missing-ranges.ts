import { dayInZone, plusDays, startOfDayInZone } from '#shared/domain/calendar';
import type { Range } from '#shared/domain/history';
import type { WholeAnswer } from '#shared/domain/range-answer';
import { intersection, lengthOf, subtract } from './ranges';

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

/** A part of a day that has to be requested. */
export interface MissingRange {
  day: Range;
  range: Range;
  /** The answer for a wider range that is requested again in parts, of which this is one. */
  whole?: WholeAnswer;
}

export interface MissingRangesOptions {
  range: Range;
  /** Parts that never have to be requested again. */
  settled: readonly Range[];
  now: number;
  settleMs: number;
  /** The days the range touches. */
  days: readonly Range[];
  /** How wide a range one call requests at present. */
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

/** The part of a range before now, its end included. */
export const happened = (range: Range, now: number): Range => ({
  from: range.from,
  to: Math.min(range.to + 1, now),
});

/**
 * The unsettled parts of a range, by day. In a day that is over, a gap is requested completely if one
 * call covers a whole day: this costs the same and settles the day.
 */
export function missingRanges(options: MissingRangesOptions): MissingRange[] {
  const { range, settled, now, settleMs, sliceMs } = options;
  const until = happened(range, now);
  return options.days.flatMap((day) => {
    const touched = intersection(day, until);
    if (!touched) return [];
    const missing = subtract(touched, settled);
    if (missing.length === 0) return [];
    const isOver = day.to + settleMs <= now;
    const parts =
      isOver && sliceMs >= dayMs
        ? subtract(day, settled).filter((gap) => missing.some((part) => intersection(gap, part)))
        : missing;
    return parts.map((part) => ({ day, range: part }));
  });
}

/** The number of calls for some parts. */
export function callsFor(parts: readonly MissingRange[], sliceMs: number): number {
  return parts.reduce((sum, { range }) => sum + Math.ceil(lengthOf(range) / sliceMs), 0);
}

/** The number of those calls that cover some of `times`. */
export function callsThatTouch(
  parts: readonly MissingRange[],
  times: readonly Range[],
  sliceMs: number,
): number {
  return parts.reduce((sum, { range }) => {
    let last = -1;
    let calls = 0;
    for (const time of times) {
      const here = intersection(range, time);
      if (!here) continue;
      const first = Math.max(last + 1, Math.floor((here.from - range.from) / sliceMs));
      last = Math.max(last, Math.ceil((here.to - range.from) / sliceMs) - 1);
      calls += Math.max(0, last - first + 1);
    }
    return sum + calls;
  }, 0);
}
