import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CachedAlert } from '#main/features/history/day-store';
import { alertPlaces, createOpenAlerts } from './alert-log';

const hourMs = 3_600_000;

function setup() {
  const world = { now: 100 * hourMs, isReady: true, read: [] as string[] };
  const stored = new Map<string, number[]>();
  const acknowledged = new Map<string, number>();
  const names = new Map<string, string[]>();
  const missing: { from: number; to: number }[] = [];
  const open = createOpenAlerts({
    store: {
      isReady: () => world.isReady,
      devices: () => [...stored.keys()],
      alerts: (deviceId, { from, to }) => {
        world.read.push(deviceId);
        return (stored.get(deviceId) ?? [])
          .filter((at) => at >= from && at <= to)
          .map((at) => {
            const id = `${deviceId} ${at}`;
            return { id, at, alerts: names.get(id) ?? ['SOSButton'] } as CachedAlert;
          });
      },
      coverage: () => ({ missing, incomplete: [], unsettled: [], asOf: null }),
    },
    now: () => world.now,
    acknowledgedAt: (id) => acknowledged.get(id) ?? null,
  });
  return { world, stored, acknowledged, names, missing, open };
}

test('only devices whose alerts changed are read again', () => {
  const { world, stored, open } = setup();
  stored.set('a', [99 * hourMs]);
  stored.set('b', [98 * hourMs, 97 * hourMs, 10 * hourMs]);
  stored.set('c', []);
  expect(open.count()).toBe(3);
  world.read = [];
  stored.set('c', [100 * hourMs]);
  open.changed(['c']);
  expect(open.count()).toBe(4);
  expect(world.read).toEqual(['c']);
  stored.clear();
  open.changed(null);
  expect(open.count()).toBe(0);
});

test('acknowledged alerts and those of more than a day ago do not count', () => {
  const { world, stored, acknowledged, open } = setup();
  stored.set('a', [99 * hourMs, 90 * hourMs]);
  expect(open.count()).toBe(2);
  acknowledged.set(`a ${99 * hourMs}`, world.now);
  expect(open.count()).toBe(1);
  acknowledged.clear();
  world.now += 15 * hourMs;
  expect(open.count()).toBe(1);
  world.now += 24 * hourMs;
  expect(open.count()).toBe(0);
});

test('a large index is not read at once for the count', () => {
  const { world, stored, open } = setup();
  stored.set('a', [99 * hourMs]);
  world.isReady = false;
  expect(open.count()).toBe(0);
  expect(world.read).toEqual([]);
  world.isReady = true;
  expect(open.count()).toBe(1);
});

test('a device needs no attention once its most severe alerts are acknowledged, as far as they are loaded', () => {
  const { world, stored, acknowledged, names, missing, open } = setup();
  stored.set('a', [98 * hourMs, 99 * hourMs]);
  stored.set('b', [99 * hourMs]);
  expect(open.acknowledgedUntil()).toEqual([]);
  acknowledged.set(`a ${98 * hourMs}`, world.now);
  // Another call for help is open.
  expect(open.acknowledgedUntil()).toEqual([]);
  names.set(`a ${99 * hourMs}`, ['LowBattery']);
  open.changed(['a']);
  expect(open.acknowledgedUntil()).toEqual([['a', world.now]]);

  const since = world.now;
  world.now += hourMs;
  missing.push({ from: since + 60_000, to: world.now });
  expect(open.acknowledgedUntil()).toEqual([['a', since + 60_000]]);
  // What was on screen when it was acknowledged is acknowledged.
  missing[0]!.from = since - hourMs;
  expect(open.acknowledgedUntil()).toEqual([['a', since]]);
  stored.set('a', [98 * hourMs, 99 * hourMs, since + 1]);
  open.changed(['a']);
  expect(open.acknowledgedUntil()).toEqual([]);
});

test('alerts at one place are one place with a count; those without a position are counted apart', () => {
  const at = { latitude: 45.8, longitude: 15.9 };
  const places = alertPlaces([
    at,
    at,
    { latitude: -10, longitude: 20 },
    { latitude: null, longitude: null },
  ]);
  expect(places).toEqual({
    latitude: [45.8, -10],
    longitude: [15.9, 20],
    count: [2, 1],
    alerts: 3,
    withoutPosition: 1,
  });
});

test('many places become fewer, and no alert is lost', () => {
  const entry = fc.record({
    latitude: fc.double({ min: -90, max: 90, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 200 }), (entries) => {
      const { latitude, longitude, count, alerts } = alertPlaces(entries, 10);
      expect(count.length).toBeLessThanOrEqual(10);
      expect([latitude.length, longitude.length]).toEqual([count.length, count.length]);
      expect(count.reduce((sum, each) => sum + each, 0)).toBe(entries.length);
      expect(alerts).toBe(entries.length);
      for (const each of latitude) expect(Math.abs(each)).toBeLessThanOrEqual(90.0001);
      for (const each of longitude) expect(Math.abs(each)).toBeLessThanOrEqual(180.0001);
    }),
  );
});
