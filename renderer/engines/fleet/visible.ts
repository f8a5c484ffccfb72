// Why it is so: docs/decisions/0095-estimated-positions.md
import { deviceStates } from '#shared/domain/device-state';
import { estimatedForMs, movementSince } from '#shared/domain/fix';
import type { FleetColumns } from '#shared/fleet/columns';
import type { FleetModel } from './fleet-model';
import { type FleetGrid, curveRange, deepestLevel } from './grid';
import {
  type MercatorBounds,
  type Viewport,
  boundsOf,
  metresPerUnit,
  worldPixels,
} from '#engines/geo';
import type { Generation } from './generation';
import type {
  ClusterMembers,
  ClusterRef,
  MapDevice,
  VisibleClusters,
  VisibleEstimates,
  VisibleSet,
  VisibleSingles,
} from './types';

/** Answers the requests of the map from a model. */
export class MapAnswers {
  #viewport: Viewport | null = null;
  #last: VisibleSet | null = null;
  #metresPerSecond: number | null = null;
  #estimatesChangeAt = Number.POSITIVE_INFINITY;

  constructor(private readonly model: FleetModel) {}

  setViewport(viewport: Viewport): void {
    this.#viewport = viewport;
  }

  /** One unit of the speeds, to estimate positions with; null: none are estimated. */
  setEstimates(metresPerSecond: number | null): void {
    this.#metresPerSecond = metresPerSecond;
  }

  /** When estimated positions on screen change without a message. */
  get estimatesChangeAt(): number {
    return this.#estimatesChangeAt;
  }

  /** The visible set if it changed since the last call, else null. */
  takeVisible(now: number): VisibleSet | null {
    const { fleet } = this.model;
    const viewport = this.#viewport;
    if (!viewport || !fleet) return null;
    const slot = this.model.selectedSlot();
    const selected = slot >= 0 && fleet.grid.has(slot) ? readMapDevice(fleet, slot) : null;
    const visible = visibleIn(this.#drawn(fleet), viewport);
    const estimates = this.#estimate(fleet, visible.singles.slot, selected ? slot : -1, now);
    const set = { generation: fleet.number, viewport, ...visible, selected, estimates };
    if (this.#last && isSame(this.#last, set)) return null;
    this.#last = set;
    return set;
  }

  #drawn(fleet: Generation): DrawnDevices {
    const { grid, states, columns } = fleet;
    const { course, flags } = columns;
    const { matches } = this.model;
    return {
      grid,
      matches,
      states: states.codes,
      course,
      flags,
      selected: this.model.selectedSlot(),
    };
  }

  #estimate(
    fleet: Generation,
    singles: Uint32Array,
    selected: number,
    now: number,
  ): VisibleEstimates | undefined {
    const metresPerSecond = this.#metresPerSecond;
    this.#estimatesChangeAt = Number.POSITIVE_INFINITY;
    if (!this.#viewport || metresPerSecond === null) return undefined;
    const slots = selected < 0 ? singles : [...singles, selected];
    const devices = { columns: fleet.columns, grid: fleet.grid, states: fleet.states.codes };
    const view = { zoom: this.#viewport.zoom, now, metresPerSecond };
    const { visible, changeAt } = estimatesOf(slots, devices, view);
    this.#estimatesChangeAt = changeAt;
    return visible;
  }

  /** The ids of the devices drawn one by one, up to a limit. */
  inView(limit: number): string[] {
    const { fleet } = this.model;
    const last = this.#last;
    if (!fleet || last?.generation !== fleet.number) return [];
    return Array.from(last.singles.slot.subarray(0, limit), (slot) => fleet.idAt(slot));
  }

  extent(): MercatorBounds | null {
    const { fleet, matches } = this.model;
    if (!fleet) return null;
    const { x, y, order } = fleet.grid;
    return boundsOf(
      x,
      y,
      order.filter((slot) => matches[slot] === 1),
    );
  }

  locate(id: string): MapDevice | null {
    const { fleet } = this.model;
    const slot = this.model.slotOf(id);
    return fleet && slot >= 0 && fleet.grid.has(slot) ? readMapDevice(fleet, slot) : null;
  }

  devices(generation: number, slots: Uint32Array): MapDevice[] {
    const { fleet } = this.model;
    if (generation !== fleet?.number) return [];
    return Array.from(slots, (slot) => readMapDevice(fleet, slot));
  }

  members(
    generation: number,
    cluster: ClusterRef,
    limit: number,
    maxZoom: number,
  ): ClusterMembers | null {
    const { fleet } = this.model;
    if (generation !== fleet?.number) return null;
    const slots = membersOf(this.#drawn(fleet), cluster);
    if (slots.length === 0) return null;
    const mean = (values: Float64Array) =>
      slots.reduce((sum, slot) => sum + values[slot]!, 0) / slots.length;
    return {
      count: slots.length,
      expansionZoom: expansionZoom(fleet.grid, slots, this.#viewport?.zoom ?? 0, maxZoom),
      x: mean(fleet.grid.anchorX),
      y: mean(fleet.grid.anchorY),
      first: this.model
        .byName(slots)
        .slice(0, limit)
        .map((slot) => readMapDevice(fleet, slot)),
    };
  }
}

/** One device as the map names it. */
function readMapDevice(fleet: Generation, slot: number): MapDevice {
  const { columns, states, grid } = fleet;
  return {
    slot,
    id: fleet.idAt(slot),
    label: fleet.labelAt(slot),
    state: states.stateOf(slot),
    x: grid.x[slot]!,
    y: grid.y[slot]!,
    course: columns.course[slot]!,
    flags: columns.flags[slot]!,
  };
}

/** Whether two plain values, which may contain typed arrays, are equal. */
function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || !a || !b) return false;
  if (ArrayBuffer.isView(a) && ArrayBuffer.isView(b)) {
    const left = a as unknown as ArrayLike<number>;
    const right = b as unknown as ArrayLike<number>;
    if (left.length !== right.length) return false;
    for (let i = 0; i < left.length; i++) if (!Object.is(left[i], right[i])) return false;
    return true;
  }
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => isSame(a[key as keyof typeof a], b[key as keyof typeof b]))
  );
}

/** Above this zoom, at any density, only devices whose symbols overlap are drawn as one. */
const clusterMaxZoom = 14;
/** From this zoom, where streets are drawn, cells with few devices are not clustered either. */
const streetMinZoom = 10;
/** The most devices of such a cell: more symbols would hide the map and each other. */
const mostApart = 16;
/** Levels between the cells of clusters and the cells of symbols that overlap: 64 and 8 pixels. */
const overlapLevels = 3;
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
function clusterLevel(zoom: number): number {
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
interface DrawnDevices {
  grid: FleetGrid;
  /** 1 for each device that matches the query and is drawn. */
  matches: Uint8Array;
  states: Uint8Array;
  course: Float32Array;
  flags: Uint8Array;
  /** Drawn separately, in no cluster; -1 for none. */
  selected: number;
}

function singlesOf(
  { grid, states, course, flags }: DrawnDevices,
  slots: readonly number[],
): VisibleSingles {
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
export function membersOf(devices: DrawnDevices, cell: ClusterRef): number[] {
  const { grid, matches, selected } = devices;
  const [from, to] = curveRange(cell.level, cell.cellX, cell.cellY);
  const members: number[] = [];
  for (let i = grid.firstAt(from); i < grid.order.length; i++) {
    const slot = grid.order[i]!;
    if (grid.placeOf(slot) >= to) break;
    if (matches[slot] === 1 && slot !== selected) members.push(slot);
  }
  return members;
}

/** Few enough and far enough apart to be distinguished. */
function areApart({ grid }: DrawnDevices, members: readonly number[], zoom: number): boolean {
  if (members.length > fewDevices) return false;
  const least = symbolPixels / worldPixels(Math.floor(zoom));
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
  const singles: number[] = [];
  const clusters = new Clusters();
  let drawn = 0;
  const draw = (cell: ClusterRef) => {
    const members = membersOf(devices, cell);
    const isStack = cell.level === stackLevel;
    if (members.length === 1 || (!isStack && areApart(devices, members, viewport.zoom))) {
      singles.push(...members);
    } else if (!isStack && members.length > 1 && isSparse(members.length, wholeZoom)) {
      for (const part of occupiedCells(devices.grid, viewport, stackLevel, cell)) draw(part);
      return;
    } else if (members.length > 1) {
      addCluster(clusters, devices, cell, members, isStack);
    }
    drawn += members.length;
  };
  for (const cell of occupiedCells(devices.grid, viewport, level)) draw(cell);
  return { singles: singlesOf(devices, singles), clusters: clusters.pack(), drawn };
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

/** A symbol that is nearer to the reported place would only cover it. */
const leastPixels = 6;
/** How often estimated positions move on. */
const stepMs = 1_000;
const moving = deviceStates.indexOf('moving');

/** The estimated positions of devices that are drawn one by one. */
export interface Estimates {
  visible: VisibleEstimates;
  /** When they change next without a message; infinite once none moves. */
  changeAt: number;
}

/**
 * Estimates where moving devices are, from the speed and course of their last reports. Only for devices
 * on screen, and only where the estimate is apart from the reported place at this zoom.
 */
export function estimatesOf(
  slots: Iterable<number>,
  devices: { columns: FleetColumns; grid: FleetGrid; states: Uint8Array },
  view: { zoom: number; now: number; metresPerSecond: number },
): Estimates {
  const { columns, grid, states } = devices;
  const { zoom, metresPerSecond } = view;
  // All at once: positions of other devices arrive many times in each step.
  const now = Math.floor(view.now / stepMs) * stepMs;
  const found: { slot: number; x: number; y: number }[] = [];
  let changeAt = Number.POSITIVE_INFINITY;
  for (const slot of slots) {
    const at = columns.positionAt[slot]!;
    // The last report had no position: the known one is older than its speed.
    if (states[slot] !== moving || at !== columns.fixAt[slot]) continue;
    const speed = columns.speed[slot]! * metresPerSecond;
    const perUnit = metresPerUnit(grid.y[slot]!);
    const metresPerPixel = perUnit / worldPixels(zoom);
    if (!((speed * estimatedForMs) / 1000 >= leastPixels * metresPerPixel)) continue;
    if (now - at <= estimatedForMs) changeAt = now + stepMs;
    const moved = movementSince({ at, speed, course: columns.course[slot]! }, now);
    if (!moved || Math.hypot(moved.east, moved.north) < leastPixels * metresPerPixel) continue;
    const x = grid.x[slot]! + moved.east / perUnit;
    const y = grid.y[slot]! - moved.north / perUnit;
    found.push({ slot, x, y });
  }
  const take = (from: Float64Array) => Float64Array.from(found, ({ slot }) => from[slot]!);
  return {
    changeAt,
    visible: {
      slot: Uint32Array.from(found, ({ slot }) => slot),
      x: Float64Array.from(found, ({ x }) => x),
      y: Float64Array.from(found, ({ y }) => y),
      fromX: take(grid.x),
      fromY: take(grid.y),
      course: Float32Array.from(found, ({ slot }) => columns.course[slot]!),
    },
  };
}
