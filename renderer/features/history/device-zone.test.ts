import { expect, test } from 'vitest';
import { zoneAt } from './device-zone';

test.each([
  [40.4, -3.7, 'Europe/Madrid'],
  [40.7, -74, 'America/New_York'],
  [-36.85, 174.76, 'Pacific/Auckland'],
])('%d, %d is in %s', async (latitude, longitude, zone) => {
  expect(await zoneAt(latitude, longitude)).toBe(zone);
});

test('an invalid position has no zone', async () => {
  expect(await zoneAt(141, 0)).toBeNull();
  expect(await zoneAt(Number.NaN, 0)).toBeNull();
});
