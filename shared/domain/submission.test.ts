import { inEnglish, says } from '../../test/support/english';
import { expect, test } from 'vitest';
import { checkPlace, checkTime } from './submission';

const now = Date.UTC(2026, 10, 1);

test.each([
  [90, 180, undefined],
  [-90, -180, undefined],
  [90.000_1, 0, 'A latitude of 90.0001 is outside of the world.'],
  [-90.000_1, 0, 'A latitude of -90.0001 is outside of the world.'],
  [0, 180.000_1, 'A longitude of 180.0001 is outside of the world.'],
  [0, -180.000_1, 'A longitude of -180.0001 is outside of the world.'],
  [Number.NaN, 0, 'It has no coordinates.'],
  [0, Number.NaN, 'It has no coordinates.'],
  [0, 10, undefined],
  [10, 0, undefined],
])('the place %d, %d: %s', (latitude, longitude, problem) => {
  expect(inEnglish(checkPlace({ latitude, longitude }))).toBe(problem);
});

test('0, 0 is no place', () => {
  expect(checkPlace({ latitude: 0, longitude: 0 })).toEqual(says('0, 0'));
});

test('a time may be ahead by as much as clocks differ, and not before there were trackers', () => {
  const fiveMinutes = 300_000;
  expect(checkTime(now + fiveMinutes, now)).toBeUndefined();
  expect(checkTime(now + fiveMinutes + 1, now)).toEqual(says('Its time lies in the future.'));
  expect(checkTime(Number.NaN, now)).toEqual(says('It has no time.'));
  expect(checkTime(0, now)).toEqual(says('before the year 2000'));
  expect(checkTime(Date.UTC(2000, 0) - 1, now)).toEqual(says('before the year 2000'));
  expect(checkTime(Date.UTC(2000, 0), now)).toBeUndefined();
});
