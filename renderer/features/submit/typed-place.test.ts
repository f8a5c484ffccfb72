import { expect, test } from 'vitest';
import { message } from '#shared/i18n/translate';
import { isUnusuallyFast, likelySwapped, optionalNumber, readPlace } from './typed-place';

const now = Date.parse('2026-11-21T12:00:00Z');

test('accepts coordinates in any common notation and a past time', () => {
  const read = readPlace({ coordinates: '40° 25.008′ N 3° 42.228′ W', at: now - 1000 }, now, 'en');
  expect(read).toMatchObject({
    ok: true,
    at: now - 1000,
    latitude: expect.closeTo(40.4168, 6) as number,
  });
});

test('accepts a clock that is slightly ahead, but not the future', () => {
  expect(readPlace({ coordinates: '1, 2', at: now + 60_000 }, now, 'en').ok).toBe(true);
  expect(readPlace({ coordinates: '1, 2', at: now + 3_600_000 }, now, 'en')).toMatchObject({
    ok: false,
    coordinates: null,
    at: message('submit.time.future'),
  });
});

test('every field reports its own problem', () => {
  expect(readPlace({ coordinates: 'here', at: null }, now, 'en')).toEqual({
    ok: false,
    coordinates: expect.anything() as string,
    at: message('submit.time.missing'),
  });
});

test('rejects 0, 0 as a position', () => {
  expect(readPlace({ coordinates: '0, 0', at: now }, now, 'en')).toMatchObject({
    ok: false,
    coordinates: message('submit.coordinates.zero'),
  });
});

test('distinguishes empty optional numbers from invalid ones', () => {
  expect(optionalNumber('', 0, 10)).toBeNull();
  expect(optionalNumber(0, 0, 10)).toBe(0);
  expect(optionalNumber('11', 0, 10)).toBeUndefined();
});

test('a speed that is unusual for a vehicle is noticed in every unit', () => {
  expect(isUnusuallyFast(80, 'm/s')).toBe(true);
  expect(isUnusuallyFast(80, 'km/h')).toBe(false);
  expect(isUnusuallyFast(130, 'mph')).toBe(true);
  expect(isUnusuallyFast(100, 'kn')).toBe(false);
});

const lyon = { latitude: 45.76, longitude: 4.84 };

test('detects swapped numbers from the last position of the device', () => {
  const guess = likelySwapped({ latitude: 4.83, longitude: 45.75 }, lyon);
  expect(guess?.place).toEqual({ latitude: 45.75, longitude: 4.83 });
  expect(guess!.swappedMetres).toBeLessThan(2_000);
  expect(guess!.metres).toBeGreaterThan(5_000_000);
});

test('leaves a place near the device, one far from it either way, and one without a device unchanged', () => {
  expect(likelySwapped({ latitude: 45.8, longitude: 4.9 }, lyon)).toBeNull();
  expect(likelySwapped({ latitude: -33.9, longitude: 151.2 }, lyon)).toBeNull();
  expect(likelySwapped({ latitude: -33.9, longitude: 18.4 }, lyon)).toBeNull();
  expect(likelySwapped({ latitude: 4.83, longitude: 45.75 }, null)).toBeNull();
});
