import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fixSchema, type Fix } from '../domain/fix';
import { fixFlags } from './columns';
import { metresBetween, trackMetres } from './distance';
import { cutTrack, emptyTrack, markBreaks, mergeTracks, trackOf } from './track';

const rules = { gapMinutes: 15, jumpKmh: 300 };

function fix(at: number | null, latitude: number | null, longitude: number | null, more = {}): Fix {
  const empty = Object.fromEntries(Object.keys(fixSchema.shape).map((name) => [name, null]));
  const lists = { sensorTimes: [], warningTexts: [], alertTexts: [], alerts: [], warnings: [] };
  const others = { attributes: {}, accessories: [], inputs: [], outputs: [], extra: {} };
  return { ...empty, ...lists, ...others, at, latitude, longitude, ...more } as unknown as Fix;
}

const anyFix = fc
  .record({
    at: fc.integer({ min: 0, max: 200 }),
    latitude: fc.double({ min: -80, max: 80, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    speed: fc.option(fc.integer({ min: 0, max: 60 })),
  })
  .map(({ at, latitude, longitude, speed }) => fix(at * 1_000, latitude, longitude, { speed }));

test('fixes become columns in time order, one per time, the last one wins', () => {
  const track = trackOf([
    fix(3_000, 1, 1, { battery: 50, attributes: { Voltage: '12.5', Code: 'A7' } }),
    fix(null, 9, 9),
    fix(1_000, 2, 2, { hasCriticalAlert: true, alerts: ['SOSButton'] }),
    fix(3_000, 4, 4, { battery: 60 }),
    fix(2_000, null, null),
  ]);
  expect([...track.at]).toEqual([1_000, 2_000, 3_000]);
  expect([...track.latitude]).toEqual([2, Number.NaN, 4]);
  expect([...track.measures.battery!]).toEqual([Number.NaN, Number.NaN, 60]);
  expect(track.measures.speed).toBeUndefined();
  expect(Object.keys(track.attributes)).toEqual(['Voltage']);
  expect([...track.flags]).toEqual([fixFlags.critical | fixFlags.alert, 0, 0]);
});

test('an attribute named like an Object member is an ordinary column', () => {
  const track = trackOf([fix(1, 1, 1, { attributes: JSON.parse('{"__proto__":"7"}') as object })]);
  expect(Object.entries(mergeTracks([track, trackOf([fix(2, 1, 1)])]).attributes)).toHaveLength(1);
});

describe('merging', () => {
  test('merging overlapping parts in any order gives the whole track', () => {
    fc.assert(
      fc.property(fc.array(anyFix, { maxLength: 60 }), fc.nat(60), fc.nat(60), (fixes, a, b) => {
        const [first, second] = [Math.min(a, b), Math.max(a, b)];
        const parts = [fixes.slice(0, second), fixes.slice(first)].map(trackOf);
        const whole = trackOf([...fixes.slice(0, second), ...fixes.slice(first)]);
        const merged = mergeTracks(parts);
        expect([...merged.at]).toEqual([...whole.at]);
        expect([...merged.latitude]).toEqual([...whole.latitude]);
        expect(new Set(merged.at).size).toBe(merged.count);
        const speeds = (track: typeof whole) => [...(track.measures.speed ?? [])];
        expect(speeds(merged)).toEqual(speeds(whole));
      }),
    );
  });

  test('merging nothing gives an empty track', () => {
    expect(mergeTracks([emptyTrack(), emptyTrack()]).count).toBe(0);
  });
});

test('cutting includes both ends', () => {
  const track = trackOf([1, 2, 3, 4].map((at) => fix(at, at, at)));
  expect([...cutTrack(track, { from: 2, to: 3 }).at]).toEqual([2, 3]);
  expect(cutTrack(track, { from: 1, to: 4 })).toBe(track);
  expect(cutTrack(track, { from: 5, to: 9 }).count).toBe(0);
});

describe('gaps and jumps', () => {
  const minute = 60_000;

  test('an outlier is marked as two jumps and adds no distance', () => {
    const track = trackOf([
      fix(0, 40, -3),
      fix(minute, 40.001, -3),
      fix(2 * minute, 41, -3),
      fix(3 * minute, 40.002, -3),
      fix(4 * minute, 40.003, -3),
    ]);
    markBreaks(track, rules);
    expect([...track.flags]).toEqual([0, 0, fixFlags.afterJump, fixFlags.afterJump, 0]);
    expect(trackMetres(track)).toBeCloseTo(2 * metresBetween(40, -3, 40.001, -3), -1);
  });

  test('a silence is a gap that counts towards the distance; marks are recomputed each time', () => {
    const track = trackOf([fix(0, 40, -3), fix(20 * minute, 40.05, -3)]);
    markBreaks(track, rules);
    expect([...track.flags]).toEqual([0, fixFlags.afterGap]);
    expect(trackMetres(track)).toBeCloseTo(5_560, -2);
    markBreaks(track, { ...rules, gapMinutes: 30 });
    expect([...track.flags]).toEqual([0, 0]);
  });

  test('noise within one second is not a jump', () => {
    const track = trackOf([fix(0, 40, -3), fix(1, 40.0009, -3)]);
    markBreaks(track, rules);
    expect([...track.flags]).toEqual([0, 0]);
  });
});

test('distances follow the great circle', () => {
  // Madrid to Barcelona, and across the antimeridian.
  expect(metresBetween(40.4168, -3.7038, 41.3874, 2.1686) / 1_000).toBeCloseTo(505.4, 0);
  expect(metresBetween(0, 179.5, 0, -179.5) / 1_000).toBeCloseTo(111.2, 0);
});
