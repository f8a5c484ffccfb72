import { expect, test } from 'vitest';
import { projectNear } from './project';

/** One pixel per degree, unrolled over the copies of the world as in the map. */
const map = {
  project: (at: unknown) => {
    const [x, y] = at as [number, number];
    return { x, y } as ReturnType<Parameters<typeof projectNear>[0]['project']>;
  },
};

test.each([
  [179.9, -179.8, 180.2],
  [-179.9, 179.8, -180.2],
  [180.5, -179.8, 180.2],
  [-541, 179.8, -540.2],
  [4.8, 4.9, 4.9],
])('near %d, the longitude %d is at %d', (near, longitude, x) => {
  const place = projectNear(map, { longitude, latitude: 45 }, near);
  expect(place.x).toBeCloseTo(x, 6);
  expect(place.y).toBe(45);
});
