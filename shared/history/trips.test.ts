import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultTripRules } from '../domain/history';
import { degreesEast } from './distance';
import { mergeTracks } from './track';
import { findJourney, type Journey } from './trips';
import { drive, type Trouble, type TrueTrip } from './vehicle.test-support';

const tripsOf = (journey: Journey) => journey.filter((part) => part.kind === 'trip');

/** A seeded random generator, so that every run simulates the same trips. */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const calm: Trouble = {
  noiseMetres: 4,
  driftMetres: 0,
  tunnels: 0,
  tunnelMinutes: 3,
  jumps: 0,
  duplicates: 0,
  late: 0,
  drivingSeconds: 10,
  parkedSeconds: 60,
};

const overlap = (a: { from: number; to: number }, b: { from: number; to: number }) => {
  const both = Math.max(0, Math.min(a.to, b.to) - Math.max(a.from, b.from));
  return both / (Math.max(a.to, b.to) - Math.min(a.from, b.from));
};

/** A true trip counts as found if a detected trip overlaps it by at least 80 %. */
function score(truth: readonly TrueTrip[], journey: Journey) {
  const detected = tripsOf(journey);
  const found = truth.flatMap((trip) =>
    detected.filter((each) => overlap(trip, each) >= 0.8).slice(0, 1),
  );
  return { found: new Set(found).size, detected: detected.length, truth: truth.length };
}

function scoreOf(trouble: Trouble, vehicles = 12) {
  const sum = { found: 0, detected: 0, truth: 0 };
  for (let seed = 1; seed <= vehicles; seed++) {
    const { truth, track } = drive({ random: seeded(seed), trips: 20, trouble });
    const one = score(truth, findJourney(track, defaultTripRules));
    sum.found += one.found;
    sum.detected += one.detected;
    sum.truth += one.truth;
  }
  return { precision: sum.found / sum.detected, recall: sum.found / sum.truth };
}

describe('trips of a simulated vehicle are found', () => {
  const troubles: [name: string, trouble: Trouble, floor: number][] = [
    ['with little noise', calm, 0.99],
    ['with noise of 15 m', { ...calm, noiseMetres: 15 }, 0.99],
    ['with drift while parked', { ...calm, noiseMetres: 8, driftMetres: 25 }, 0.99],
    ['silent while parked', { ...calm, parkedSeconds: null }, 0.98],
    ['with tunnels', { ...calm, tunnels: 0.7, tunnelMinutes: 9 }, 0.95],
    ['with jumps', { ...calm, jumps: 0.01 }, 0.99],
    ['with late fixes and duplicates', { ...calm, late: 0.2, duplicates: 0.2 }, 0.99],
    ['with a fix a minute', { ...calm, drivingSeconds: 60, parkedSeconds: 600 }, 0.97],
    [
      'with everything at once',
      {
        ...calm,
        noiseMetres: 10,
        driftMetres: 20,
        tunnels: 0.3,
        tunnelMinutes: 6,
        jumps: 0.005,
        duplicates: 0.1,
        late: 0.1,
        parkedSeconds: 300,
      },
      0.98,
    ],
  ];
  test.each(troubles)('%s', (_name, trouble, floor) => {
    const { precision, recall } = scoreOf(trouble);
    expect(precision).toBeGreaterThanOrEqual(floor);
    expect(recall).toBeGreaterThanOrEqual(floor);
  });

  test('trip lengths match the driven distance', () => {
    const { truth, track } = drive({ random: seeded(5), trips: 15, trouble: calm });
    const journey = findJourney(track, defaultTripRules);
    for (const trip of truth) {
      const detected = tripsOf(journey).find((each) => overlap(trip, each) >= 0.8);
      expect(detected!.metres / trip.metres).toBeGreaterThan(0.97);
      expect(detected!.metres / trip.metres).toBeLessThan(1.06);
    }
  });
});

describe('properties for any tracker data', () => {
  const share = (most: number) => fc.double({ min: 0, max: most, noNaN: true });
  const anyTrouble = fc.record({
    noiseMetres: share(30),
    driftMetres: share(40),
    tunnels: share(1),
    tunnelMinutes: fc.integer({ min: 2, max: 40 }),
    jumps: share(0.1),
    duplicates: share(0.5),
    late: share(0.5),
    drivingSeconds: fc.integer({ min: 5, max: 120 }),
    parkedSeconds: fc.option(fc.integer({ min: 20, max: 1_800 })),
  });
  const anyDrive = fc
    .record({ seed: fc.nat(), trips: fc.integer({ min: 0, max: 5 }), trouble: anyTrouble })
    .map(({ seed, trips, trouble }) => drive({ random: seeded(seed), trips, trouble }));

  test('trips and stops are ordered, within the track, and separate; stops are never adjacent', () => {
    fc.assert(
      fc.property(anyDrive, ({ track }) => {
        const journey = findJourney(track, defaultTripRules);
        journey.forEach((part, i) => {
          expect(part.from).toBeGreaterThanOrEqual(track.at[part.fromRow]!);
          expect(part.to).toBeGreaterThanOrEqual(track.at[part.toRow]!);
          expect(part.from).toBeLessThan(part.to);
          expect(part.to).toBeLessThanOrEqual(track.at.at(-1)!);
          const before = journey[i - 1];
          if (!before) return;
          expect(part.from).toBeGreaterThanOrEqual(before.to);
          expect([before.kind, part.kind]).toContain('trip');
        });
        for (const trip of tripsOf(journey)) {
          expect(trip.metres).toBeGreaterThanOrEqual(defaultTripRules.minTripMetres);
        }
        for (const stop of journey.filter(({ kind }) => kind === 'stop')) {
          expect(stop.to - stop.from).toBeGreaterThanOrEqual(defaultTripRules.stopMinutes * 60_000);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('the result does not depend on the absolute time or on duplicated parts', () => {
    fc.assert(
      fc.property(anyDrive, fc.integer({ min: -1e9, max: 1e9 }), ({ track }, shift) => {
        const moved = { ...track, at: track.at.map((time) => time + shift) };
        const twice = mergeTracks([moved, moved]);
        const back = findJourney(twice, defaultTripRules).map((part) => ({
          ...part,
          from: part.from - shift,
          to: part.to - shift,
        }));
        expect(back).toEqual(findJourney(track, defaultTripRules));
      }),
      { numRuns: 40 },
    );
  });

  test('the result is the same where the track crosses 180°', () => {
    const { track } = drive({ random: seeded(3), trips: 6, trouble: calm });
    const shift = 180 - track.longitude.find((longitude) => !Number.isNaN(longitude))!;
    const moved = {
      ...track,
      longitude: track.longitude.map((longitude) => degreesEast(0, longitude + shift)),
    };
    const shiftedBack = (longitude: number) => degreesEast(0, longitude - shift);
    const here = findJourney(track, defaultTripRules);
    const there = findJourney(moved, defaultTripRules);
    expect(there.map(({ kind, from, to }) => [kind, from, to])).toEqual(
      here.map(({ kind, from, to }) => [kind, from, to]),
    );
    for (const [i, part] of there.entries()) {
      if (part.kind !== 'stop') continue;
      expect(Math.abs(part.longitude)).toBeLessThanOrEqual(180);
      const before = here[i] as typeof part;
      expect(shiftedBack(part.longitude)).toBeCloseTo(before.longitude, 9);
    }
  });

  test('a vehicle that never moves has no trips', () => {
    fc.assert(
      fc.property(fc.nat(), share(15), share(15), share(0.02), (seed, noise, drift, jumps) => {
        const trouble = { ...calm, noiseMetres: noise, driftMetres: drift, jumps };
        const { track } = drive({ random: seeded(seed), trips: 0, trouble });
        expect(tripsOf(findJourney(track, defaultTripRules))).toEqual([]);
      }),
    );
  });

  test('an empty track and a track with one fix have no trips or stops', () => {
    const { track } = drive({
      random: seeded(1),
      trips: 0,
      trouble: { ...calm, parkedSeconds: null },
    });
    expect(track.count).toBe(1);
    expect(findJourney(track, defaultTripRules)).toEqual([]);
  });
});
