import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { curvePlace, curveRange, deepestLevel, FleetGrid } from './grid';
import { columnsOf } from './synthetic.test-support';

const sorted = (slots: Iterable<number>) => Array.from(slots).sort((a, b) => a - b);

const cell = fc.integer({ min: 0, max: 2 ** deepestLevel - 1 });

describe('the curve', () => {
  it('gives every cell a range of its own inside the range of each larger cell', () => {
    fc.assert(
      fc.property(cell, cell, fc.integer({ min: 0, max: deepestLevel }), (x, y, level) => {
        const place = curvePlace(x, y);
        expect(Number.isSafeInteger(place)).toBe(true);
        const shift = 2 ** (deepestLevel - level);
        const [from, to] = curveRange(level, Math.floor(x / shift), Math.floor(y / shift));
        expect(place >= from && place < to).toBe(true);
      }),
    );
  });

  it('fills the world without gaps', () => {
    const places = [0, 1].flatMap((y) => [0, 1].map((x) => curveRange(1, x, y)));
    expect(places.map(([from]) => from / 4 ** 25)).toEqual([0, 1, 2, 3]);
    expect(places.at(-1)![1]).toBe(4 ** 26);
  });
});

describe('FleetGrid', () => {
  it('leaves out devices without a position, and follows when one gets or loses a position', () => {
    const columns = columnsOf([{ at: [10, 10] }, {}, { at: [50, 8] }]);
    const grid = new FleetGrid(columns, 3);
    expect(sorted(grid.order)).toEqual([0, 2]);
    columns.latitude[1] = 1;
    columns.longitude[1] = 1;
    columns.latitude[0] = Number.NaN;
    grid.update(Uint32Array.of(0, 1));
    expect(sorted(grid.order)).toEqual([1, 2]);
    expect(grid.has(0)).toBe(false);
  });

  it('does not move the anchor for moves of less than ten metres', () => {
    const columns = columnsOf([{ at: [0, 0.5] }]);
    const grid = new FleetGrid(columns, 1);
    const anchor = grid.anchorX[0]!;
    columns.longitude[0] = 0.5 + 8 / 111_320;
    grid.update(Uint32Array.of(0));
    expect(grid.anchorX[0]).toBe(anchor);
    expect(grid.x[0]).not.toBe(anchor);
    columns.longitude[0] = 0.5 + 12 / 111_320;
    grid.update(Uint32Array.of(0));
    expect(grid.anchorX[0]).toBe(grid.x[0]);
  });
});
