import { dayInZone, plusDays, startOfDayInZone } from '#shared/domain/calendar';
import type { Range } from '#shared/domain/history';
import { common, lengthOf, without } from './ranges';

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

/** A part of a day that is to be asked for. */
export interface Wanted {
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

/**
 * What has to be asked for, by day. A day that is over is asked for whole where one call takes a
 * whole day: it costs the same and is then complete for good.
 */
export function wantedParts(options: WantedOptions): Wanted[] {
  const { range, settled, now, settleMs, sliceMs } = options;
  const until = { from: range.from, to: Math.min(range.to + 1, now) };
  return options.days.flatMap((day) => {
    const isOver = day.to + settleMs <= now;
    const touched = common(day, until);
    if (!touched) return [];
    const asked = isOver && sliceMs >= dayMs ? day : touched;
    return without(asked, settled).map((part) => ({ day, range: part }));
  });
}

/** How many calls some parts cost at a width. */
export function callsFor(parts: readonly Wanted[], sliceMs: number): number {
  return parts.reduce((sum, { range }) => sum + Math.ceil(lengthOf(range) / sliceMs), 0);
}
