import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fixFlags } from '#shared/history/columns';
import { emptyTrack } from '#shared/history/track';
import { chartSeries, chartTimes, columnOf } from './chart-series';

type Row = [at: number, value: number, flags?: number];

const trackOf = (rows: readonly Row[]) => ({
  ...emptyTrack(),
  count: rows.length,
  at: Float64Array.from(rows, ([at]) => at),
  measures: { speed: Float32Array.from(rows, ([, value]) => value) },
  flags: Uint8Array.from(rows, ([, , flags]) => flags ?? 0),
});

/** The line of these fixes in a chart, with the least and the greatest value of each pixel. */
function chartOf(rows: readonly Row[], from: number, to: number, width: number, factor = 1) {
  const { values, summary } = chartSeries(trackOf(rows), 'm:speed', factor, { from, to, width });
  return {
    low: values.filter((_, i) => i % 2 === 0),
    high: values.filter((_, i) => i % 2 === 1),
    summary,
  };
}

test('preserves every peak, however many fixes share a column', () => {
  const rows = fc.uniqueArray(
    fc.tuple(fc.integer({ min: 0, max: 999 }), fc.integer({ min: -50, max: 50 })),
    { selector: ([at]) => at, minLength: 1, maxLength: 300 },
  );
  fc.assert(
    fc.property(rows, fc.integer({ min: 1, max: 40 }), (given, columns) => {
      const sorted = given.toSorted(([a], [b]) => a - b);
      const { low, high, summary } = chartOf(sorted, 0, 1000, columns);
      const known = (values: (number | null)[]) => values.filter((value) => value !== null);
      const least = Math.min(...given.map(([, value]) => value));
      const most = Math.max(...given.map(([, value]) => value));
      expect(Math.min(...known(low))).toBe(least);
      expect(Math.max(...known(high))).toBe(most);
      expect(summary).toMatchObject({ least, most });
    }),
  );
});

test('interpolates between fixes that are far apart, also from before the visible range', () => {
  const rows: Row[] = [
    [0, 0],
    [100, 10],
  ];
  const { low, high } = chartOf(rows, 0, 100, 10);
  expect(low[5]).toBeCloseTo(5.5);
  expect(high[5]).toBeCloseTo(5.5);
  expect(low.every((value) => value !== null)).toBe(true);
  expect(chartOf(rows, 50, 60, 2).low[0]).toBeCloseTo(5.25);
});

test('draws no line over a gap and before the first fix', () => {
  const { low } = chartOf(
    [
      [20, 1],
      [40, 2],
      [80, 3, fixFlags.afterGap],
    ],
    0,
    100,
    10,
  );
  expect(low[0]).toBeNull();
  expect(low[3]).not.toBeNull();
  expect(low[5]).toBeNull();
  expect(low[8]).toBe(3);
});

test('skips values that are not provided; 0 is a value', () => {
  const rows: Row[] = [
    [0, 0],
    [10, Number.NaN],
    [20, 4],
  ];
  expect(chartOf(rows, 0, 20, 1).summary).toEqual({ least: 0, most: 4, mean: 2 });
  expect(chartOf(rows, 0, 20, 1, 3.6).summary).toEqual({ least: 0, most: 14.4, mean: 7.2 });
  expect(chartOf(rows, 5, 15, 1).summary).toBeNull();
});

test('returns two points for each pixel, the minimum before the maximum', () => {
  expect(chartTimes(0, 20, 2)).toEqual([2.5, 7.5, 12.5, 17.5]);
  const track = trackOf([
    [1, 3],
    [2, 1],
  ]);
  const { values } = chartSeries(track, 'm:speed', 10, { from: 0, to: 20, width: 2 });
  expect(values).toEqual([10, 30, null, null]);
});

test('finds columns by key, also of an attribute with a special name', () => {
  const track = { ...trackOf([[0, 50]]), attributes: { Voltage: Float32Array.of(12.4) } };
  expect(columnOf(track, 'm:speed')).toEqual(Float32Array.of(50));
  expect(columnOf(track, 'a:Voltage')?.[0]).toBeCloseTo(12.4);
  expect(columnOf(track, 'a:constructor')).toBeNull();
});

test('an alert begins with the first of its fixes, and one pixel has one', () => {
  const { alert, critical, warning } = fixFlags;
  const flags = [0, alert, alert, 0, critical, 0, warning, alert, 0, alert];
  const track = trackOf(flags.map((flag, i) => [i * 100, 1, flag]));
  const alertsIn = (width: number, from = 0) =>
    chartSeries(track, 'm:fuel', 1, { from, to: 1000, width }).alerts;
  expect(alertsIn(100)).toEqual([100, 400, 700, 900]);
  expect(alertsIn(2)).toEqual([100, 700]);
  expect(alertsIn(100, 200)).toEqual([400, 700, 900]);
});
