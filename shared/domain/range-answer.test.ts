import { describe, expect, test } from 'vitest';
import {
  isOutside,
  isRound,
  judgeAnswer,
  partsOf,
  widthBelowCap,
  type SentBefore,
} from './range-answer';

const day = Date.UTC(2026, 5, 1);
const hourMs = 3_600_000;
const range = { from: day, to: day + 24 * hourMs };
const nothing: SentBefore = { most: 0, isCap: false, whole: null };

/** The times of records every so many seconds, from an hour of the day. */
const every = (seconds: number, count: number, fromHour = 0) =>
  Array.from({ length: count }, (_, i) => day + fromHour * hourMs + i * seconds * 1_000);

const verdict = (
  times: readonly number[],
  before: Partial<SentBefore> = {},
  more: { unreadable?: number } = {},
) => judgeAnswer({ range, times, unreadable: 0, ...more }, { ...nothing, ...before }).verdict;

describe('an answer is complete if', () => {
  test('it is empty, or has a few records anywhere', () => {
    expect(verdict([])).toBe('complete');
    expect(verdict(every(60, 9, 3))).toBe('complete');
  });

  test('its records reach both ends of the range, also if their number is round', () => {
    expect(verdict(every(30, 2_880))).toBe('complete');
    expect(verdict(every(864, 100))).toBe('complete');
    expect(verdict(every(86.4, 1_000).toReversed())).toBe('complete');
  });

  test('it has fewer than 200 records, not a round number of them', () => {
    expect(verdict(every(30, 130, 12))).toBe('complete');
    expect(verdict(every(30, 130, 12), { most: 129 })).toBe('complete');
  });

  test('the service sent more records in one answer before', () => {
    expect(verdict(every(30, 777, 6), { most: 778 })).toBe('complete');
  });

  test('it is a part of a wider answer and has no more than that', () => {
    const times = every(30, 1_000, 6);
    const whole = { range, records: 1_000, times };
    const { from } = range;
    const to = times[500]!;
    const part = { range: { from, to }, times: times.slice(0, 501), unreadable: 0 };
    expect(judgeAnswer(part, { most: 1_000, isCap: false, whole })).toMatchObject({
      verdict: 'complete',
      provesCut: false,
    });
  });
});

describe('an answer is probably cut if', () => {
  test.each([10, 25, 50, 64, 100, 500, 512, 1_000, 2_000, 2_500])(
    'it has the round number of %i records and ends before the range does',
    (count) => expect(verdict(every(30, count), { most: 100_000 })).toBe('capped'),
  );

  test('it has more records than any before and does not reach an end, in any order', () => {
    expect(verdict(every(30, 777))).toBe('capped');
    expect(verdict(every(30, 777).toReversed())).toBe('capped');
    expect(verdict(every(30, 777, 24 - 777 / 120))).toBe('capped');
    expect(verdict([...every(30, 777), ...every(30, 777)])).toBe('capped');
  });

  test('it has exactly as many records as the largest answer before', () => {
    expect(verdict(every(30, 130, 12), { most: 130 })).toBe('capped');
    expect(verdict(every(86_400 / 130, 130), { most: 130 })).toBe('complete');
  });

  test('it has as many records as an answer that was cut', () => {
    expect(verdict(every(864, 100), { most: 100, isCap: true })).toBe('capped');
    expect(verdict(every(30, 777, 6), { most: 777, isCap: true })).toBe('capped');
  });

  test('some of its records were not understood', () => {
    expect(verdict(every(30, 998), { most: 5_000 }, { unreadable: 2 })).toBe('capped');
  });

  test('a part of it shows records that it did not have', () => {
    const times = every(30, 1_000);
    const whole = { range, records: 1_000, times };
    const later = { from: times[500]!, to: range.to };
    const part = { range: later, times: every(30, 1_000, 500 / 120), unreadable: 0 };
    const judged = judgeAnswer(part, { most: 1_000, isCap: false, whole });
    expect(judged).toMatchObject({ verdict: 'capped', provesCut: true, lacksTimes: false });
  });

  test('a part of a wider answer lacks records of that', () => {
    const whole = { range, records: 1_000, times: every(30, 1_000) };
    const part = { range, times: every(30, 400), unreadable: 0 };
    const judged = judgeAnswer(part, { most: 1_000, isCap: false, whole });
    expect(judged).toMatchObject({ verdict: 'capped', lacksTimes: true });
  });
});

test('an answer is not understood if the time or place of some or all records cannot be read', () => {
  expect(verdict([], {}, { unreadable: 500 })).toBe('notUnderstood');
  expect(verdict(every(60, 5), {}, { unreadable: 1 })).toBe('notUnderstood');
});

test('records outside the range are counted, but not those moved across an end by rounding', () => {
  const answer = { range, unreadable: 0 };
  const times = [
    range.from - hourMs,
    range.from - 900,
    ...every(60, 3),
    range.to + 900,
    range.to + 2e12,
  ];
  expect(judgeAnswer({ ...answer, times }, nothing)).toMatchObject({
    verdict: 'outside',
    outside: 2,
  });
  const rounded = times.slice(1, -1);
  expect(judgeAnswer({ ...answer, times: rounded }, nothing).verdict).toBe('complete');
});

describe('a range is requested again', () => {
  const whole = { range, records: 1_000, times: every(30, 1_000) };

  test('in two parts with half of the records each while the cut is not proven', () => {
    expect(partsOf(whole, false)).toEqual([
      { from: range.from, to: whole.times[500] },
      { from: whole.times[500], to: range.to },
    ]);
  });

  test('in as many parts as the records suggest once it is', () => {
    expect(widthBelowCap(whole)).toBe(6 * hourMs);
    const parts = partsOf(whole, true)!;
    expect(parts.map(({ from, to }) => (to - from) / hourMs)).toEqual([6, 6, 6, 6]);
    expect(parts[3]!.to).toBe(range.to);
  });

  test.each([
    [900, 720],
    [600, 480],
    [450, 360],
    [449, 240],
    [225, 180],
    [150, 120],
    [75, 60],
    [38, 30],
    [25, 20],
    [19, 15],
    [13, 10],
    [10, 6],
    [7, 5],
    [5, 3],
    [3, 2],
    [1, 1],
  ])('records that cover %d minutes, in parts of %d minutes', (minutes, width) => {
    const times = [day, day + minutes * 60_000];
    expect(widthBelowCap({ range, times, records: 2 })).toBe(width * 60_000);
  });

  test('in halves of the time if all records have the same time', () => {
    const same = { range, records: 1_000, times: [day + hourMs] };
    expect(partsOf(same, false)?.[0]).toEqual({ from: range.from, to: day + 12 * hourMs });
  });

  test('not at all if it is a minute or less, or nothing in it was readable', () => {
    expect(partsOf({ ...whole, range: { from: day, to: day + 60_000 } }, true)).toBeNull();
    expect(partsOf({ ...whole, times: [] }, true)).toBeNull();
  });
});

test('a part with as many records as the whole, ending before the part does, is probably cut', () => {
  const times = every(30, 33);
  const part = { from: range.from, to: range.from + 12 * hourMs };
  const whole = { range, records: 33, times };
  const judged = judgeAnswer(
    { range: part, times, unreadable: 0 },
    { most: 100, isCap: false, whole },
  );
  expect(judged).toMatchObject({ verdict: 'capped', provesCut: false, lacksTimes: false });
});

test.each([
  [9, false],
  [10, true],
  [20, true],
  [25, true],
  [30, false],
  [32, false],
  [50, true],
  [64, true],
  [75, false],
  [99, false],
  [100, true],
  [128, true],
  [150, true],
  [160, false],
  [256, true],
  [1_000, true],
  [1_024, true],
  [1_001, false],
])('%i records look like a chosen limit: %s', (records, is) => {
  expect(isRound(records)).toBe(is);
});

test('a second beyond an end of the range is rounding, more is outside', () => {
  const times = [range.from - 1_001, range.from - 1_000, range.to + 1_000, range.to + 1_001];
  expect(times.map((at) => isOutside(range, at))).toEqual([true, false, false, true]);
});

test('counts all records and keeps the different times in order', () => {
  const times = [day + 2, day, day + 1, day + 2, range.to, day - 500];
  expect(judgeAnswer({ range, times, unreadable: 3 }, nothing)).toEqual({
    verdict: 'notUnderstood',
    records: 9,
    times: [day, day + 1, day + 2, range.to],
    outside: 0,
    unreadable: 3,
    provesCut: false,
    lacksTimes: false,
  });
});

test('times at the ends of a part prove nothing: it may not include its ends', () => {
  const whole = { range, records: 30, times: [day + hourMs] };
  const part = {
    range: { from: day, to: day + hourMs },
    times: [day, day + hourMs],
    unreadable: 0,
  };
  expect(judgeAnswer(part, { ...nothing, whole })).toMatchObject({
    provesCut: false,
    lacksTimes: false,
  });
});

test('a part that lacks records because some were not understood is not cut', () => {
  const whole = { range, records: 3, times: every(30, 3, 1) };
  const part = { range, times: every(30, 2, 1), unreadable: 1 };
  expect(judgeAnswer(part, { ...nothing, whole })).toMatchObject({
    verdict: 'notUnderstood',
    lacksTimes: true,
  });
});

test('from 200 records on, more than ever before are taken for a cut answer', () => {
  expect(verdict(every(30, 199))).toBe('complete');
  expect(verdict(every(30, 201))).toBe('capped');
  expect(verdict(every(30, 201), { most: 201 })).toBe('capped');
  expect(verdict(every(30, 201), { most: 202 })).toBe('complete');
});

test('records of one time do not show whether they reach the ends', () => {
  expect(verdict(Array.from({ length: 100 }, () => day))).toBe('capped');
});

test('the distance to an end is compared with the shortest between two records', () => {
  const hundred = (from: number, to: number) => {
    const times = Array.from({ length: 100 }, (_, i) => from + (i * (to - from)) / 99);
    return verdict(times, { most: 100_000 });
  };
  const step = 864_000;
  const last = range.from + 99 * step;
  expect(hundred(range.from, last)).toBe('complete');
  expect(hundred(range.from, last - 99)).toBe('capped');
  expect(hundred(range.from + step, range.to)).toBe('complete');
  expect(hundred(range.from + step + 99, range.to)).toBe('capped');
});

test('a proven cut is requested in at most 48 parts, each of whole seconds', () => {
  const times = [day, day + 60_000];
  const parts = partsOf({ range, records: 1_000, times }, true)!;
  expect(parts).toHaveLength(48);
  expect(parts[0]).toEqual({ from: range.from, to: range.from + hourMs / 2 });
  expect(parts.at(-1)!.to).toBe(range.to);
  parts.slice(1).forEach(({ from }, i) => expect(from).toBe(parts[i]!.to));
  const odd = { from: day, to: day + 150_001 };
  expect(partsOf({ range: odd, records: 10, times }, true)).toEqual([
    { from: day, to: day + 51_000 },
    { from: day + 51_000, to: day + 102_000 },
    { from: day + 102_000, to: day + 150_001 },
  ]);
});

test('a cut is made between records, at a whole second', () => {
  const cut = (times: readonly number[]) => partsOf({ range, records: 10, times }, false)![0]!.to;
  expect(cut([day + 1_000, day + 5_700, day + 9_000])).toBe(day + 5_000);
  // All of them are on one side of that second.
  expect(cut([day + 5_000, day + 5_700, day + 9_000])).toBe(day + 12 * hourMs);
  expect(cut([day + 1_000, day + 9_000, day + 9_000])).toBe(day + 12 * hourMs);
});
