import { deviceStates } from '#shared/domain/device-state';
import { curveRange, deepestLevel, type FleetGrid } from './grid';
import type { ClusterRef, Viewport, VisibleClusters, VisibleSingles } from './types';

/** Above this zoom, at any density, only devices whose symbols overlap are drawn as one. */
export const clusterMaxZoom = 14;
/** From this zoom, where streets are drawn, cells with few devices are not clustered either. */
const streetMinZoom = 10;
/** The most devices of such a cell: more symbols would hide the map and each other. */
const mostApart = 16;
/** Levels between the cells of clusters and the cells of symbols that overlap: 64 and 8 pixels. */
const overlapLevels = 3;
/** World size at zoom 0, pixels. */
const worldPixels = 512;
/** Devices in one cell stay single if their symbols do not touch: distance in pixels, and how many. */
const symbolPixels = 28;
const fewDevices = 4;
/** The least distance of a cluster's disc from the cell's edge, as a share of the cell. */
const edgeShare = 0.3;

/** The quarters of a cell in the order of the curve. */
const quarters = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
] as const;

/** The level of the grid whose cells are the clusters at a zoom: 64 pixels, 8 when zoomed in. */
export function clusterLevel(zoom: number): number {
  const whole = Math.max(0, Math.floor(zoom));
  return whole <= clusterMaxZoom ? Math.min(deepestLevel, whole + 3) : overlapLevel(whole);
}

function overlapLevel(wholeZoom: number): number {
  return Math.min(deepestLevel, wholeZoom + 3 + overlapLevels);
}

/** Whether a cluster of so many devices would help less than their symbols on the streets. */
function isSparse(count: number, wholeZoom: number): boolean {
  return wholeZoom >= streetMinZoom && count <= mostApart;
}

/** Determines which devices are drawn, and how. */
export interface DrawnDevices {
  grid: FleetGrid;
  /** 1 for each device that matches the query and is drawn. */
  matches: Uint8Array;
  states: Uint8Array;
  course: Float32Array;
  flags: Uint8Array;
  /** Drawn separately, in no cluster; -1 for none. */
  selected: number;
}

/** A growing list; trimmed to its size when it is returned. */
class Singles {
  readonly slots: number[] = [];

  pack({ grid, states, course, flags }: DrawnDevices): VisibleSingles {
    const { slots } = this;
    const take = (from: Float64Array) => Float64Array.from(slots, (slot) => from[slot]!);
    return {
      slot: Uint32Array.from(slots),
      x: take(grid.x),
      y: take(grid.y),
      state: Uint8Array.from(slots, (slot) => states[slot]!),
      course: Float32Array.from(slots, (slot) => course[slot]!),
      flags: Uint8Array.from(slots, (slot) => flags[slot]!),
    };
  }
}

class Clusters {
  readonly level: number[] = [];
  readonly cellX: number[] = [];
  readonly cellY: number[] = [];
  readonly x: number[] = [];
  readonly y: number[] = [];
  readonly count: number[] = [];
  readonly byState: number[] = [];

  pack(): VisibleClusters {
    return {
      level: Uint8Array.from(this.level),
      cellX: Uint32Array.from(this.cellX),
      cellY: Uint32Array.from(this.cellY),
      x: Float64Array.from(this.x),
      y: Float64Array.from(this.y),
      count: Uint32Array.from(this.count),
      byState: Uint32Array.from(this.byState),
    };
  }
}

/** The slots of the devices of a cell, without the one drawn separately. */
function membersOf(devices: DrawnDevices, cell: ClusterRef, into: number[]): number[] {
  const { grid, matches, selected } = devices;
  const [from, to] = curveRange(cell.level, cell.cellX, cell.cellY);
  into.length = 0;
  for (let i = grid.firstAt(from); i < grid.order.length; i++) {
    const slot = grid.order[i]!;
    if (grid.placeOf(slot) >= to) break;
    if (matches[slot] === 1 && slot !== selected) into.push(slot);
  }
  return into;
}

/** The members of a cluster. */
export function clusterMembers(devices: DrawnDevices, cell: ClusterRef): number[] {
  return membersOf(devices, cell, []);
}

/** Few enough and far enough apart to be distinguished. */
function areApart({ grid }: DrawnDevices, members: readonly number[], zoom: number): boolean {
  if (members.length > fewDevices) return false;
  const least = symbolPixels / (worldPixels * 2 ** Math.floor(zoom));
  return members.every((a, i) =>
    members
      .slice(i + 1)
      .every(
        (b) =>
          Math.hypot(grid.anchorX[a]! - grid.anchorX[b]!, grid.anchorY[a]! - grid.anchorY[b]!) >=
          least,
      ),
  );
}

function addCluster(
  clusters: Clusters,
  { grid, states }: DrawnDevices,
  cell: ClusterRef,
  members: readonly number[],
  isStack: boolean,
): void {
  let x = 0;
  let y = 0;
  const byState = deviceStates.map(() => 0);
  for (const slot of members) {
    x += grid.anchorX[slot]!;
    y += grid.anchorY[slot]!;
    byState[states[slot]!]! += 1;
  }
  x /= members.length;
  y /= members.length;
  const isAtOneSpot = members.every(
    (slot) =>
      grid.anchorX[slot] === grid.anchorX[members[0]!] &&
      grid.anchorY[slot] === grid.anchorY[members[0]!],
  );
  if (isAtOneSpot) {
    // The mean of equal numbers is not always exactly that number.
    x = grid.anchorX[members[0]!]!;
    y = grid.anchorY[members[0]!]!;
  } else if (!isStack) {
    // Discs of neighbouring cells would overlap at the common edge.
    const side = 2 ** cell.level;
    const inside = (value: number, index: number) =>
      Math.max((index + edgeShare) / side, Math.min((index + 1 - edgeShare) / side, value));
    x = inside(x, cell.cellX);
    y = inside(y, cell.cellY);
  }
  clusters.level.push(cell.level);
  clusters.cellX.push(cell.cellX);
  clusters.cellY.push(cell.cellY);
  clusters.x.push(x);
  clusters.y.push(y);
  clusters.count.push(members.length);
  clusters.byState.push(...byState);
}

/** Whether a cell is in a viewport, in any copy of the world. */
function isInView(viewport: Viewport, cell: ClusterRef): boolean {
  const size = 2 ** -cell.level;
  const y = cell.cellY * size;
  if (y > viewport.south || y + size < viewport.north) return false;
  const fromWest = cell.cellX * size - viewport.west;
  const wrapped = fromWest - Math.floor(fromWest);
  return wrapped <= viewport.east - viewport.west || wrapped + size >= 1;
}

/**
 * The cells of a level in a viewport that contain devices. Descends from the whole world and skips
 * empty or invisible cells, so the cost depends on the result and not on the zoom.
 */
function* occupiedCells(
  grid: FleetGrid,
  viewport: Viewport,
  level: number,
  cell: ClusterRef = { level: 0, cellX: 0, cellY: 0 },
  first = 0,
): Generator<ClusterRef> {
  const [from, to] = curveRange(cell.level, cell.cellX, cell.cellY);
  const start = grid.firstAt(from, first);
  const slot = grid.order[start];
  if (slot === undefined || grid.placeOf(slot) >= to || !isInView(viewport, cell)) return;
  if (cell.level === level) {
    yield cell;
    return;
  }
  for (const [dx, dy] of quarters) {
    const quarter = {
      level: cell.level + 1,
      cellX: cell.cellX * 2 + dx,
      cellY: cell.cellY * 2 + dy,
    };
    yield* occupiedCells(grid, viewport, level, quarter, start);
  }
}

/**
 * The singles and clusters of a viewport.
 *
 * Clusters are the cells of a grid that is fixed to the world and changes with whole zooms only:
 * panning never regroups them. Where streets are drawn, a cell with few devices is divided into
 * cells in which only overlapping symbols share a disc.
 */
export function visibleIn(devices: DrawnDevices, viewport: Viewport) {
  const level = clusterLevel(viewport.zoom);
  const wholeZoom = Math.floor(viewport.zoom);
  const stackLevel = overlapLevel(wholeZoom);
  const singles = new Singles();
  const clusters = new Clusters();
  const members: number[] = [];
  let drawn = 0;
  const draw = (cell: ClusterRef) => {
    membersOf(devices, cell, members);
    const isStack = cell.level === stackLevel;
    if (members.length === 1 || (!isStack && areApart(devices, members, viewport.zoom))) {
      singles.slots.push(...members);
    } else if (!isStack && members.length > 1 && isSparse(members.length, wholeZoom)) {
      for (const part of occupiedCells(devices.grid, viewport, stackLevel, cell)) draw(part);
      return;
    } else if (members.length > 1) {
      addCluster(clusters, devices, cell, members, isStack);
    }
    drawn += members.length;
  };
  for (const cell of occupiedCells(devices.grid, viewport, level)) draw(cell);
  return { singles: singles.pack(devices), clusters: clusters.pack(), drawn };
}

/**
 * The first whole zoom above `zoom` at which a cluster separates; null if its members overlap
 * up to `maxZoom`.
 */
export function expansionZoom(
  grid: FleetGrid,
  members: readonly number[],
  zoom: number,
  maxZoom: number,
): number | null {
  const first = members[0];
  if (first === undefined) return null;
  for (let next = Math.floor(zoom) + 1; next <= maxZoom; next++) {
    const level = isSparse(members.length, next) ? overlapLevel(next) : clusterLevel(next);
    const size = 4 ** (deepestLevel - level);
    const cell = Math.floor(grid.placeOf(first) / size);
    if (members.some((slot) => Math.floor(grid.placeOf(slot) / size) !== cell)) return next;
  }
  return null;
}
