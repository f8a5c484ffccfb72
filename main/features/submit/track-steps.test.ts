import { expect, test } from 'vitest';
import { importedTrack, locationSteps } from './track-steps';

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
  expect([...locationSteps(usable, 'van', 0.5)]).toEqual([
    {
      kind: 'report',
      action: 'submitLocation',
      id: 'van',
      location: { at: 1_000, latitude: 40, longitude: -3, speed: 20, course: null, battery: 51 },
    },
    {
      kind: 'report',
      action: 'submitLocation',
      id: 'van',
      location: { at: 2_000, latitude: 41, longitude: -4, speed: null, course: 90, battery: null },
    },
  ]);
});

test('counts the points that cannot be sent', () => {
  const track = {
    name: 'Ride',
    points: 5,
    timed: 4,
    notes: [],
    usable,
    problems: [],
    problemCount: 3,
  };
  expect(importedTrack(track as unknown as Parameters<typeof importedTrack>[0], 2)).toEqual({
    index: 2,
    name: 'Ride',
    points: 5,
    usable: 2,
    refused: 3,
    timed: 4,
    notes: [],
    from: 1_000.4,
    to: 2_000,
    problems: [],
    problemCount: 3,
  });
});
