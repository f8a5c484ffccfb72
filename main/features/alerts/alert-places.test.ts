import fc from 'fast-check';
import { expect, test } from 'vitest';
import { alertPlaces } from './alert-places';

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
