import { expect, test } from 'vitest';
import { fixFlags, type TrackColumns } from '#shared/history/columns';
import { emptyTrack } from '#shared/history/track';
import { neighbourFix, placeAt, stopAt } from './place-at';

const trackOf = (
  rows: readonly [at: number, longitude: number, latitude: number, flags?: number][],
): TrackColumns => ({
  ...emptyTrack(),
  count: rows.length,
  at: Float64Array.from(rows, ([at]) => at),
  longitude: Float64Array.from(rows, ([, longitude]) => longitude),
  latitude: Float64Array.from(rows, ([, , latitude]) => latitude),
  flags: Uint8Array.from(rows, ([, , , flags]) => flags ?? 0),
});

const drive = trackOf([
  [0, 10, 40],
  [100, 20, 50],
  [200, Number.NaN, Number.NaN],
  [300, 30, 50],
  [900, 40, 50, fixFlags.afterGap],
]);

test('interpolates between two fixes', () => {
  expect(placeAt(drive, 50)).toEqual({ longitude: 15, latitude: 45, row: 0, isKnown: true });
  expect(placeAt(drive, 100)).toMatchObject({ longitude: 20, latitude: 50, row: 1 });
});

test('skips a fix without a position', () => {
  expect(placeAt(drive, 200)).toEqual({ longitude: 25, latitude: 50, row: 2, isKnown: true });
});

test('returns the last known position in a gap and after the end, and says so', () => {
  expect(placeAt(drive, 600)).toEqual({ longitude: 30, latitude: 50, row: 3, isKnown: false });
  expect(placeAt(drive, 2000)).toMatchObject({ longitude: 40, isKnown: false });
  expect(placeAt(drive, -1)).toBeNull();
});

test('takes the shorter way across 180°', () => {
  const pacific = trackOf([
    [0, 179, 0],
    [100, -179, 0],
  ]);
  expect(placeAt(pacific, 50)?.longitude).toBe(180);
});

test('steps from fix to fix over all devices', () => {
  const other = trackOf([[150, 0, 0]]);
  expect(neighbourFix([drive, other], 100, 1)).toBe(150);
  expect(neighbourFix([drive, other], 150, -1)).toBe(100);
  expect(neighbourFix([drive, other], 900, 1)).toBeNull();
  expect(neighbourFix([drive, other], 0, -1)).toBeNull();
});

test('a stop lasts until the next trip begins, for its own track', () => {
  const stop = { id: 's', track: 1, from: 100, to: 200, longitude: 4, latitude: 45 };
  expect([99, 100, 199, 200].map((at) => stopAt([stop], 1, at)?.id)).toEqual([
    undefined,
    's',
    's',
    undefined,
  ]);
  expect(stopAt([stop], 0, 150)).toBeUndefined();
});
