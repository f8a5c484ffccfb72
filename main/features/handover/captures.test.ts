import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openCache } from '#main/cache/cache';
import { longestLookBackMs, type DeviceMark } from '#shared/domain/handover';
import { Captures, captureEveryMs, packMarks } from './captures';

const openRecords = () => openCache({ file: null, key: new Uint8Array(32) }).records('capture');

const packed = (marks: readonly DeviceMark[]) =>
  packMarks({ count: marks.length, markOf: (slot) => marks[slot]! });

/** A mark that is stored without loss. */
const aMark: fc.Arbitrary<DeviceMark> = fc
  .record({
    latitude: fc.integer({ min: -80, max: 80 }),
    longitude: fc.oneof(fc.integer({ min: -180, max: 180 }), fc.constant(Number.NaN)),
    isExpired: fc.boolean(),
    overLimitUntil: fc.constantFrom(Number.NaN, 1_000_000, 2_000_000),
  })
  .map((mark) => (Number.isNaN(mark.longitude) ? { ...mark, latitude: Number.NaN } : mark));

test('every capture that is kept has the fleet as it was, also after a restart', () => {
  const fleets = fc.array(fc.array(aMark, { maxLength: 12 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(fleets, (states) => {
      const records = openRecords();
      const first = new Captures(records);
      for (const [at, marks] of states.entries()) first.add(at, packed(marks));
      const later = new Captures(records);
      expect(later.times()).toEqual([...states.keys()]);
      for (const [at, marks] of states.entries()) {
        const read = later.at(at)!;
        expect(read.count).toBe(marks.length);
        expect(marks.map((_, slot) => read.markOf(slot))).toEqual(marks);
      }
    }),
  );
});

test('what somebody can still ask for is kept, with at most one capture an hour', () => {
  const moments = fc.uniqueArray(fc.integer({ min: 0, max: 200 }), { minLength: 1, maxLength: 80 });
  fc.assert(
    fc.property(moments, fc.option(fc.nat(200)), (quarters, pinned) => {
      const quarterMs = captureEveryMs / 4;
      const times = quarters.toSorted((a, b) => a - b).map((quarter) => quarter * quarterMs);
      const records = openRecords();
      const captures = new Captures(records);
      for (const at of times) captures.add(at, packed([]));
      const now = times.at(-1)!;
      const pinnedAt = pinned === null ? null : pinned * quarterMs;
      captures.thin(now, pinnedAt);
      const kept = captures.times();
      // Whatever moment is asked about, the capture before it is at most an hour older than it could be.
      for (const moment of times.filter((at) => at >= now - longestLookBackMs)) {
        const before = kept.findLast((at) => at <= moment);
        expect(moment - before!).toBeLessThan(captureEveryMs);
      }
      const lastUpTo = (moment: number) => times.findLast((at) => at <= moment);
      const lastPinned = pinnedAt === null ? undefined : lastUpTo(pinnedAt);
      expect(kept).toContain(lastPinned ?? now);
      expect(kept.length).toBeLessThanOrEqual(longestLookBackMs / captureEveryMs + 8);
      expect(records.all()).toHaveLength(kept.length + 1);
    }),
  );
});

test('marks of an earlier moment than the last are not taken, and unreadable ones are none', () => {
  const records = openRecords();
  const captures = new Captures(records);
  captures.add(10, packed([]));
  captures.add(5, packed([]));
  expect(captures.times()).toEqual([10]);
  records.put('10', 7);
  expect(captures.at(10)).toBeNull();
});
