import { expect, test } from 'vitest';
import { locationSteps } from './submissions';

const nothing = Number.NaN;
const usable = {
  at: Float64Array.of(1_000.4, 2_000),
  latitude: Float64Array.of(40, 41),
  longitude: Float64Array.of(-3, -4),
  metresPerSecond: Float64Array.of(10, nothing),
  course: Float64Array.of(nothing, 90),
  battery: Float64Array.of(50.6, nothing),
};

test('makes one step per point, with missing values as null', () => {
  const whole = { at: 1_000, latitude: 40, longitude: -3, speed: 20, course: null, battery: 51 };
  const part = { at: 2_000, latitude: 41, longitude: -4, speed: null, course: 90, battery: null };
  expect([...locationSteps(usable, 'van', 0.5)]).toEqual([
    { kind: 'report', action: 'submitLocation', id: 'van', location: whole },
    { kind: 'report', action: 'submitLocation', id: 'van', location: part },
  ]);
});
