import { expect, test, vi } from 'vitest';
import type { Viewport } from '#shared/domain/mercator';
import { projectNear, ViewportRequests, worldsOnScreen } from './viewport';

function setUp() {
  let view = { west: 0, east: 10, north: 10, south: 0, zoom: 5 };
  const map = {
    getBounds: () => ({
      getWest: () => view.west,
      getEast: () => view.east,
      getNorth: () => view.north,
      getSouth: () => view.south,
    }),
    getZoom: () => view.zoom,
  } as unknown as ConstructorParameters<typeof ViewportRequests>[0];
  const send = vi.fn<(viewport: Viewport) => void>();
  const requests = new ViewportRequests(map, send);
  const move = (to: Partial<typeof view>) => {
    view = { ...view, ...to };
    requests.update();
  };
  return { requests, send, move };
}

test('requests more than is on screen, so that a small pan needs no request', () => {
  const { send, move } = setUp();
  move({});
  expect(send.mock.lastCall![0].west).toBeLessThan(180 / 360);
  move({ west: 1, east: 11 });
  expect(send).toHaveBeenCalledTimes(1);
  move({ west: 8, east: 18 });
  expect(send).toHaveBeenCalledTimes(2);
});

test('requests again at another whole zoom, or when the contents changed', () => {
  const { requests, send, move } = setUp();
  move({});
  move({ zoom: 5.9 });
  expect(send).toHaveBeenCalledTimes(1);
  move({ zoom: 6 });
  expect(send).toHaveBeenCalledTimes(2);
  requests.repeat();
  expect(send).toHaveBeenCalledTimes(3);
});

test('what reaches the edges of the world covers all latitudes', () => {
  const { send, move } = setUp();
  move({ west: -180, east: 180, north: 85, south: -85, zoom: 0 });
  move({ north: 89, south: -89 });
  expect(send).toHaveBeenCalledTimes(1);
});

/** One pixel per degree, unrolled over the copies of the world as in the map. */
const unrolled = {
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
  const place = projectNear(unrolled, { longitude, latitude: 45 }, near);
  expect(place.x).toBeCloseTo(x, 6);
  expect(place.y).toBe(45);
});

test('the copies of the world on screen include those whose symbols overlap the edge', () => {
  expect(worldsOnScreen(-10, 30, 5)).toEqual([0, 0]);
  expect(worldsOnScreen(-300, 300, 0.6)).toEqual([-1, 1]);
  expect(worldsOnScreen(-179.9, -170, 6)).toEqual([-1, 0]);
});
