import { expect, test, vi } from 'vitest';
import type { Map as BaseMap } from 'maplibre-gl';
import type { Viewport } from '#engines/geo';
import { ViewportRequests } from './viewport-requests';

function setUp() {
  let view = { west: 0, east: 10, zoom: 5 };
  const map = {
    getBounds: () => ({
      getWest: () => view.west,
      getEast: () => view.east,
      getNorth: () => 10,
      getSouth: () => 0,
    }),
    getZoom: () => view.zoom,
  } as unknown as Pick<BaseMap, 'getBounds' | 'getZoom'>;
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
