import { fixFlags } from '#shared/history/columns';
import { boundsOf, mercatorX, mercatorY } from '#engines/geo';
import { joins, type TrackExtent, type TrackLine, type TrackInput } from './track-types';

/** Converts a track for drawing: fixes with a position on the Mercator plane, continuous across 180°. */
export function lineOf(track: TrackInput): TrackLine {
  const count = track.latitude.length;
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
    share[placed] = track.values ? track.values[i]! / track.maxValue : Number.NaN;
    join[placed] = joinOf(track.flags[i]!);
    placed += 1;
  }
  return {
    row: row.slice(0, placed),
    x: x.slice(0, placed),
    y: y.slice(0, placed),
    share: share.slice(0, placed),
    join: join.slice(0, placed),
    colour: track.colour,
  };
}

function joinOf(flags: number): number {
  if ((flags & fixFlags.afterJump) !== 0) return joins.jump;
  return (flags & fixFlags.afterGap) === 0 ? joins.joined : joins.gap;
}

/** The smallest box around lines; null if none has a point. */
export function extentOf(lines: readonly TrackLine[]): TrackExtent | null {
  const x = Float64Array.from(
    lines.flatMap((line) => Array.from(line.x, (x) => x - Math.floor(x))),
  );
  const y = Float64Array.from(lines.flatMap((line) => Array.from(line.y)));
  return boundsOf(x, y, x.keys());
}
