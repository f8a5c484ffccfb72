import { fixFlags, type TrackColumns } from '#shared/history/columns';
import { boundsOf, mercatorX, mercatorY, worldPixels } from '#shared/domain/mercator';
import type { DrawnTrack, Rgb, TrackExtent } from './types';

/** How a fix is connected to the one before. */
export const joins = {
  /** Two consecutive fixes. */
  joined: 0,
  /** Nothing was reported for too long: drawn dashed. */
  gap: 1,
  /** Faster than anything drives: not drawn. */
  jump: 2,
} as const;

/**
 * A track as it is drawn: only fixes with a position, ordered by time. x and y are Mercator units;
 * x continues below 0 and above 1 where a track crosses the antimeridian.
 */
interface TrackLine {
  /** The row of the track. */
  row: Uint32Array;
  x: Float64Array;
  y: Float64Array;
  /** The value as a share of `maxValue`, 0 to 1; NaN is unknown. */
  share: Float32Array;
  /** One of `joins`. */
  join: Uint8Array;
  /** Instead of the colour of the share. */
  colour: Rgb | null;
}

/** A line with its simplified forms. */
export interface LeveledLine {
  line: TrackLine;
  levels: readonly Level[];
}

/** Converts a track for drawing: fixes with a position on the Mercator plane, continuous across 180°. */
export function lineOf(
  track: TrackColumns,
  { measure, maxValue, colour }: Omit<DrawnTrack, 'key'>,
): TrackLine {
  const { count } = track;
  const values = measure && track.measures[measure];
  const row = new Uint32Array(count);
  const x = new Float64Array(count);
  const y = new Float64Array(count);
  const share = new Float32Array(count);
  const join = new Uint8Array(count);
  let placed = 0;
  for (let i = 0; i < count; i++) {
    const latitude = track.latitude[i]!;
    if (Number.isNaN(latitude)) continue;
    const here = mercatorX(track.longitude[i]!);
    row[placed] = i;
    x[placed] = placed === 0 ? here : here + Math.round(x[placed - 1]! - here);
    y[placed] = mercatorY(latitude);
    share[placed] = values ? values[i]! / maxValue : Number.NaN;
    join[placed] = joinOf(track.flags[i]!);
    placed += 1;
  }
  return {
    row: row.slice(0, placed),
    x: x.slice(0, placed),
    y: y.slice(0, placed),
    share: share.slice(0, placed),
    join: join.slice(0, placed),
    colour,
  };
}

function joinOf(flags: number): number {
  if ((flags & fixFlags.afterJump) !== 0) return joins.jump;
  return (flags & fixFlags.afterGap) === 0 ? joins.joined : joins.gap;
}

/** The smallest box around lines; null if none has a point. */
export function extentOf(lines: readonly LeveledLine[]): TrackExtent | null {
  const x = Float64Array.from(
    lines.flatMap(({ line }) => Array.from(line.x, (each) => each - Math.floor(each))),
  );
  const y = Float64Array.from(lines.flatMap(({ line }) => Array.from(line.y)));
  return boundsOf(x, y, x.keys());
}

/** Points nearer to each other than this are drawn as one, pixels. */
const thinnestPx = 2;
const coarsest = 2;
const finest = 18;
const step = 2;

/** A line as it is drawn at one zoom: entry i is one of its fixes. */
interface Level {
  zoom: number;
  /** Which fix of the line. */
  index: Uint32Array;
  share: Float32Array;
  join: Uint8Array;
}

/** The least distance of two points that are drawn separately at a zoom, Mercator units. */
export const thinnest = (zoom: number) => thinnestPx / worldPixels(zoom);

/**
 * Simplifies a line for every second zoom, the finest first; each level has a part of the fixes of
 * the finer one. The value of a piece is the mean over the fixes it replaces. A gap or jump is left
 * out if both ends are at the same point, such as a night in the yard.
 */
export function levelsOf(line: Pick<TrackLine, 'x' | 'y' | 'share' | 'join'>): Level[] {
  const all: Level = {
    zoom: Number.POSITIVE_INFINITY,
    index: Uint32Array.from(line.x, (_, i) => i),
    share: line.share,
    join: line.join,
  };
  const levels: Level[] = [];
  let finer = all;
  for (let zoom = finest; zoom >= coarsest; zoom -= step) {
    finer = thinned(line, finer, zoom);
    levels.push(finer);
  }
  return [all, ...levels];
}

/** The level to draw at a zoom, or coarser by `coarser` levels. */
export function levelAt(levels: readonly Level[], zoom: number, coarser = 0): Level {
  const fit = levels.findLastIndex((level) => level.zoom >= Math.ceil(zoom));
  return levels[Math.min(levels.length - 1, Math.max(0, fit) + coarser)]!;
}

function thinned(line: Pick<TrackLine, 'x' | 'y'>, from: Level, zoom: number): Level {
  const count = from.index.length;
  const index = new Uint32Array(count);
  const share = new Float32Array(count);
  const join = new Uint8Array(count);
  const reach = thinnest(zoom) ** 2;
  const far = (a: number, b: number) => {
    const i = from.index[a]!;
    const j = from.index[b]!;
    return (line.x[i]! - line.x[j]!) ** 2 + (line.y[i]! - line.y[j]!) ** 2 >= reach;
  };
  let used = 0;
  let last = -1;
  let sum = 0;
  let shares = 0;
  const keep = (at: number, how: number) => {
    index[used] = from.index[at]!;
    share[used] = shares > 0 ? sum / shares : Number.NaN;
    join[used] = how;
    used += 1;
    last = at;
    sum = 0;
    shares = 0;
  };
  for (let at = 0; at < count; at++) {
    const how = from.join[at]!;
    const isBroken = at > 0 && how !== joins.joined && far(at, at - 1);
    // The end before a visible gap is drawn, however near it is to the last point.
    if (isBroken && last !== at - 1) keep(at - 1, joins.joined);
    const value = from.share[at]!;
    if (!Number.isNaN(value)) {
      sum += value;
      shares += 1;
    }
    if (last < 0 || isBroken || at === count - 1 || far(at, last))
      keep(at, isBroken ? how : joins.joined);
  }
  return {
    zoom,
    index: index.slice(0, used),
    share: share.slice(0, used),
    join: join.slice(0, used),
  };
}
