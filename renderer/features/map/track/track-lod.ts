import { joins, type TrackLine } from './track-types';

/** Points nearer to each other than this are one at a zoom, pixels. */
const thinnestPx = 2;
const coarsest = 2;
const finest = 18;
const step = 2;

/** A line as it is drawn at one zoom: entry i is one of its fixes. */
export interface Level {
  zoom: number;
  /** Which fix of the line. */
  index: Uint32Array;
  share: Float32Array;
  join: Uint8Array;
}

/** How far two places are apart at a zoom before they are drawn as two, Mercator units. */
export const thinnest = (zoom: number) => thinnestPx / (512 * 2 ** zoom);

/**
 * Thins a line out for each second zoom, the finest first; each level holds a part of the finer one's
 * fixes. What a piece tells is the mean over what it stands for. A gap or jump is kept where it would
 * show, and left out where both its ends fall on one spot: a night in the yard tears no hole.
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
  let kept = 0;
  let last = -1;
  let sum = 0;
  let shares = 0;
  const keep = (at: number, how: number) => {
    index[kept] = from.index[at]!;
    share[kept] = shares > 0 ? sum / shares : Number.NaN;
    join[kept] = how;
    kept += 1;
    last = at;
    sum = 0;
    shares = 0;
  };
  for (let at = 0; at < count; at++) {
    const how = from.join[at]!;
    const isTorn = at > 0 && how !== joins.joined && far(at, at - 1);
    // The end before a hole that shows belongs to the picture, however near it is to the last one.
    if (isTorn && last !== at - 1) keep(at - 1, joins.joined);
    const value = from.share[at]!;
    if (!Number.isNaN(value)) {
      sum += value;
      shares += 1;
    }
    if (last < 0 || isTorn || at === count - 1 || far(at, last))
      keep(at, isTorn ? how : joins.joined);
  }
  return {
    zoom,
    index: index.slice(0, kept),
    share: share.slice(0, kept),
    join: join.slice(0, kept),
  };
}
