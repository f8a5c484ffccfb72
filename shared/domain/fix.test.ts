import { describe, expect, test } from 'vitest';
import { clockToleranceMs, weekCounterMs } from './device-state';
import { type Fix, effectOf, estimatedForMs, movementSince, positionOf } from './fix';

const now = Date.UTC(2026, 5, 1, 12);
const minute = 60_000;
const hour = 60 * minute;
const year2080 = Date.UTC(2080, 0, 1);
const report = (at: number | null, latitude: number | null = 45) => ({
  fix: { at, latitude, longitude: latitude } as Fix,
  isUnderstood: true,
});
const known = (fixAt: number, positionAt = fixAt) => ({ fixAt, positionAt });
const nothing = known(Number.NaN);
const wrapped = now - weekCounterMs;

test.each([
  ['the first report', report(now), nothing, 'taken'],
  ['the first report, dated in the future', report(year2080), nothing, 'taken'],
  ['a newer report', report(now), known(now - minute), 'taken'],
  ['the same time again, which may correct values', report(now), known(now), 'taken'],
  ['a late, older report', report(now - minute), known(now), 'older'],
  ['an older report without a position', report(now - minute, null), known(now), 'older'],
  [
    'an older report with a newer position',
    report(now - minute),
    known(now, now - 2 * minute),
    'olderPosition',
  ],
  ['a first position in an older report', report(now - minute), known(now, NaN), 'olderPosition'],
  ['a report dated in the future', report(year2080), known(now - minute), 'ahead'],
  ['a report of a wrapped week counter', report(wrapped), known(now - minute), 'behind'],
  ['a report of a clock that was never set', report(0), known(now - minute), 'behind'],
  ['its first position', report(wrapped), known(now - minute, NaN), 'behind'],
  ['one after a long silence', report(wrapped), known(now - 2 * hour), 'taken'],
  ['the next one of that clock', report(wrapped), known(wrapped - minute), 'taken'],
  ['a present report after one of that clock', report(now), known(wrapped), 'taken'],
  ['a clock within the tolerance', report(now + clockToleranceMs), known(now), 'taken'],
  ['a present report after one of the future', report(now), known(year2080), 'taken'],
  ['an old report after one of the future', report(now - 9 * hour), known(year2080), 'taken'],
  ['a newer report of the future', report(year2080 + 1), known(year2080), 'taken'],
  // A device whose clock is always an hour ahead reports again in the morning.
  ['a future report after a long silence', report(now + hour), known(now - 9 * hour), 'taken'],
  ['no report', { fix: null, isUnderstood: true }, known(now), 'none'],
  [
    'content that is not understood',
    { fix: null, isUnderstood: false },
    known(now),
    'notUnderstood',
  ],
  ['a report without a time', report(null), known(now), 'notUnderstood'],
] as const)('%s', (_, answer, before, effect) => {
  expect(effectOf(answer, before, now)).toBe(effect);
});

describe('an estimated position', () => {
  const report = { at: 1_000, speed: 10, course: 90 };

  test('a device goes on in the direction and at the speed of its report', () => {
    const moved = movementSince(report, 21_000)!;
    expect(moved.east).toBeCloseTo(200);
    expect(moved.north).toBeCloseTo(0);
  });

  test('a slow device and a report of a moment ago are estimated too', () => {
    expect(movementSince({ ...report, speed: 0.5, course: 0 }, 1_001)).toEqual({
      east: 0,
      north: expect.closeTo(0.0005, 9) as number,
    });
  });

  test('a course above 90 degrees leads south, above 180 west', () => {
    const moved = movementSince({ ...report, course: 225 }, 2_000)!;
    expect(moved.north).toBeCloseTo(-7.071);
    expect(moved.east).toBeCloseTo(-7.071);
  });

  test('for at most 45 seconds', () => {
    expect(movementSince(report, 1_000 + estimatedForMs)!.east).toBeCloseTo(450);
    expect(movementSince(report, 1_001 + estimatedForMs)).toBeNull();
  });

  test.each([
    ['a report of this moment', report, 1_000],
    ['a report dated after now', report, 500],
    ['a speed below zero', { ...report, speed: -1 }, 21_000],
    ['no speed', { ...report, speed: Number.NaN }, 21_000],
    ['standing', { ...report, speed: 0 }, 21_000],
    ['no course', { ...report, course: Number.NaN }, 21_000],
    ['no time', { ...report, at: Number.NaN }, 21_000],
  ])('nothing is estimated with %s', (_, motion, now) => {
    expect(movementSince(motion, now)).toBeNull();
  });
});

test('a position needs both coordinates', () => {
  const fix = { at: 1, latitude: 2, longitude: 3, speed: null, course: 4, battery: 5 };
  expect(positionOf(fix as never)).toEqual({
    at: 1,
    latitude: 2,
    longitude: 3,
    speed: null,
    course: 4,
  });
  expect(positionOf({ ...fix, latitude: null } as never)).toBeNull();
  expect(positionOf({ ...fix, longitude: null } as never)).toBeNull();
  expect(positionOf(null)).toBeNull();
});
