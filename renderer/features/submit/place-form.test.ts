import { expect, test } from 'vitest';
import { optionalNumber, readPlace } from './place-form';

const now = Date.parse('2026-11-21T12:00:00Z');

test('coordinates in any common notation and a time that has passed can be sent', () => {
  const read = readPlace({ coordinates: '40° 25.008′ N 3° 42.228′ W', at: now - 1000 }, now);
  expect(read).toMatchObject({
    ok: true,
    at: now - 1000,
    latitude: expect.closeTo(40.4168, 6) as number,
  });
});

test('a clock that runs a little ahead is forgiven, the future is not', () => {
  expect(readPlace({ coordinates: '1, 2', at: now + 60_000 }, now).ok).toBe(true);
  expect(readPlace({ coordinates: '1, 2', at: now + 3_600_000 }, now)).toMatchObject({
    ok: false,
    coordinates: null,
    at: expect.stringMatching(/future/) as string,
  });
});

test('every field says what is wrong with it', () => {
  expect(readPlace({ coordinates: 'here', at: null }, now)).toEqual({
    ok: false,
    coordinates: expect.any(String) as string,
    at: expect.stringMatching(/date/) as string,
  });
});

test('0, 0 is no position', () => {
  expect(readPlace({ coordinates: '0, 0', at: now }, now)).toMatchObject({
    ok: false,
    coordinates: expect.stringMatching(/no position/) as string,
  });
});

test('numbers that may be left out are kept apart from wrong ones', () => {
  expect(optionalNumber('', 0, 10)).toBeNull();
  expect(optionalNumber(0, 0, 10)).toBe(0);
  expect(optionalNumber('11', 0, 10)).toBeUndefined();
});
