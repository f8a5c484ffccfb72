import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differing, movedTo, rgb } from './gl';

describe('differing', () => {
  it('returns a range that makes both equal when replaced', () => {
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
  it('translates before rounding', () => {
    const scale = 2 ** 29;
    const matrix = [scale, 0, 0, 0, 0, scale, 0, 0, 0, 0, 1, 0, -scale * 0.7, -scale * 0.3, 0, 1];
    const moved = movedTo(matrix, 0.7 + 1e-9, 0.3);
    expect(moved[12]).toBeCloseTo(scale * 1e-9, 6);
    expect(moved[13]).toBeCloseTo(0, 6);
  });
});

describe('rgb', () => {
  it('parses a colour', () => {
    expect(rgb('#ff0080')).toEqual([1, 0, 128 / 255]);
  });
});
