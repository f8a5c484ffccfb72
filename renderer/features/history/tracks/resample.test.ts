import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fixFlags } from '#shared/history/columns';
import { columnTimes, chartValues, resample, summaryOf, type Signal } from './resample';

const signalOf = (rows: readonly [at: number, value: number, flags?: number][]): Signal => ({
  at: Float64Array.from(rows, ([at]) => at),
  values: Float32Array.from(rows, ([, value]) => value),
  flags: Uint8Array.from(rows, ([, , flags]) => flags ?? 0),
});

test('preserves every peak, however many fixes share a column', () => {
  const rows = fc.uniqueArray(
    fc.tuple(fc.integer({ min: 0, max: 999 }), fc.integer({ min: -50, max: 50 })),
    { selector: ([at]) => at, minLength: 1, maxLength: 300 },
  );
  fc.assert(
    fc.property(rows, fc.integer({ min: 1, max: 40 }), (given, columns) => {
      const signal = signalOf(given.toSorted(([a], [b]) => a - b));
      const { low, high } = resample(signal, 0, 1000, columns);
      const known = (values: (number | null)[]) => values.filter((value) => value !== null);
      expect(Math.min(...known(low))).toBe(Math.min(...given.map(([, value]) => value)));
      expect(Math.max(...known(high))).toBe(Math.max(...given.map(([, value]) => value)));
    }),
  );
});

test('interpolates between fixes that are far apart', () => {
  const { low, high } = resample(
    signalOf([
      [0, 0],
      [100, 10],
    ]),
    0,
    100,
    10,
  );
  expect(low[5]).toBeCloseTo(5.5);
  expect(high[5]).toBeCloseTo(5.5);
  expect(low.every((value) => value !== null)).toBe(true);
});

test('draws no line over a gap and before the first fix', () => {
  const { low } = resample(
    signalOf([
      [20, 1],
      [40, 2],
      [80, 3, fixFlags.afterGap],
    ]),
    0,
    100,
    10,
  );
  expect(low[0]).toBeNull();
  expect(low[3]).not.toBeNull();
  expect(low[5]).toBeNull();
  expect(low[8]).toBe(3);
});

test('a line that began before the visible range leads into it', () => {
  const { low } = resample(
    signalOf([
      [0, 0],
      [100, 10],
    ]),
    50,
    60,
    2,
  );
  expect(low[0]).toBeCloseTo(5.25);
});

test('skips values that are not provided; 0 is a value', () => {
  const signal = signalOf([
    [0, 0],
    [10, Number.NaN],
    [20, 4],
  ]);
  expect(summaryOf({ ...signal, factor: 1 }, 0, 20)).toEqual({ least: 0, most: 4, mean: 2 });
  expect(summaryOf({ ...signal, factor: 3.6 }, 0, 20)).toEqual({ least: 0, most: 14.4, mean: 7.2 });
  expect(summaryOf({ ...signal, factor: 1 }, 5, 15)).toBeNull();
});

test('returns two points for each column, the minimum before the maximum', () => {
  expect(columnTimes(0, 20, 2)).toEqual([2.5, 7.5, 12.5, 17.5]);
  const signal = signalOf([
    [1, 3],
    [2, 1],
  ]);
  expect(chartValues({ ...signal, factor: 10 }, 0, 20, 2)).toEqual([10, 30, null, null]);
});
