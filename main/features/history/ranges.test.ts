import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Range } from '#shared/domain/history';
import {
  callsFor,
  dayMs,
  daysIn,
  hourMs,
  intersection,
  lengthOf,
  missingRanges,
  subtract,
  union,
} from './ranges';

const anyRange = fc
  .tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 12 }))
  .map(([from, length]) => ({ from, to: from + length }));

/** The moments of some ranges, one by one. */
const moments = (ranges: readonly Range[]) =>
  new Set(ranges.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, i) => from + i)));

describe('ranges', () => {
  test('union, subtract and intersection contain exactly the expected moments', () => {
    fc.assert(
      fc.property(fc.array(anyRange, { maxLength: 8 }), anyRange, (ranges, one) => {
        const all = moments(ranges);
        expect(moments(union(ranges))).toEqual(all);
        expect(moments(subtract(one, ranges))).toEqual(
          new Set([...moments([one])].filter((at) => !all.has(at))),
        );
        const shared = ranges.flatMap((range) => intersection(range, one) ?? []);
        expect(moments(shared)).toEqual(new Set([...moments([one])].filter((at) => all.has(at))));
        const parts = union(ranges);
        expect(parts.every(({ to }, i) => i === parts.length - 1 || to < parts[i + 1]!.from)).toBe(
          true,
        );
      }),
    );
  });
});

const zone = 'Europe/Madrid';

test('uses the days of the zone, with 23 and 25 hours when clocks change', () => {
  const range = { from: Date.UTC(2026, 2, 28, 12), to: Date.UTC(2026, 2, 30, 12) };
  const days = daysIn(range, zone);
  expect(days.map((day) => lengthOf(day) / hourMs)).toEqual([24, 23, 24]);
  expect(new Date(days[0]!.from).toISOString()).toBe('2026-03-27T23:00:00.000Z');
  const autumn = { from: Date.UTC(2026, 9, 25, 5), to: Date.UTC(2026, 9, 25, 6) };
  expect(daysIn(autumn, zone).map((day) => lengthOf(day) / hourMs)).toEqual([25]);
});

describe('missing ranges', () => {
  const now = Date.UTC(2026, 5, 10, 10);
  const midnight = Date.UTC(2026, 5, 9, 22);
  const from = (range: Range, settled: Range[] = [], sliceMs = dayMs, settleMs = 0) =>
    missingRanges({ range, days: daysIn(range, zone), settled, now, settleMs, sliceMs });

  test('requests a day that is over completely', () => {
    const hour = { from: midnight - 5 * hourMs, to: midnight - 4 * hourMs };
    const [only, ...others] = from(hour);
    expect(others).toEqual([]);
    expect(only!.range).toEqual({ from: midnight - dayMs, to: midnight });
    expect(callsFor([only!], dayMs)).toBe(1);
  });

  test('requests only the range if a call is narrower than a day or the day is not settled', () => {
    const hour = { from: midnight - 5 * hourMs, to: midnight - 4 * hourMs };
    const requested = { ...hour, to: hour.to + 1 };
    expect(from(hour, [], hourMs).map(({ range }) => range)).toEqual([requested]);
    expect(from(hour, [], dayMs, dayMs).map(({ range }) => range)).toEqual([requested]);
  });

  test('excludes the future and settled time', () => {
    const today = { from: midnight, to: midnight + dayMs };
    expect(from(today).map(({ range }) => range)).toEqual([{ from: midnight, to: now }]);
    expect(from({ from: now + 1, to: now + hourMs })).toEqual([]);
    const settled = [{ from: midnight, to: midnight + 3 * hourMs }];
    expect(from(today, settled).map(({ range }) => range)).toEqual([
      { from: midnight + 3 * hourMs, to: now },
    ]);
    expect(from(today, [{ from: midnight, to: now }])).toEqual([]);
  });

  test('requests the rest of the range exactly once, day by day', () => {
    const at = (quarter: number) => midnight - 2 * dayMs + quarter * 15 * 60_000;
    const quarters = fc
      .tuple(fc.integer({ min: 0, max: 220 }), fc.integer({ min: 0, max: 60 }))
      .map(([start, length]) => ({ from: at(start), to: at(start + length) }));
    fc.assert(
      fc.property(
        quarters,
        fc.array(quarters),
        fc.constantFrom(hourMs, dayMs),
        (range, settled, sliceMs) => {
          const parts = from(range, settled, sliceMs);
          const requested = parts.map((part) => part.range);
          const past = { from: range.from, to: Math.min(range.to, now) };
          const missing = subtract(past, [...settled, ...requested]);
          expect(missing.filter((part) => lengthOf(part) > 0)).toEqual([]);
          for (const part of parts) {
            expect(intersection(part.range, part.day)).toEqual(part.range);
            expect(subtract(part.range, settled)).toEqual([part.range]);
          }
          expect(union(requested).reduce((sum, part) => sum + lengthOf(part), 0)).toBe(
            requested.reduce((sum, part) => sum + lengthOf(part), 0),
          );
        },
      ),
    );
  });
});
