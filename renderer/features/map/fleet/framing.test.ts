import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { MapFeed } from '#features/fleet-data';
import { Framing } from './framing';

const box = { west: 0.4, north: 0.4, east: 0.6, south: 0.6 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
  const extent = vi.fn<MapFeed['extent']>(() => Promise.resolve(box));
  const fit = vi.fn<(area: typeof box, isAnimated: boolean) => void>();
  const onFramed = vi.fn<() => void>();
  return { extent, fit, onFramed, framing: new Framing({ extent }, { fit }, onFramed) };
}

test('frames the first fleet, and again once its positions have doubled', async () => {
  const { framing, fit, onFramed } = setUp();
  await framing.fleetChanged({ generation: 1, total: 10, positions: 10 });
  await framing.fleetChanged({ generation: 1, total: 19, positions: 19 });
  expect(fit.mock.calls).toEqual([[box, false]]);
  await framing.fleetChanged({ generation: 1, total: 20, positions: 20 });
  expect(fit).toHaveBeenCalledTimes(2);
  expect(onFramed).toHaveBeenCalledTimes(2);
});

test('counts as framed while there is nothing to frame', async () => {
  const { framing, fit } = setUp();
  expect(framing.isFramed).toBe(true);
  await framing.fleetChanged({ generation: 1, total: 0, positions: 0 });
  expect(framing.isFramed).toBe(true);
  expect(fit).not.toHaveBeenCalled();
});

test('leaves a view alone that the user chose while the extent was requested', async () => {
  const { framing, fit } = setUp();
  const framed = framing.fleetChanged({ generation: 1, total: 10, positions: 10 });
  framing.viewChosen();
  await framed;
  expect(fit).not.toHaveBeenCalled();
  framing.startOver();
  await framing.fleetChanged({ generation: 2, total: 10, positions: 10 });
  expect(fit).toHaveBeenCalledTimes(1);
});

test('frames again after a resize, once the size stays the same', async () => {
  const { framing, fit } = setUp();
  await framing.fleetChanged({ generation: 1, total: 10, positions: 10 });
  framing.resized();
  await vi.advanceTimersByTimeAsync(100);
  framing.resized();
  await vi.advanceTimersByTimeAsync(100);
  expect(fit).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(100);
  expect(fit).toHaveBeenCalledTimes(2);
});

test('fits everything on request, whatever the user chose', async () => {
  const { framing, fit, extent } = setUp();
  framing.viewChosen();
  await framing.fitAll(true);
  expect(fit.mock.calls).toEqual([[box, true]]);
  extent.mockResolvedValueOnce(null);
  await framing.fitAll(true);
  expect(fit).toHaveBeenCalledTimes(1);
});
