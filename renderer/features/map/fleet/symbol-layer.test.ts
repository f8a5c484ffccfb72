import { describe, expect, it } from 'vitest';
import { worldsOnScreen } from './symbol-layer';

describe('worldsOnScreen', () => {
  it('counts the visible copies of the world, including those whose symbols overlap the edge', () => {
    expect(worldsOnScreen(-10, 30, 5)).toEqual([0, 0]);
    expect(worldsOnScreen(-300, 300, 0.6)).toEqual([-1, 1]);
    expect(worldsOnScreen(-179.9, -170, 6)).toEqual([-1, 0]);
  });
});
