import type { Message } from '#shared/i18n/translate';
import { says, t } from '../../../test/support/english';
import { expect, test } from 'vitest';
import type { ReadPoint } from './read-tracks';
import { checkPoints } from './checked-file';

const now = Date.parse('2026-11-21T12:00:00Z');
const rules = { now, jumpKmh: 300, speedUnit: 'km/h' as const };

const point = (seconds: number | null, latitude: number | null = 45): ReadPoint => ({
  at: seconds === null ? null : now - 3_600_000 + seconds * 1_000,
  latitude,
  longitude: latitude === null ? null : 14,
  metresPerSecond: null,
  course: null,
  battery: null,
});

test('adjacent points with the same problem are reported as one', () => {
  const { usable, problems } = checkPoints(
    [point(null), point(null), point(null), point(1), point(null)],
    rules,
  );
  expect(usable).toHaveLength(1);
  expect(problems).toMatchObject([
    { point: 1, lastPoint: 3, refused: true, message: says('time') },
    { point: 5, lastPoint: 5, refused: true },
  ]);
});

test('a reversed track is sorted and reported once', () => {
  const { usable, problems } = checkPoints([point(30), point(20), point(10), point(0)], rules);
  expect(usable.map(({ at }) => at)).toEqual(
    [0, 10, 20, 30].map((seconds) => now - 3_600_000 + seconds * 1_000),
  );
  expect(problems).toMatchObject([{ point: 2, lastPoint: 4, refused: false }]);
});

test('the speed of a jump is in the unit of the settings', () => {
  const { problems } = checkPoints([point(0), point(10, 46)], { ...rules, speedUnit: 'mph' });
  expect(problems[0]?.message).toEqual(says(/would take more than \d+ mph\.$/));
});

test('a jump is reported by time, not by position in the file', () => {
  const { problems } = checkPoints([point(0), point(20), point(10, 46)], rules);
  expect(
    problems.map(({ point: number, message }) => [number, t(message as Message).split(':')[0]]),
  ).toEqual([
    [2, 'Too far from the point before'],
    [3, 'Older than the point before; it is sent in the order of time.'],
    [3, 'Too far from the point before'],
  ]);
});

test('coordinates out of range have no position on a map', () => {
  const { problems } = checkPoints([point(0, 91), point(1, null), point(null, 45)], rules);
  expect(problems.map(({ place }) => place)).toEqual([null, null, { latitude: 45, longitude: 14 }]);
});

test('a second point with the same time is refused, at any position in the file', () => {
  const { usable, problems } = checkPoints([point(5), point(0), point(5, 45.0001)], rules);
  expect(usable).toHaveLength(2);
  expect(problems.find(({ refused }) => refused)).toMatchObject({
    point: 3,
    message: says('The same time as point 1.'),
  });
});

test('points of a table are reported by line, also with rows of other devices in between', () => {
  const onLine = (line: number, seconds: number | null) => ({ ...point(seconds), line });
  const { problems } = checkPoints(
    [onLine(2, 5), onLine(3, null), onLine(7, null), onLine(9, 5)],
    rules,
  );
  expect(problems).toMatchObject([
    { point: 2, lastPoint: 3, lines: { first: 3, last: 7 } },
    { point: 4, lines: { first: 9, last: 9 }, message: says('The same time as line 2.') },
  ]);
  expect(checkPoints([point(null)], rules).problems).toMatchObject([{ lines: null }]);
});
