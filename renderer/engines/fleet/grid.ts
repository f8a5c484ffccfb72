import type { FixColumns } from '#shared/fleet/columns';
import { mercatorX, mercatorY, metresPerUnit } from '#shared/domain/mercator';
import { allSlots, resortChanged, sortSlots } from './sorted-slots';

/** The deepest level of the grid: 2^26 cells along each axis, 0.6 m at the equator. */
export const deepestLevel = 26;
const halfBits = deepestLevel / 2;
const halfSize = 1 << halfBits;
const cellsPerAxis = 2 ** deepestLevel;

/** A device that moves less than this keeps its position for clustering. */
const anchorMetres = 10;

function spread(bits: number): number {
  let spreaded = bits & (halfSize - 1);
  spreaded = (spreaded | (spreaded << 8)) & 0x00ff00ff;
  spreaded = (spreaded | (spreaded << 4)) & 0x0f0f0f0f;
  spreaded = (spreaded | (spreaded << 2)) & 0x33333333;
  return (spreaded | (spreaded << 1)) & 0x55555555;
}

const interleave = (x: number, y: number) => spread(x) + spread(y) * 2;

/**
 * The position of a cell of the deepest level on the Z curve (52 bits, exact in a double). Every cell
 * of every level is one range of the curve, so one sorted list gives the clusters of all zooms.
 */
export function curvePlace(cellX: number, cellY: number): number {
  const high = interleave(Math.floor(cellX / halfSize), Math.floor(cellY / halfSize));
  const low = interleave(cellX % halfSize, cellY % halfSize);
  return high * halfSize * halfSize + low;
}

/** The range of the curve that a cell of a level covers: from inclusive to exclusive. */
export function curveRange(level: number, cellX: number, cellY: number): [number, number] {
  const side = 2 ** (deepestLevel - level);
  const from = curvePlace(cellX * side, cellY * side);
  return [from, from + side * side];
}

const deepestCell = (coordinate: number) =>
  Math.min(cellsPerAxis - 1, Math.max(0, Math.floor(coordinate * cellsPerAxis)));

/** The position of every device on the Mercator plane, sorted along the Z curve. */
export class FleetGrid {
  /** Mercator coordinates by slot; NaN without a position. */
  readonly x: Float64Array<ArrayBuffer>;
  readonly y: Float64Array<ArrayBuffer>;
  /** The same without moves of less than 10 m; used for clusters, so that they stay stable. */
  readonly anchorX: Float64Array<ArrayBuffer>;
  readonly anchorY: Float64Array<ArrayBuffer>;
  /** Slots with a position, sorted along the curve. */
  order: Uint32Array;
  readonly #place: Float64Array;
  readonly #tie: Uint32Array;

  constructor(
    private readonly fixes: FixColumns,
    count: number,
  ) {
    this.x = new Float64Array(count).fill(Number.NaN);
    this.y = new Float64Array(count).fill(Number.NaN);
    this.anchorX = new Float64Array(count).fill(Number.NaN);
    this.anchorY = new Float64Array(count).fill(Number.NaN);
    this.#place = new Float64Array(count).fill(Number.NaN);
    this.#tie = allSlots(count);
    for (let slot = 0; slot < count; slot++) this.#locate(slot);
    const placed = this.#tie.filter((slot) => this.has(slot));
    this.order = sortSlots(placed, { key: this.#place, tie: this.#tie });
  }

  has(slot: number): boolean {
    return !Number.isNaN(this.x[slot]!);
  }

  /** The number of devices with a position. */
  get placed(): number {
    return this.order.length;
  }

  /** Updates the positions of `slots` from the columns. */
  update(slots: Uint32Array): void {
    const moved: number[] = [];
    for (const slot of slots) if (this.#locate(slot)) moved.push(slot);
    if (moved.length === 0) return;
    const keys = { key: this.#place, tie: this.#tie };
    this.order = resortChanged(this.order, moved, keys, (slot) => this.has(slot));
  }

  /** The index in `order` of the first device at or after a position on the curve. */
  firstAt(place: number, from = 0): number {
    let low = from;
    let high = this.order.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#place[this.order[middle]!]! < place) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  placeOf(slot: number): number {
    return this.#place[slot]!;
  }

  /** Returns whether the device changed its position on the curve. */
  #locate(slot: number): boolean {
    const x = mercatorX(this.fixes.longitude[slot]!);
    const y = mercatorY(this.fixes.latitude[slot]!);
    const hasPosition = !Number.isNaN(x) && !Number.isNaN(y);
    this.x[slot] = hasPosition ? x : Number.NaN;
    this.y[slot] = hasPosition ? y : Number.NaN;
    if (hasPosition && this.#isNearAnchor(slot, x, y)) return false;
    this.anchorX[slot] = this.x[slot]!;
    this.anchorY[slot] = this.y[slot]!;
    const before = this.#place[slot]!;
    const after = hasPosition ? curvePlace(deepestCell(x), deepestCell(y)) : Number.NaN;
    this.#place[slot] = after;
    return !Object.is(before, after);
  }

  #isNearAnchor(slot: number, x: number, y: number): boolean {
    const dx = x - this.anchorX[slot]!;
    const dy = y - this.anchorY[slot]!;
    if (Number.isNaN(dx) || Math.abs(dx) > 1e-5 || Math.abs(dy) > 1e-5) return false;
    return Math.hypot(dx, dy) * metresPerUnit(y) < anchorMetres;
  }
}
