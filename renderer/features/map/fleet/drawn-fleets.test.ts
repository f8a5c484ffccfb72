import { expect, test, vi } from 'vitest';
import { DrawnFleets } from './drawn-fleets';

test('reports each fleet once, also to a listener that comes later', () => {
  const fleets = new DrawnFleets();
  const early = vi.fn<(generation: number) => void>();
  const stop = fleets.add(early);
  fleets.drawn(1);
  fleets.drawn(1);
  fleets.drawn(2);
  expect(early.mock.calls).toEqual([[1], [2]]);
  stop();
  const late = vi.fn<(generation: number) => void>();
  fleets.add(late);
  fleets.drawn(3);
  expect(late.mock.calls).toEqual([[2], [3]]);
  expect(early).toHaveBeenCalledTimes(2);
});
