// Why it is so: docs/decisions/0095-estimated-positions.md
import { deviceStates } from '#shared/domain/device-state';
import { estimatedForMs, movementSince } from '#shared/domain/fix';
import {
  type MercatorBounds,
  type Viewport,
  boundsOf,
  isInView,
  metresPerUnit,
  worldPixels,
} from '#shared/domain/mercator';
import { flagUrgent, type FleetColumns } from '#shared/fleet/columns';
import { type FleetGrid, type Generation, curveRange, deepestLevel } from './generation';
import type {
  ClusterMembers,
  ClusterRef,
  Estimate,
  GridCell,
  MapDevice,
  VisibleClusters,
  VisibleSet,
  VisibleSingles,
} from './types';

/** What the map needs to know of the fleet. */
interface FleetOfMap {
  /** The list of devices and what is derived from it; null before the first. */
  readonly fleet: Generation | null;
  /** By slot: 0 for a device that does not match, 1 for one that is drawn; empty before the first fleet. */
  readonly matches: Uint8Array;
  /** -1: none is selected, or it is not in the fleet. */
  readonly selectedSlot: number;
  /** By slot, its place in the order of names; empty before the first fleet. */
  readonly nameRanks: Uint32Array;
}

/** Answers the requests of the map. */
export class MapAnswers {
  #viewport: Viewport | null = null;
  #last: VisibleSet | null = null;
  #metresPerSecond: number | null = null;
  #estimateChangesAt = Number.POSITIVE_INFINITY;

  constructor(private readonly model: FleetOfMap) {}

  setViewport(viewport: Viewport): void {
    this.#viewport = viewport;
  }

  /** One unit of the speeds, to estimate positions with; null: none are estimated. */
  setEstimates(metresPerSecond: number | null): void {
    this.#metresPerSecond = metresPerSecond;
  }

  /** When the estimated position on screen changes without a message. */
  get estimateChangesAt(): number {
    return this.#estimateChangesAt;
  }

  /** The visible set if it changed since the last call, else null. */
  takeVisible(now: number): VisibleSet | null {
    const { fleet } = this.model;
    const viewport = this.#viewport;
    if (!viewport || !fleet) return null;
    const slot = this.model.selectedSlot;
    const selected = slot >= 0 && fleet.grid.has(slot) ? readMapDevice(fleet, slot) : null;
    const visible = visibleIn(this.#drawn(fleet), viewport);
    const estimate = this.#estimate(fleet, selected ? slot : -1, now);
    const set = { generation: fleet.number, viewport, ...visible, selected, estimate };
    if (this.#last && isSame(this.#last, set)) return null;
    this.#last = set;
    return set;
  }

  #drawn(fleet: Generation): DrawnDevices {
    const { grid, states, columns, attention } = fleet;
    const { course, flags } = columns;
    const { matches } = this.model;
    return {
      grid,
      matches,
      states: states.codes,
      course,
      flags,
      kindCodeOf: (slot) => fleet.kindCodeOf(slot),
      orderOf: (slot) => attention.orderOf(slot),
      selected: this.model.selectedSlot,
      isCriticalApart: attention.counts.critical + attention.counts.sos <= mostCriticalApart,
    };
  }

  #estimate(fleet: Generation, slot: number, now: number): Estimate | null {
    const metresPerSecond = this.#metresPerSecond;
    this.#estimateChangesAt = Number.POSITIVE_INFINITY;
    if (!this.#viewport || metresPerSecond === null || slot < 0) return null;
    const devices = { columns: fleet.columns, grid: fleet.grid, states: fleet.states.codes };
    const view = { zoom: this.#viewport.zoom, now, metresPerSecond };
    const { estimate, changeAt } = estimateOf(slot, devices, view);
    this.#estimateChangesAt = changeAt;
    return estimate;
  }

  /** The ids of the devices drawn one by one, up to a limit: those that need attention most. */
  inView(limit: number): string[] {
    const { fleet } = this.model;
    const last = this.#last;
    if (!fleet || last?.generation !== fleet.number) return [];
    return Array.from(last.singles.slot.subarray(-limit), (slot) => fleet.idAt(slot));
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
    const slot = fleet?.slotOf(id) ?? -1;
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
    const { nameRanks } = this.model;
    const mean = (values: Float64Array) =>
      slots.reduce((sum, slot) => sum + values[slot]!, 0) / slots.length;
    return {
      count: slots.length,
      expansionZoom: expansionZoom(fleet.grid, slots, this.#viewport?.zoom ?? 0, maxZoom),
      x: mean(fleet.grid.anchorX),
      y: mean(fleet.grid.anchorY),
      first: [...slots]
        .sort((a, b) => nameRanks[a]! - nameRanks[b]!)
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
    kind: fleet.kindCodeOf(slot),
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

/** From this zoom, where streets are drawn, devices are single unless their symbols cover each other. */
const streetMinZoom = 10;
/** At most as many in a cell: more symbols would hide the map and each other. Far more when zoomed in. */
const mostApart = { city: 16, street: 64 };
const apartOnStreetsFrom = 15;
/** Devices in one cell stay single if their symbols do not touch: distance in pixels, and how many. */
const symbolPixels = 28;
const fewDevices = 4;
/** The least distance of a cluster's disc from the cell's edge, as a share of the cell. */
const edgeShare = 0.3;
/** Cells around a viewport that are looked at too: their symbols may reach into it. */
const cellsAround = 2;
/** More critical alerts than these are in clusters as other devices are. */
const mostCriticalApart = 60;

/** The quarters of a cell in the order of the curve. */
const quarters = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
] as const;

/** The level of the grid whose cells, of 64 pixels, are the clusters at a zoom. */
const clusterLevel = (wholeZoom: number) => Math.min(deepestLevel, wholeZoom + 3);

/** Whether a cluster of so many devices would help less than their symbols on the streets. */
function isSparse(count: number, wholeZoom: number): boolean {
  if (wholeZoom < streetMinZoom) return false;
  return count <= (wholeZoom < apartOnStreetsFrom ? mostApart.city : mostApart.street);
}

/** Determines which devices are drawn, and how. */
interface DrawnDevices {
  grid: FleetGrid;
  /** 1 for each device that matches the query and is drawn. */
  matches: Uint8Array;
  states: Uint8Array;
  course: Float32Array;
  flags: Uint8Array;
  kindCodeOf: (slot: number) => number;
  /** Ascending: what needs attention most. */
  orderOf: (slot: number) => number;
  /** Drawn separately, in no cluster; -1 for none. */
  selected: number;
  /** Whether devices with a critical alert are in no cluster either. */
  isCriticalApart: boolean;
}

const isCritical = ({ isCriticalApart, flags }: DrawnDevices, slot: number) =>
  isCriticalApart && (flags[slot]! & flagUrgent) !== 0;

function singlesOf(
  { grid, states, course, flags, kindCodeOf }: DrawnDevices,
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
    kind: Uint8Array.from(slots, kindCodeOf),
  };
}

function clustersOf({ states }: DrawnDevices, symbols: readonly MapSymbol[]): VisibleClusters {
  const byState = new Uint32Array(symbols.length * deviceStates.length);
  symbols.forEach(({ inCell, slots }, i) => {
    const at = i * deviceStates.length;
    for (const slot of inCell) byState[at + states[slot]!]! += 1;
    for (const slot of slots) byState[at + states[slot]!]! += 1;
  });
  return {
    ref: symbols.map(({ cell, slots }) => ({ cell, slots })),
    x: Float64Array.from(symbols, ({ x }) => x),
    y: Float64Array.from(symbols, ({ y }) => y),
    count: Uint32Array.from(symbols, ({ count }) => count),
    byState,
  };
}

/** The slots of the devices of a cluster. */
export function membersOf(devices: DrawnDevices, { cell, slots }: ClusterRef): number[] {
  return cell ? [...slotsIn(devices, cell), ...slots] : [...slots];
}

/** The slots of the devices of a cell, without those drawn separately. */
function slotsIn(devices: DrawnDevices, { level, cellX, cellY }: GridCell): number[] {
  const { grid, matches, selected } = devices;
  const [from, to] = curveRange(level, cellX, cellY);
  const members: number[] = [];
  for (let i = grid.firstAt(from); i < grid.order.length; i++) {
    const slot = grid.order[i]!;
    if (grid.placeOf(slot) >= to) break;
    if (matches[slot] === 1 && slot !== selected && !isCritical(devices, slot)) members.push(slot);
  }
  return members;
}

/** Few enough and far enough apart to be distinguished. */
function areApart({ grid }: DrawnDevices, members: readonly number[], wholeZoom: number): boolean {
  if (members.length > fewDevices) return false;
  const least = symbolPixels / worldPixels(wholeZoom);
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

const symbolOf = ({ anchorX, anchorY }: FleetGrid, slot: number): MapSymbol => ({
  x: anchorX[slot]!,
  y: anchorY[slot]!,
  cell: null,
  inCell: [],
  slots: [slot],
  count: 1,
});

/** The disc of a cell. */
function discOf({ anchorX, anchorY }: FleetGrid, cell: GridCell, members: readonly number[]) {
  const mean = (values: Float64Array) =>
    members.reduce((sum, slot) => sum + values[slot]!, 0) / members.length;
  const [first] = members as [number];
  const isAtOneSpot = members.every(
    (slot) => anchorX[slot] === anchorX[first] && anchorY[slot] === anchorY[first],
  );
  // Discs of neighbouring cells would overlap at the common edge.
  const side = 2 ** cell.level;
  const inside = (value: number, index: number) =>
    Math.max((index + edgeShare) / side, Math.min((index + 1 - edgeShare) / side, value));
  return {
    // The mean of equal numbers is not always exactly that number.
    x: isAtOneSpot ? anchorX[first]! : inside(mean(anchorX), cell.cellX),
    y: isAtOneSpot ? anchorY[first]! : inside(mean(anchorY), cell.cellY),
    cell,
    inCell: members,
    slots: [],
    count: members.length,
  };
}

/** Whether a cell is in a viewport, in any copy of the world. */
function isCellInView(viewport: Viewport, cell: GridCell): boolean {
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
  cell: GridCell = { level: 0, cellX: 0, cellY: 0 },
  first = 0,
): Generator<GridCell> {
  const [from, to] = curveRange(cell.level, cell.cellX, cell.cellY);
  const start = grid.firstAt(from, first);
  const slot = grid.order[start];
  if (slot === undefined || grid.placeOf(slot) >= to || !isCellInView(viewport, cell)) return;
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
 * Clusters are the cells of a grid that is fixed to the world and changes with whole zooms only, with what would
 * lie under their discs: panning never regroups them. Where streets are drawn, a cell with few devices is no
 * cluster; only symbols that cover each other share a disc.
 */
export function visibleIn(devices: DrawnDevices, viewport: Viewport) {
  const { grid } = devices;
  const wholeZoom = Math.max(0, Math.floor(viewport.zoom));
  const level = clusterLevel(wholeZoom);
  const around = cellsAround * 2 ** -level;
  const wider = {
    ...viewport,
    west: viewport.west - around,
    east: viewport.east + around,
    north: viewport.north - around,
    south: viewport.south + around,
  };
  const symbols: MapSymbol[] = [];
  for (const cell of occupiedCells(grid, wider, level)) {
    const members = slotsIn(devices, cell);
    const isSingle =
      members.length <= 1 ||
      isSparse(members.length, wholeZoom) ||
      areApart(devices, members, wholeZoom);
    if (isSingle) symbols.push(...members.map((slot) => symbolOf(grid, slot)));
    else symbols.push(discOf(grid, cell, members));
  }
  const drawn = declutter(symbols, wholeZoom).filter(({ x, y }) => isInView(viewport, x, y));
  const discs = drawn.filter(({ count }) => count > 1);
  const singles = drawn.filter(({ count }) => count === 1).flatMap(({ slots }) => slots);
  const critical = criticalIn(devices, viewport);
  const onTop = critical.map((slot) => ({ x: grid.x[slot]!, y: grid.y[slot]! }));
  return {
    // The last is drawn over the others.
    singles: singlesOf(devices, [
      ...lastUrgent(devices, singles),
      ...lastUrgent(devices, critical),
    ]),
    clusters: clustersOf(
      devices,
      discs.map((disc) => besides(disc, onTop, wholeZoom)),
    ),
    drawn: drawn.reduce((sum, { count }) => sum + count, critical.length),
  };
}

/** What needs attention most comes last. */
function lastUrgent({ orderOf }: DrawnDevices, slots: readonly number[]): number[] {
  const order = new Map(slots.map((slot) => [slot, orderOf(slot)]));
  return slots.toSorted((a, b) => order.get(b)! - order.get(a)!);
}

/** The devices with a critical alert that are drawn over all others. */
function criticalIn(devices: DrawnDevices, viewport: Viewport): number[] {
  const { grid, matches, selected, isCriticalApart, flags } = devices;
  const found: number[] = [];
  if (!isCriticalApart) return found;
  for (let slot = 0; slot < flags.length; slot++) {
    if ((flags[slot]! & flagUrgent) === 0 || matches[slot] !== 1 || slot === selected) continue;
    if (isInView(viewport, grid.x[slot]!, grid.y[slot]!)) found.push(slot);
  }
  return found;
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
  const [first] = members;
  if (first === undefined) return null;
  for (let next = Math.floor(zoom) + 1; next <= maxZoom; next++) {
    if (isSparse(members.length, next)) {
      const symbols = members.map((slot) => symbolOf(grid, slot));
      if (declutter(symbols, next).length > 1) return next;
    } else {
      const size = 4 ** (deepestLevel - clusterLevel(next));
      const cell = Math.floor(grid.placeOf(first) / size);
      if (members.some((slot) => Math.floor(grid.placeOf(slot) / size) !== cell)) return next;
    }
  }
  return null;
}

/** A symbol that is nearer to the reported place would only cover it. */
const leastPixels = 6;
/** How often an estimated position moves on. */
const stepMs = 1_000;
const moving = deviceStates.indexOf('moving');

/** Where a device is expected to be by now, if that is not where it was reported. */
interface EstimateAt {
  estimate: Estimate | null;
  /** When it changes next without a message; infinite once it does not move. */
  changeAt: number;
}

/**
 * Estimates where a moving device is, from the speed and course of its last report, where the estimate is apart
 * from the reported place at this zoom.
 */
export function estimateOf(
  slot: number,
  devices: { columns: FleetColumns; grid: FleetGrid; states: Uint8Array },
  view: { zoom: number; now: number; metresPerSecond: number },
): EstimateAt {
  const { columns, grid, states } = devices;
  const nothing = { estimate: null, changeAt: Number.POSITIVE_INFINITY };
  const at = columns.positionAt[slot]!;
  // The last report had no position: the known one is older than its speed.
  if (states[slot] !== moving || at !== columns.fixAt[slot]) return nothing;
  const now = Math.floor(view.now / stepMs) * stepMs;
  const speed = columns.speed[slot]! * view.metresPerSecond;
  const perUnit = metresPerUnit(grid.y[slot]!);
  const metresPerPixel = perUnit / worldPixels(view.zoom);
  if (!((speed * estimatedForMs) / 1000 >= leastPixels * metresPerPixel)) return nothing;
  const changeAt = now - at <= estimatedForMs ? now + stepMs : nothing.changeAt;
  const course = columns.course[slot]!;
  const moved = movementSince({ at, speed, course }, now);
  const isApart = moved && Math.hypot(moved.east, moved.north) >= leastPixels * metresPerPixel;
  if (!isApart) return { ...nothing, changeAt };
  const x = grid.x[slot]! + moved.east / perUnit;
  const y = grid.y[slot]! - moved.north / perUnit;
  return { estimate: { x, y, course }, changeAt };
}

/** Radius of a cluster's disc with its ring, CSS pixels. */
export function discRadius(count: number): number {
  if (count < 10) return 15;
  if (count < 100) return 17;
  return count < 1000 ? 20 : 23;
}

/** Half the size of the symbol of one device. */
const symbolRadiusPx = 9;
/** Two devices nearer than this share a disc: less than three quarters of one would be visible. */
const leastApartPx = 14;
/** The most that two discs, or a disc and a symbol, may lie over each other. */
const mostOverlapPx = 2;
/** At least the largest distance at which two symbols touch. */
const hashPx = 48;

/** What is drawn at one place: a device alone, or a disc for several. */
export interface MapSymbol {
  x: number;
  y: number;
  /** Its disc stays where it is, and its devices are all those of the cell, `inCell`. */
  cell: ClusterRef['cell'];
  inCell: readonly number[];
  /** Devices that are in no cell. */
  slots: readonly number[];
  /** Of all its devices. */
  count: number;
}

const radiusOf = ({ count }: MapSymbol) => (count === 1 ? symbolRadiusPx : discRadius(count));

function isTouching(a: MapSymbol, b: MapSymbol, pixels: number): boolean {
  const dx = (a.x - b.x) * pixels;
  const dy = (a.y - b.y) * pixels;
  const isPair = a.count === 1 && b.count === 1;
  const least = isPair ? leastApartPx : radiusOf(a) + radiusOf(b) - mostOverlapPx;
  return dx * dx + dy * dy < least * least;
}

/** One symbol in place of several, in the middle of all devices unless one of them is a cell. */
function merged(symbols: readonly MapSymbol[]): MapSymbol {
  const cell = symbols.find((symbol) => symbol.cell !== null);
  const count = symbols.reduce((sum, symbol) => sum + symbol.count, 0);
  const middle = (of: (symbol: MapSymbol) => number) => {
    const first = of(symbols[0]!);
    // The mean of equal numbers is not always exactly that number.
    if (symbols.every((symbol) => of(symbol) === first)) return first;
    return symbols.reduce((sum, symbol) => sum + of(symbol) * symbol.count, 0) / count;
  };
  return {
    x: cell?.x ?? middle(({ x }) => x),
    y: cell?.y ?? middle(({ y }) => y),
    cell: cell?.cell ?? null,
    inCell: cell?.inCell ?? [],
    slots: symbols.flatMap(({ slots }) => slots),
    count,
  };
}

/** The symbols that are left, by their place, to find those near to one. */
class SymbolHash {
  readonly #buckets = new Map<number, MapSymbol[]>();

  constructor(private readonly pixels: number) {}

  add(symbol: MapSymbol): void {
    const key = this.#keyOf(symbol, 0, 0);
    const bucket = this.#buckets.get(key);
    if (bucket) bucket.push(symbol);
    else this.#buckets.set(key, [symbol]);
  }

  remove(symbol: MapSymbol): void {
    const bucket = this.#buckets.get(this.#keyOf(symbol, 0, 0))!;
    bucket.splice(bucket.indexOf(symbol), 1);
  }

  /** The symbols that touch one; of several cells the first. */
  touching(symbol: MapSymbol): MapSymbol[] {
    const found: MapSymbol[] = [];
    let hasCell = symbol.cell !== null;
    for (let around = 0; around < 9; around++) {
      const key = this.#keyOf(symbol, (around % 3) - 1, Math.floor(around / 3) - 1);
      for (const other of this.#buckets.get(key) ?? []) {
        if (other === symbol || !isTouching(symbol, other, this.pixels)) continue;
        if (other.cell !== null && hasCell) continue;
        hasCell ||= other.cell !== null;
        found.push(other);
      }
    }
    return found;
  }

  #keyOf({ x, y }: MapSymbol, dx: number, dy: number): number {
    const bucket = this.pixels / hashPx;
    return (Math.floor(x * bucket) + dx) * 2 ** 25 + Math.floor(y * bucket) + dy;
  }
}

/**
 * Merges symbols that would cover each other at a whole zoom, until none does: a disc never lies over a symbol,
 * so that nothing under it is out of reach. Discs of cells are never merged with each other.
 */
export function declutter(symbols: readonly MapSymbol[], zoom: number): MapSymbol[] {
  const hash = new SymbolHash(worldPixels(zoom));
  const left = new Set(symbols);
  for (const symbol of symbols) hash.add(symbol);
  const queue = [...symbols];
  for (const symbol of queue) {
    if (!left.has(symbol)) continue;
    const touching = hash.touching(symbol);
    if (touching.length === 0) continue;
    const all = [symbol, ...touching];
    for (const each of all) {
      left.delete(each);
      hash.remove(each);
    }
    const one = merged(all);
    left.add(one);
    hash.add(one);
    queue.push(one);
  }
  return [...left];
}

/** A disc, moved off the nearest of the symbols that are drawn over it, so that its count can be read. */
export function besides(
  disc: MapSymbol,
  symbols: readonly { x: number; y: number }[],
  zoom: number,
): MapSymbol {
  const least = (radiusOf(disc) + symbolRadiusPx - mostOverlapPx) / worldPixels(zoom);
  let nearest = { dx: 0, dy: 0, distance: Infinity };
  for (const { x, y } of symbols) {
    const [dx, dy] = [disc.x - x, disc.y - y];
    const distance = Math.hypot(dx, dy);
    if (distance < nearest.distance) nearest = { dx, dy, distance };
  }
  const { dx, dy, distance } = nearest;
  if (distance >= least) return disc;
  // Below a symbol on its middle: the mark of an alert is above it.
  if (distance === 0) return { ...disc, y: disc.y + least };
  const share = least / distance - 1;
  return { ...disc, x: disc.x + dx * share, y: disc.y + dy * share };
}
