import { describe, expect, it } from 'vitest';
import { covers, withMargin } from './coverage';

describe('coverage of a requested viewport', () => {
  const view = { west: 0.4, east: 0.5, north: 0.3, south: 0.4, zoom: 5.4 };

  it('covers small pans and zooming within a whole zoom', () => {
    const requested = withMargin(view);
    expect(covers(requested, { ...view, west: 0.42, east: 0.52, zoom: 5.9 })).toBe(true);
    expect(covers(requested, { ...view, west: 0.44, east: 0.54 })).toBe(false);
    expect(covers(requested, { ...view, zoom: 6 })).toBe(false);
  });

  it('covers all latitudes once it reaches the edges of the world', () => {
    const requested = withMargin({ west: 0, east: 1, north: 0, south: 1, zoom: 0 });
    expect(covers(requested, { west: 0, east: 1, north: 0, south: 1, zoom: 0.5 })).toBe(true);
  });
});
