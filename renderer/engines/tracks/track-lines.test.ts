import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { joins, levelAt, levelsOf, thinnest } from './track-lines';

const lineOf = (points: readonly [x: number, y: number, join?: number, share?: number][]) => ({
  x: Float64Array.from(points, ([x]) => x),
  y: Float64Array.from(points, ([, y]) => y),
  join: Uint8Array.from(points, ([, , join]) => join ?? joins.joined),
  share: Float32Array.from(points, ([, , , share]) => share ?? Number.NaN),
});

const unit = fc.double({ min: 0, max: 1, noNaN: true });
const points = fc.array(
  fc.tuple(unit, unit, fc.constantFrom(joins.joined, joins.gap, joins.jump), unit),
  { minLength: 1, maxLength: 200 },
);

describe('levels of a line', () => {
  test('each level has a part of the finer one, in order, with both ends of the line', () => {
    fc.assert(
      fc.property(points, (input) => {
        const levels = levelsOf(lineOf(input));
        for (const [i, level] of levels.entries()) {
          const rows = [...level.index];
          expect(rows).toEqual(rows.toSorted((a, b) => a - b));
          expect(rows[0]).toBe(0);
          expect(rows.at(-1)).toBe(input.length - 1);
          const finer = new Set(levels[Math.max(0, i - 1)]!.index);
          expect(rows.every((row) => finer.has(row))).toBe(true);
        }
      }),
    );
  });

  test('no fix is farther than one dot from the one drawn before it', () => {
    fc.assert(
      fc.property(points, (input) => {
        const line = lineOf(input);
        const levels = levelsOf(line);
        for (const level of levels.slice(1)) {
          // Each coarser level may add its own dot's width.
          const reach = levels
            .filter(({ zoom }) => zoom >= level.zoom && Number.isFinite(zoom))
            .reduce((sum, { zoom }) => sum + thinnest(zoom), 0);
          let last = 0;
          const drawn = new Set(level.index);
          for (let i = 0; i < input.length; i++) {
            if (drawn.has(i)) last = i;
            const away = Math.hypot(line.x[i]! - line.x[last]!, line.y[i]! - line.y[last]!);
            expect(away).toBeLessThanOrEqual(reach * 1.000001);
          }
        }
      }),
    );
  });

  test('keeps a visible gap and leaves out one within a dot', () => {
    const far = lineOf([
      [0.1, 0.1],
      [0.2, 0.1, joins.gap],
      [0.3, 0.1],
    ]);
    expect([...levelsOf(far).at(-1)!.join]).toEqual([joins.joined, joins.gap, joins.joined]);
    const near = lineOf([
      [0.1, 0.1],
      [0.1 + 1e-9, 0.1, joins.gap],
      [0.3, 0.1],
    ]);
    const coarse = levelsOf(near).at(-1)!;
    expect([...coarse.index]).toEqual([0, 2]);
    expect([...coarse.join]).toEqual([joins.joined, joins.joined]);
  });

  test('a piece has the mean value of the fixes it replaces', () => {
    const line = lineOf([
      [0.1, 0.1, joins.joined, 0],
      [0.1 + 1e-9, 0.1, joins.joined, 0.2],
      [0.3, 0.1, joins.joined, 0.6],
    ]);
    expect(levelsOf(line).at(-1)!.share[1]).toBeCloseTo(0.4);
  });

  test('chooses the level for the zoom', () => {
    const levels = levelsOf(lineOf([[0.5, 0.5]]));
    expect(levelAt(levels, 9.5).zoom).toBe(10);
    expect(levelAt(levels, 9.5, 1).zoom).toBe(8);
    expect(levelAt(levels, 20).zoom).toBe(Number.POSITIVE_INFINITY);
    expect(levelAt(levels, 0, 5).zoom).toBe(2);
  });
});
