import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openCache } from '#main/cache/cache';
import type { DeviceMark } from '#shared/domain/handover';
import { createCheckpoints, markAt, partSize, type Checkpoints } from './checkpoints';

const openRecords = () => openCache({ file: null, key: new Uint8Array(32) }).records('setting');

/** A mark that is stored without loss. */
const aMark: fc.Arbitrary<DeviceMark> = fc.record({
  latitude: fc.integer({ min: -80, max: 80 }),
  longitude: fc.oneof(fc.integer({ min: -180, max: 180 }), fc.constant(Number.NaN)),
  isExpired: fc.boolean(),
  overLimitUntil: fc.constantFrom(Number.NaN, 1_000_000, 2_000_000),
});
const fleets = fc.array(fc.array(aMark, { minLength: 1, maxLength: 12 }), {
  minLength: 1,
  maxLength: 6,
});

const placed = (mark: DeviceMark) =>
  Number.isNaN(mark.longitude) ? { ...mark, latitude: Number.NaN } : mark;

async function marksAt(checkpoints: Checkpoints, at: number, count: number) {
  const found: (DeviceMark | null)[] = Array.from({ length: count }, () => null);
  for await (const { first, marks } of checkpoints.partsAt(at)) {
    for (let slot = first; slot < Math.min(count, first + partSize); slot++) {
      found[slot] = markAt(marks, slot - first);
    }
  }
  return found;
}

test('every checkpoint that is kept has the fleet as it was, also after a restart', async () => {
  await fc.assert(
    fc.asyncProperty(fleets, fc.nat(7), fc.option(fc.nat(7)), async (states, before, pinned) => {
      const records = openRecords();
      const first = createCheckpoints(records);
      // A fleet only grows.
      let fleet: DeviceMark[] = [];
      const expected = new Map<number, DeviceMark[]>();
      for (const [at, state] of states.entries()) {
        fleet = [...state, ...fleet.slice(state.length)];
        const marks = fleet;
        await first.add({ at, count: marks.length, markOf: (slot) => marks[slot]! });
        expected.set(at, marks.map(placed));
      }
      await first.thin(before, pinned);
      const later = createCheckpoints(records);
      const times = later.times();
      expect(times.at(-1)).toBe(states.length - 1);
      for (const at of times) {
        const marks = expected.get(at)!;
        expect(await marksAt(later, at, marks.length)).toEqual(marks);
      }
      // What somebody can still ask for is there.
      const kept = (at: number) => Math.min(at, states.length - 1);
      expect(times).toContain(kept(before));
      expect(times).toContain(kept(pinned ?? before));
    }),
    { numRuns: 60 },
  );
});

test('a fleet that stands still costs almost nothing after the first checkpoint', async () => {
  const records = openRecords();
  const checkpoints = createCheckpoints(records);
  const count = partSize + 50;
  const scatter = 0.0001;
  for (let at = 0; at < 5; at++) {
    const markOf = (slot: number): DeviceMark => ({
      latitude: 45 + slot / 10_000 + (at % 2) * scatter,
      longitude: 4,
      isExpired: false,
      overLimitUntil: Number.NaN,
    });
    await checkpoints.add({ at, count, markOf });
  }
  const stored = records.all().map(({ value }) => JSON.stringify(value).length);
  const total = stored.reduce((sum, length) => sum + length, 0);
  expect(total / count).toBeLessThan(21);
});

test('a checkpoint of an earlier moment than the last is not taken', async () => {
  const checkpoints = createCheckpoints(openRecords());
  const markOf = () => ({
    latitude: 1,
    longitude: 1,
    isExpired: false,
    overLimitUntil: Number.NaN,
  });
  await checkpoints.add({ at: 10, count: 1, markOf });
  await checkpoints.add({ at: 5, count: 1, markOf });
  expect(checkpoints.times()).toEqual([10]);
});
