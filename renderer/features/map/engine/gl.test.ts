import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { covers, withMargin } from './coverage';
import { differing, movedTo, rgb } from './gl';
import { slotsToName } from '../fleet/labels';
import { worldsOnScreen } from '../fleet/symbol-layer';
import { tooltipLines } from './tooltip';

describe('differing', () => {
  it('names a stretch that, replaced, makes both the same', () => {
    const numbers = fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 12 });
    fc.assert(
      fc.property(numbers, numbers, (a, b) => {
        const after = Float32Array.from(b);
        const patched = new Float32Array(after.length);
        patched.set(a.slice(0, after.length));
        const [from, to] = differing(Float32Array.from(a), after);
        patched.set(after.subarray(from, to), from);
        expect(patched).toEqual(after);
      }),
    );
    expect(differing(Float32Array.of(1, 2, 3, 4), Float32Array.of(1, 9, 3, 4))).toEqual([1, 2]);
    expect(differing(Float32Array.of(1), Float32Array.of(1))).toEqual([1, 1]);
  });
});

describe('movedTo', () => {
  it('moves before it rounds', () => {
    const scale = 2 ** 29;
    const matrix = [scale, 0, 0, 0, 0, scale, 0, 0, 0, 0, 1, 0, -scale * 0.7, -scale * 0.3, 0, 1];
    const moved = movedTo(matrix, 0.7 + 1e-9, 0.3);
    expect(moved[12]).toBeCloseTo(scale * 1e-9, 6);
    expect(moved[13]).toBeCloseTo(0, 6);
  });
});

describe('rgb', () => {
  it('reads a colour', () => {
    expect(rgb('#ff0080')).toEqual([1, 0, 128 / 255]);
  });
});

describe('worldsOnScreen', () => {
  it('counts the copies of the world, and those whose symbols reach in', () => {
    expect(worldsOnScreen(-10, 30, 5)).toEqual([0, 0]);
    expect(worldsOnScreen(-300, 300, 0.6)).toEqual([-1, 1]);
    expect(worldsOnScreen(-179.9, -170, 6)).toEqual([-1, 0]);
  });
});

describe('what is asked of the worker', () => {
  const view = { west: 0.4, east: 0.5, north: 0.3, south: 0.4, zoom: 5.4 };

  it('serves small pans and the zooms up to the next whole one', () => {
    const asked = withMargin(view);
    expect(covers(asked, { ...view, west: 0.42, east: 0.52, zoom: 5.9 })).toBe(true);
    expect(covers(asked, { ...view, west: 0.44, east: 0.54 })).toBe(false);
    expect(covers(asked, { ...view, zoom: 6 })).toBe(false);
  });

  it('serves all latitudes once it reaches the ends of the world', () => {
    const asked = withMargin({ west: 0, east: 1, north: 0, south: 1, zoom: 0 });
    expect(covers(asked, { west: 0, east: 1, north: 0, south: 1, zoom: 0.5 })).toBe(true);
  });
});

describe('slotsToName', () => {
  it('takes the selected device and those nearest to the middle', () => {
    const many = 500;
    const visible = {
      generation: 1,
      viewport: { west: 0, east: 1, north: 0, south: 1, zoom: 16 },
      singles: {
        slot: Uint32Array.from({ length: many }, (_, i) => i),
        x: Float64Array.from({ length: many }, (_, i) => 0.5 + i / many / 2.1),
        y: new Float64Array(many).fill(0.5),
        state: new Uint8Array(many),
        course: new Float32Array(many),
        flags: new Uint8Array(many),
      },
      clusters: {} as never,
      selected: { slot: 777 } as never,
      drawn: many,
    };
    const slots = slotsToName(visible);
    expect([...slots.subarray(0, 3)]).toEqual([777, 0, 1]);
    expect(slots).toHaveLength(301);
  });
});

describe('tooltipLines', () => {
  it('names eight and counts the others', () => {
    const devices = Array.from({ length: 8 }, (_, i) => ({ label: `Van ${i}` }));
    expect(tooltipLines(devices, 42).slice(-2)).toEqual(['Van 7', 'and 34 more']);
    expect(tooltipLines(devices.slice(0, 1), 1)).toEqual(['Van 0']);
  });
});
