import { deviceStates } from '#shared/domain/device-state';
import { flagUrgent } from '#shared/fleet/columns';
import { discRadius, type MapDevice, type VisibleSet } from '#engines/fleet';
import { worldPixels } from '#shared/domain/mercator';
import {
  cellPx,
  cells,
  estimateCells,
  glyphCell,
  kindCell,
  plateCell,
  pointerCell,
  symbolCell,
} from './atlas';

/** Numbers per disc: position x, y · radius · the end of each state's part of the ring except the last. */
export const discNumbers = 3 + deviceStates.length - 1;

/**
 * What the graphics card draws. Positions are relative to `origin`, so that 32-bit numbers are exact
 * enough at street level; with whole-world coordinates, symbols would tremble.
 */
export interface Scene {
  origin: { x: number; y: number };
  discs: Float32Array<ArrayBuffer>;
  /** Eight numbers each: position x, y · offset x, y · angle · width · height · cell. */
  sprites: Float32Array<ArrayBuffer>;
}

/** A count in at most four characters: 412, 1.2k, 12k, 1.2M. */
export function countText(count: number): string {
  if (count < 1000) return String(count);
  const [unit, size] = count < 999_500 ? ['k', 1000] : ['M', 1_000_000];
  const value = count / (size as number);
  // Truncated, not rounded: a cluster never shows more than its count.
  const shown = value < 10 ? Math.floor(value * 10) / 10 : Math.floor(value);
  return `${shown}${unit}`;
}

type Place = readonly [x: number, y: number];

class Sprites {
  readonly numbers: number[] = [];

  constructor(private readonly origin: { x: number; y: number }) {}

  add(place: Place, cell: number, offset: Place = [0, 0], angle = 0, size: Place = full): void {
    const x = place[0] - this.origin.x;
    const y = place[1] - this.origin.y;
    this.numbers.push(x, y, offset[0], offset[1], angle, size[0], size[1], cell);
  }

  device(place: Place, look: DeviceLook, offset: Place = [0, 0]): void {
    const { state, course, flags, kind } = look;
    const turned = (course * Math.PI) / 180;
    const plate = kind > 0 ? plateCell(state, course) : null;
    if (plate === null) {
      const cell = symbolCell(state, course);
      // Only an arrow is rotated: a rotated square would look like another state.
      this.add(place, cell, offset, cell === cells.movingArrow ? turned : 0);
    } else {
      if (deviceStates[state] === 'moving') this.add(place, pointerCell, offset, turned);
      this.add(place, plate, offset);
      this.add(place, kindCell(kind), offset, 0, kindSize);
    }
    if (flags & flagUrgent) {
      this.add(place, cells.critical, [offset[0] + 9, offset[1] - 9]);
    }
  }
}

/** What the symbol of a device shows; the numbers are those of `VisibleSingles`. */
interface DeviceLook {
  state: number;
  course: number;
  flags: number;
  kind: number;
}

const lookOf = ({ state, course, flags, kind }: MapDevice): DeviceLook => ({
  state: deviceStates.indexOf(state),
  course,
  flags,
  kind,
});

const full: Place = [cellPx, cellPx];
/** A silhouette of 16 pixels is drawn with 13. */
const kindSize: Place = [cellPx * 0.8, cellPx * 0.8];

function addCount(
  sprites: Sprites,
  place: Place,
  count: number,
  advances: ReadonlyMap<string, number>,
): void {
  const characters = countText(count).split('');
  const widths = characters.map((character) => advances.get(character) ?? 0);
  let x = -widths.reduce((sum, width) => sum + width, 0) / 2;
  characters.forEach((character, i) => {
    const middle = x + widths[i]! / 2;
    // On a whole pixel, otherwise the text is blurred.
    sprites.add(place, glyphCell(character), [Math.round(middle * 2) / 2, 0]);
    x += widths[i]!;
  });
}

/** Devices at one spot, spread out so that each can be clicked. Offsets in CSS pixels. */
export interface Fan {
  /** Their common position, Mercator. */
  x: number;
  y: number;
  members: { device: MapDevice; x: number; y: number }[];
}

/** More devices than these are in the list only. */
export const mostInFan = 24;
const apartPx = 34;
const leastRadiusPx = 38;

/** Arranges devices on a circle, clockwise from the top; its size grows with their number. */
export function fanOut(x: number, y: number, devices: readonly MapDevice[]): Fan {
  const shown = devices.slice(0, mostInFan);
  const radius = Math.max(leastRadiusPx, (shown.length * apartPx) / (2 * Math.PI));
  return {
    x,
    y,
    members: shown.map((device, i) => {
      const angle = (2 * Math.PI * i) / shown.length;
      return { device, x: radius * Math.sin(angle), y: -radius * Math.cos(angle) };
    }),
  };
}

const legStartPx = 18;
const legEndPx = 10;

function addFan(sprites: Sprites, fan: Fan): void {
  const place: Place = [fan.x, fan.y];
  for (const { x, y } of fan.members) {
    const distance = Math.hypot(x, y);
    // From the edge of the disc to the edge of the symbol.
    const length = distance - legStartPx - legEndPx;
    const middle = (legStartPx + length / 2) / distance;
    const angle = Math.atan2(x, -y);
    sprites.add(place, cells.leg, [x * middle, y * middle], angle, [1.5, length]);
  }
  for (const { device, x, y } of fan.members) {
    sprites.device(place, lookOf(device), [x, y]);
  }
}

function addSelected(sprites: Sprites, selected: MapDevice): void {
  const place: Place = [selected.x, selected.y];
  sprites.add(place, cells.selection);
  sprites.device(place, lookOf(selected));
}

const lineWidthPx = 1.5;

/** A thin line from the reported place to the estimated one, under all symbols. */
function addEstimateLine(sprites: Sprites, { estimate, selected, viewport }: VisibleSet): void {
  if (!estimate || !selected) return;
  const dx = estimate.x - selected.x;
  const dy = estimate.y - selected.y;
  const middle: Place = [selected.x + dx / 2, selected.y + dy / 2];
  const length = Math.hypot(dx, dy) * worldPixels(viewport.zoom);
  const angle = Math.atan2(dx, -dy);
  sprites.add(middle, estimateCells.line, [0, 0], angle, [lineWidthPx, length]);
}

function addEstimate(sprites: Sprites, { estimate }: VisibleSet): void {
  if (!estimate) return;
  const { x, y, course } = estimate;
  sprites.add([x, y], estimateCells.arrow, [0, 0], (course * Math.PI) / 180);
}

function composeDiscs(
  { clusters }: VisibleSet,
  origin: Scene['origin'],
): Float32Array<ArrayBuffer> {
  const states = deviceStates.length;
  const discs = new Float32Array(clusters.count.length * discNumbers);
  for (let i = 0; i < clusters.count.length; i++) {
    const at = i * discNumbers;
    const count = clusters.count[i]!;
    discs[at] = clusters.x[i]! - origin.x;
    discs[at + 1] = clusters.y[i]! - origin.y;
    discs[at + 2] = discRadius(count);
    let sum = 0;
    for (let state = 0; state < states - 1; state++) {
      sum += clusters.byState[i * states + state]!;
      discs[at + 3 + state] = sum / count;
    }
  }
  return discs;
}

/** A visible set as numbers for the graphics card; later sprites are drawn on top of earlier ones. */
export function composeScene(
  visible: VisibleSet,
  fan: Fan | null,
  advances: ReadonlyMap<string, number>,
): Scene {
  const { viewport, clusters, singles, selected } = visible;
  const origin = {
    x: (viewport.west + viewport.east) / 2,
    y: (viewport.north + viewport.south) / 2,
  };
  const sprites = new Sprites(origin);
  addEstimateLine(sprites, visible);
  for (let i = 0; i < clusters.count.length; i++) {
    addCount(sprites, [clusters.x[i]!, clusters.y[i]!], clusters.count[i]!, advances);
  }
  for (let i = 0; i < singles.slot.length; i++) {
    const place: Place = [singles.x[i]!, singles.y[i]!];
    sprites.device(place, {
      state: singles.state[i]!,
      course: singles.course[i]!,
      flags: singles.flags[i]!,
      kind: singles.kind[i]!,
    });
  }
  addEstimate(sprites, visible);
  if (selected) addSelected(sprites, selected);
  if (fan) addFan(sprites, fan);
  return {
    origin,
    discs: composeDiscs(visible, origin),
    sprites: Float32Array.from(sprites.numbers),
  };
}

/** What moves or turns by less cannot be seen. */
const leastPx = 0.5;
/** From the middle of a symbol to its edge. */
const reachPx = 12;

/** Whether two scenes cannot be told apart; `pixels`: the width of the world. */
export function looksAlike(a: Scene, b: Scene, pixels: number): boolean {
  if (a.origin.x !== b.origin.x || a.origin.y !== b.origin.y) return false;
  const radiusOfDisc = (i: number) => a.discs[i - (i % discNumbers) + 2]!;
  const discScale = (i: number, part: number) => {
    if (part < 2) return pixels;
    return part === 2 ? Infinity : 2 * Math.PI * radiusOfDisc(i);
  };
  const spriteScales = [pixels, pixels, Infinity, Infinity, reachPx, 1, 1, Infinity];
  return (
    areNear(a.discs, b.discs, (i) => discScale(i, i % discNumbers)) &&
    areNear(a.sprites, b.sprites, (i) => spriteScales[i % spriteScales.length]!)
  );
}

/** `scaleOf`: how many pixels a difference of 1 makes; infinite: any difference is seen. */
function areNear(a: Float32Array, b: Float32Array, scaleOf: (index: number) => number): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) {
    if (a[i] !== b[i] && Math.abs(a[i]! - b[i]!) * scaleOf(i) >= leastPx) return false;
  }
  return true;
}
