import { expect, test } from 'vitest';
import { isUnusuallyFast, optionalNumber, readPlace } from './place-form';

const now = Date.parse('2026-11-21T12:00:00Z');

test('accepts coordinates in any common notation and a past time', () => {
  const read = readPlace({ coordinates: '40° 25.008′ N 3° 42.228′ W', at: now - 1000 }, now);
  expect(read).toMatchObject({
    ok: true,
    at: now - 1000,
    latitude: expect.closeTo(40.4168, 6) as number,
  });
});

test('accepts a clock that is slightly ahead, but not the future', () => {
  expect(readPlace({ coordinates: '1, 2', at: now + 60_000 }, now).ok).toBe(true);
  expect(readPlace({ coordinates: '1, 2', at: now + 3_600_000 }, now)).toMatchObject({
    ok: false,
    coordinates: null,
    at: expect.stringMatching(/future/) as string,
  });
});

test('every field reports its own problem', () => {
  expect(readPlace({ coordinates: 'here', at: null }, now)).toEqual({
    ok: false,
    coordinates: expect.any(String) as string,
    at: expect.stringMatching(/date/) as string,
  });
});

test('rejects 0, 0 as a position', () => {
  expect(readPlace({ coordinates: '0, 0', at: now }, now)).toMatchObject({
    ok: false,
    coordinates: expect.stringMatching(/no position/) as string,
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
