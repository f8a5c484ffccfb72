import { worldPixels, type Viewport } from '#shared/domain/mercator';
import { joins, levelAt, thinnest, type LeveledLine } from './track-lines';
import type { PictureOptions, Rgb, TrackHit, TrackPicture } from './types';

/** Distance of direction marks along a track, pixels. */
const markEveryPx = 90;
/** Marks of any line nearer to each other than this are drawn once, pixels. */
const markApartPx = 36;

/** The most pieces an office computer draws smoothly; more of them are drawn one level coarser. */
export const mostPieces = { byCard: 60_000, bySoftware: 6_000 } as const;

/** A growing column of numbers. */
class Numbers {
  #all = new Float32Array(4096);
  length = 0;

  push(...values: number[]): void {
    if (this.length + values.length > this.#all.length) {
      const more = new Float32Array(this.#all.length * 2);
      more.set(this.#all);
      this.#all = more;
    }
    this.#all.set(values, this.length);
    this.length += values.length;
  }

  take(): Float32Array<ArrayBuffer> {
    return this.#all.slice(0, this.length);
  }
}

/** The visible part of the lines: pieces, and marks for the direction. */
export function composePicture(
  lines: readonly LeveledLine[],
  { viewport, colours, maxPieces }: PictureOptions,
): TrackPicture {
  const tint = tinter(colours);
  let coarser = 0;
  let drawn = draw(lines, viewport, tint, coarser);
  while (drawn.pieces.length / 8 > maxPieces && coarser < 8) {
    coarser += 1;
    drawn = draw(lines, viewport, tint, coarser);
  }
  return drawn;
}

function draw(
  lines: readonly LeveledLine[],
  viewport: Viewport,
  tint: (share: number) => Rgb,
  coarser: number,
): TrackPicture {
  const { west, east, north, south, zoom } = viewport;
  const origin = { x: (west + east) / 2, y: (north + south) / 2 };
  const unit = 1 / worldPixels(zoom);
  const pieces = new Numbers();
  const marks = new Numbers();
  const grain = thinnest(zoom);
  const drawnPieces = new Set<number>();
  const drawnMarks = new Set<number>();
  const pieceKey = keyer(viewport, grain);
  const markKey = keyer(viewport, markApartPx * unit);
  for (const { line, levels } of lines) {
    const level = levelAt(levels, zoom, coarser);
    let sinceMark = markEveryPx / 2;
    // Newest first, and each stretch once: the last pass over a road is drawn.
    for (let i = level.index.length - 1; i > 0; i--) {
      const how = level.join[i]!;
      if (how === joins.jump) continue;
      const from = level.index[i - 1]!;
      const to = level.index[i]!;
      const x0 = line.x[from]!;
      const y0 = line.y[from]!;
      const x1 = line.x[to]!;
      const y1 = line.y[to]!;
      const low = Math.min(y0, y1);
      const high = Math.max(y0, y1);
      if (high < north || low > south) continue;
      const world = worldOf(Math.min(x0, x1), Math.max(x0, x1), west, east);
      if (world === null) continue;
      const key = pieceKey(x0 + world, y0, x1 + world, y1);
      if (drawnPieces.has(key)) continue;
      if (!Number.isNaN(key)) drawnPieces.add(key);
      const [red, green, blue] = line.colour ?? tint(level.share[i]!);
      pieces.push(
        x0 + world - origin.x,
        y0 - origin.y,
        x1 + world - origin.x,
        y1 - origin.y,
        red,
        green,
        blue,
        how,
      );
      if (how !== joins.joined) continue;
      sinceMark += Math.hypot(x1 - x0, y1 - y0) / unit;
      if (sinceMark < markEveryPx) continue;
      const x = (x0 + x1) / 2;
      const y = (y0 + y1) / 2;
      const spot = markKey(x + world, y, x + world, y);
      if (drawnMarks.has(spot)) continue;
      if (!Number.isNaN(spot)) drawnMarks.add(spot);
      sinceMark = 0;
      marks.push(x + world - origin.x, y - origin.y, Math.atan2(x1 - x0, y0 - y1));
    }
  }
  return { origin, pieces: pieces.take(), marks: marks.take() };
}

/** A key for a piece by the cells of its ends; NaN if it reaches out of the viewport. */
function keyer({ west, north }: Viewport, grain: number) {
  const cells = 4096;
  return (x0: number, y0: number, x1: number, y1: number): number => {
    let key = 0;
    for (const offset of [x0 - west, y0 - north, x1 - west, y1 - north]) {
      const cell = Math.round(offset / grain);
      if (cell < 0 || cell >= cells) return Number.NaN;
      key = key * cells + cell;
    }
    return key;
  };
}

/** The offset in worlds at which a stretch is in the viewport; null if it is not. */
function worldOf(low: number, high: number, west: number, east: number): number | null {
  const middle = (west + east) / 2;
  const world = Math.round(middle - (low + high) / 2);
  return high + world >= west && low + world <= east ? world : null;
}

/** Interpolates the colour ramp. */
function tinter({ ramp, unknown }: PictureOptions['colours']): (share: number) => Rgb {
  const steps = 64;
  const mixed = Array.from({ length: steps + 1 }, (_, i) => {
    const at = (i / steps) * (ramp.length - 1);
    const low = ramp[Math.floor(at)]!;
    const high = ramp[Math.ceil(at)]!;
    const rest = at - Math.floor(at);
    const mix = (part: 0 | 1 | 2) => low[part] + (high[part] - low[part]) * rest;
    return [mix(0), mix(1), mix(2)] as const;
  });
  return (share) =>
    Number.isNaN(share) ? unknown : mixed[Math.round(Math.min(1, Math.max(0, share)) * steps)]!;
}

/** The nearest fix within `reach`; null if there is none. */
export function nearestFix(
  lines: readonly LeveledLine[],
  x: number,
  y: number,
  reach: number,
): TrackHit | null {
  let best = reach ** 2;
  let found: TrackHit | null = null;
  lines.forEach(({ line }, track) => {
    for (let index = 0; index < line.x.length; index++) {
      const dy = line.y[index]! - y;
      if (dy > reach || dy < -reach) continue;
      const apart = line.x[index]! - x;
      const dx = apart - Math.round(apart);
      const distance = dx * dx + dy * dy;
      if (distance > best) continue;
      best = distance;
      found = { track, row: line.row[index]! };
    }
  });
  return found;
}
