import { expect, test } from 'vitest';
import type { Fix } from '#shared/domain/fix';
import { sightingOf } from './movement-sighting';

const now = 1_700_000_000_000;
/** Speeds in km/h. */
const rules = { movingAbove: 3, metresPerSecond: 1 / 3.6 };
const answer = (fix: Partial<Fix> | null, isUnderstood = true) => ({
  fix: fix && ({ at: now - 20_000, latitude: 45, longitude: 15, speed: 36, ...fix } as Fix),
  raw: null,
  isUnderstood,
});

test('a speed above the limit is movement, in metres per second', () => {
  expect(sightingOf(answer({}), now, rules)).toEqual({
    isMoving: true,
    speed: 10,
    place: { latitude: 45, longitude: 15 },
  });
  expect(sightingOf(answer({ speed: 3 }), now, rules)).toMatchObject({ isMoving: false });
});

test('without a speed the distance decides', () => {
  expect(sightingOf(answer({ speed: null }), now, rules)).toMatchObject({
    isMoving: null,
    speed: null,
  });
});

test('an old report does not say that the device still moves', () => {
  expect(sightingOf(answer({ at: now - 3_600_000 }), now, rules)).toMatchObject({
    isMoving: false,
  });
});

test('a device without a report stands, and an answer that was not understood says nothing', () => {
  expect(sightingOf(answer(null), now, rules)).toEqual({
    isMoving: false,
    speed: null,
    place: null,
  });
  expect(sightingOf(answer(null, false), now, rules)).toBeNull();
  expect(sightingOf(answer({ latitude: null, longitude: null }), now, rules)?.place).toBeNull();
});
