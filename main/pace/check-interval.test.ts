import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkIntervals } from './check-interval';
import { createTestLists } from './listed-devices.test-support';
import { createRotation } from './scheduler';

const intervals = (part: Partial<Parameters<typeof checkIntervals>[0]> = {}) =>
  checkIntervals({
    devices: 100,
    callsPerMinute: 60,
    settingMs: 3_600_000,
    hasSelection: false,
    shortestMs: 5_000,
    ...part,
  });

test('a small fleet is checked within four rounds, a larger one within the setting', () => {
  expect(intervals()).toEqual({ longestMs: 400_000, isBeyondSetting: false, selectedMs: 5_000 });
  expect(intervals({ devices: 2_000 }).longestMs).toBe(3_600_000);
  expect(intervals({ devices: 1 }).longestMs).toBe(120_000);
  expect(intervals({ devices: 0 }).longestMs).toBe(120_000);
});

test('the selected device takes its calls from the others', () => {
  expect(intervals({ hasSelection: true }).longestMs).toBe(500_000);
});

test('a setting that the calls do not suffice for is said to be missed', () => {
  expect(intervals({ devices: 10_000 })).toMatchObject({
    longestMs: 20_000_000,
    isBeyondSetting: true,
  });
});

test('no device is older than the longest interval, whatever the devices do and the user looks at', () => {
  const fleet = fc.record({
    devices: fc.integer({ min: 2, max: 150 }),
    callsPerMinute: fc.integer({ min: 20, max: 240 }),
    settingMinutes: fc.integer({ min: 5, max: 60 }),
    movers: fc.integer({ min: 1, max: 9 }),
    inView: fc.nat(60),
    hasSelection: fc.boolean(),
  });
  fc.assert(
    fc.property(fleet, ({ devices, callsPerMinute, settingMinutes, ...world }) => {
      const rotation = createRotation({
        callsPerMinute: () => callsPerMinute,
        oldestCheckMs: () => settingMinutes * 60_000,
      });
      const ids = Array.from({ length: devices }, (_, i) => `d${i}`);
      rotation.sync(createTestLists()(ids));
      const attention = {
        selected: world.hasSelection ? 'd0' : null,
        inView: ids.slice(0, world.inView),
        inTable: ids.slice(0, devices / 2),
      };
      const { longestMs, isBeyondSetting } = rotation.intervals(world.hasSelection);
      expect(isBeyondSetting || longestMs <= settingMinutes * 60_000).toBe(true);
      const askedAt = new Map<string, number>();
      let oldest = 0;
      const callMs = 60_000 / callsPerMinute;
      for (let now = 0; now < 3 * longestMs; now += callMs) {
        const next = rotation.next(now, attention);
        if (next && next.dueAt <= now) {
          const { id } = next;
          oldest = Math.max(oldest, now - (askedAt.get(id) ?? 0));
          askedAt.set(id, now);
          rotation.begin(next);
          const isMoving = Number(id.slice(1)) % 10 < world.movers;
          const place = { latitude: 45, longitude: 15 + now / 1e8 };
          rotation.end(id, now, { isMoving, speed: isMoving ? 20 : 0, place });
        }
      }
      expect(askedAt.size).toBe(devices);
      expect(oldest).toBeLessThanOrEqual(longestMs);
      for (const at of askedAt.values()) expect(3 * longestMs - at).toBeLessThanOrEqual(longestMs);
    }),
    { numRuns: 40 },
  );
});
