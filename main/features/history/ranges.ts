import { dayInZone, plusDays, startOfDayInZone } from '#shared/domain/calendar';
import type { Range } from '#shared/domain/history';
import type { WholeAnswer } from '#shared/domain/range-answer';

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

/** A part of a day that has to be requested. */
export interface MissingRange {
  day: Range;
  range: Range;
  /** The answer for a wider range that is requested again in parts, of which this is one. */
  whole?: WholeAnswer;
}

interface MissingRangesOptions {
  range: Range;
  /** Parts that never have to be requested again. */
  settled: readonly Range[];
  now: number;
  settleMs: number;
  days: readonly Range[];
  /** How wide a range one call requests at present. */
  sliceMs: number;
}

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

export function callsFor(parts: readonly MissingRange[], sliceMs: number): number {
  return parts.reduce((sum, { range }) => sum + Math.ceil(lengthOf(range) / sliceMs), 0);
}

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

// Ranges are half-open here: 1 to 2 and 2 to 3 join to 1 to 3.

/** The union of some ranges: as few as possible, in order. */
export function union(ranges: readonly Range[]): Range[] {
  const all: Range[] = [];
  for (const { from, to } of ranges.toSorted((a, b) => a.from - b.from)) {
    if (from >= to) continue;
    const last = all.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else all.push({ from, to });
  }
  return all;
}

/** The intersection; null if it is empty. */
export function intersection(a: Range, b: Range): Range | null {
  const from = Math.max(a.from, b.from);
  const to = Math.min(a.to, b.to);
  return from < to ? { from, to } : null;
}

export function subtract(range: Range, others: readonly Range[]): Range[] {
  const left: Range[] = [];
  let { from } = range;
  for (const other of union(others)) {
    if (other.to <= from) continue;
    if (other.from >= range.to) break;
    if (other.from > from) left.push({ from, to: other.from });
    from = Math.max(from, other.to);
  }
  if (from < range.to) left.push({ from, to: range.to });
  return left;
}

export const lengthOf = ({ from, to }: Range) => Math.max(0, to - from);

/** Days to decrypt before the event loop continues; a very long range has larger chunks instead. */
const chunkDays = 10;
const mostChunks = 400;

/** A range in chunks that share their ends; a fix at a shared end is recognised by its time. */
export function* chunksOf({ from, to }: Range): Generator<Range> {
  const step = Math.max(chunkDays * dayMs, Math.ceil((to - from) / mostChunks));
  let start = from;
  do {
    const end = Math.min(start + step, to);
    yield { from: start, to: end };
    start = end;
  } while (start < to);
}
