import type { Range } from './history';

/** The records of one answer to a range query. Their order is not documented and does not matter. */
interface RangeAnswer {
  /** The range that was requested, both ends inclusive. */
  range: Range;
  /** The times of the readable records. */
  times: readonly number[];
  /** The number of records that were not understood; they are not in `times`. */
  unreadable: number;
}

/** What the service sent before, for the same log. */
export interface SentBefore {
  /** The most records in one answer. */
  most: number;
  /** An answer of that many records was proven to be cut. */
  isCap: boolean;
  /** The answer to a wider range, of which this range is a part; null if there was none. */
  whole: WholeAnswer | null;
}

/** An answer that is requested again in parts. */
export interface WholeAnswer {
  range: Range;
  /** All records of the answer, readable or not. */
  records: number;
  /** The different times in the range, in order. */
  times: readonly number[];
}

const answerVerdicts = ['complete', 'capped', 'notUnderstood', 'outside'] as const;

/**
 * - `complete`: nothing contradicts that these are all records of the range.
 * - `capped`: the service has probably cut the answer; smaller ranges tell.
 * - `notUnderstood`: some or all records could not be read.
 * - `outside`: there are records outside the range, so the service does not answer what was asked.
 */
type AnswerVerdict = (typeof answerVerdicts)[number];

export interface JudgedAnswer {
  verdict: AnswerVerdict;
  /** All records, readable or not. */
  records: number;
  /** The different times in the range, in order. */
  times: readonly number[];
  /** The number of readable records outside the range. */
  outside: number;
  unreadable: number;
  /** There are times that the answer to the wider range did not have: that one was cut. */
  provesCut: boolean;
  /** Times that the answer to the wider range had are not here: one of the two is not whole. */
  lacksTimes: boolean;
}

/** A service may round times to whole seconds, and so move them across an end of the range. */
const roundingMs = 1_000;
/** Fewer records than this are not taken for a cut answer. */
const leastCap = 10;
/** Fewer records than this are taken for a cut answer only if their number is round or was seen before. */
const leastUnevenCap = 200;
const smallRoundNumbers = new Set([10, 20, 25, 50]);

/** Whether a number of records looks like a chosen limit. */
export function isRound(records: number): boolean {
  if (records < 100) return smallRoundNumbers.has(records) || records === 64;
  const isPowerOfTwo = (records & (records - 1)) === 0;
  return records % 50 === 0 || isPowerOfTwo;
}

export function isOutside(range: Range, at: number): boolean {
  return at < range.from - roundingMs || at > range.to + roundingMs;
}

export function judgeAnswer(answer: RangeAnswer, before: SentBefore): JudgedAnswer {
  const { range, unreadable } = answer;
  const outside = answer.times.filter((at) => isOutside(range, at)).length;
  const times = timesIn(range, answer.times);
  const records = answer.times.length + unreadable;
  const more = before.whole ? between(range, times) - between(range, before.whole.times) : 0;
  const facts = { records, times, outside, unreadable };
  const judged = { ...facts, provesCut: more > 0, lacksTimes: more < 0 };
  if (outside > 0) return { ...judged, verdict: 'outside' };
  if (isCapped(judged, range, before)) return { ...judged, verdict: 'capped' };
  return { ...judged, verdict: unreadable > 0 ? 'notUnderstood' : 'complete' };
}

/** The number of times between the ends; whether a range includes its ends is not documented. */
const between = ({ from, to }: Range, times: readonly number[]) =>
  times.filter((at) => at > from && at < to).length;

function timesIn(range: Range, times: readonly number[]): number[] {
  const inside = times.filter((at) => at >= range.from && at <= range.to);
  return [...new Set(inside)].sort((a, b) => a - b);
}

function isCapped(
  { records, times, unreadable, provesCut, lacksTimes }: Omit<JudgedAnswer, 'verdict'>,
  range: Range,
  { most, isCap, whole }: SentBefore,
): boolean {
  if (lacksTimes && unreadable === 0) return true;
  if (records < leastCap || times.length === 0) return false;
  if (isCap && records === most) return true;
  if (whole) {
    if (provesCut && records >= whole.records) return true;
    // Fewer records than the service has just sent in one answer cannot be cut by their number.
    return (provesCut || records >= whole.records) && hasGapAtAnEnd(range, times);
  }
  const isMany = records >= most && records >= leastUnevenCap;
  return (isMany || records === most || isRound(records)) && hasGapAtAnEnd(range, times);
}

/**
 * Whether another record is expected between an end of the range and the records nearest to it: the
 * distance is longer than the shortest between two records.
 */
function hasGapAtAnEnd(range: Range, times: readonly number[]): boolean {
  let shortest = Number.POSITIVE_INFINITY;
  for (let i = 1; i < times.length; i++) {
    shortest = Math.min(shortest, times[i]! - times[i - 1]!);
  }
  if (times.length < 2) return true;
  return times[0]! - range.from > shortest || range.to - times.at(-1)! > shortest;
}

const secondMs = 1_000;
const minuteMs = 60_000;
/** A cut answer for a range of this width is not divided further. */
const narrowestSplitMs = minuteMs;
/** Widths of ranges, so that the ends of ranges are round times. */
const roundWidths = [720, 480, 360, 240, 180, 120, 60, 30, 20, 15, 10, 6, 5, 3, 2, 1].map(
  (minutes) => minutes * minuteMs,
);
const mostParts = 48;

/** How wide a range may be so that as many records as in a cut answer are probably all of it. */
export function widthBelowCap({ range, times }: WholeAnswer): number {
  const covered = times.length < 2 ? 0 : times.at(-1)! - times[0]!;
  const most = Math.min((range.to - range.from) / 2, covered * 0.8);
  return roundWidths.find((width) => width <= most) ?? narrowestSplitMs;
}

/**
 * The parts in which the range of an answer that may be cut is requested again; null if it is too narrow.
 * Adjacent parts share their end. Without proof of a cut, two parts with half of the records each: if
 * both return no more than that, the answer was whole.
 */
export function partsOf(whole: WholeAnswer, isProven: boolean): Range[] | null {
  const { from, to } = whole.range;
  if (to - from <= narrowestSplitMs || whole.times.length === 0) return null;
  const width = widthBelowCap(whole);
  const count = Math.min(mostParts, Math.ceil((to - from) / width));
  if (isProven && count > 2) {
    const step = Math.ceil((to - from) / count / secondMs) * secondMs;
    return Array.from({ length: count }, (_, i) => ({
      from: Math.min(to, from + i * step),
      to: Math.min(to, from + (i + 1) * step),
    })).filter((part) => part.from < part.to);
  }
  const cut = cutBetween(whole);
  return [
    { from, to: cut },
    { from: cut, to },
  ];
}

/** A moment with about as many records before as after it, else the middle of the range. */
function cutBetween({ range: { from, to }, times }: WholeAnswer): number {
  const wholeSecond = (at: number) => Math.floor(at / secondMs) * secondMs;
  const median = wholeSecond(times[times.length >> 1]!);
  const hasBoth = times[0]! < median && times.at(-1)! > median;
  if (hasBoth && median > from && median < to) return median;
  return wholeSecond((from + to) / 2);
}
