import type { TrackColumns } from './columns';
import { isBroken } from './track';

const tileSize = 512;

/** How many degrees of longitude one screen pixel is at a zoom of a Mercator map. */
export const degreesPerPixel = (zoom: number) => 360 / (tileSize * 2 ** zoom);

/**
 * The rows to draw at a zoom: no point of the true line is more than `tolerancePixels` beside the one
 * drawn (Douglas and Peucker, on the Mercator plane). The ends of every unbroken part stay, and so
 * does a part of one fix. Rows without a position are left out.
 */
export function simplifyTrack(
  track: TrackColumns,
  zoom: number,
  tolerancePixels = 0.75,
): Uint32Array<ArrayBuffer> {
  const { count, latitude, longitude, flags } = track;
  const rows = new Uint32Array(count);
  const x = new Float64Array(count);
  const y = new Float64Array(count);
  let placed = 0;
  for (let row = 0; row < count; row++) {
    if (Number.isNaN(latitude[row]!)) continue;
    rows[placed] = row;
    x[placed] = longitude[row]!;
    y[placed] = mercatorDegrees(latitude[row]!);
    placed++;
  }
  const tolerance = tolerancePixels * degreesPerPixel(zoom);
  const isKept = new Uint8Array(placed);
  let start = 0;
  for (let i = 1; i <= placed; i++) {
    if (i < placed && !isBroken(flags[rows[i]!]!)) continue;
    keepShape(x, y, start, i - 1, tolerance * tolerance, isKept);
    start = i;
  }
  return rows.subarray(0, placed).filter((_, i) => isKept[i] === 1);
}

/** The Mercator ordinate in degrees, so that it has the scale of longitudes. */
function mercatorDegrees(latitude: number): number {
  const clamped = Math.max(-85.06, Math.min(85.06, latitude));
  return (Math.log(Math.tan(Math.PI / 4 + (clamped * Math.PI) / 360)) * 180) / Math.PI;
}

/** Marks what the line from `first` to `last` needs; with a stack, because tracks are long. */
function keepShape(
  x: Float64Array,
  y: Float64Array,
  first: number,
  last: number,
  toleranceSquared: number,
  isKept: Uint8Array,
): void {
  isKept[first] = 1;
  isKept[last] = 1;
  const stack = [first, last];
  while (stack.length > 0) {
    const to = stack.pop()!;
    const from = stack.pop()!;
    let furthest = -1;
    let most = toleranceSquared;
    const dx = x[to]! - x[from]!;
    const dy = y[to]! - y[from]!;
    const lengthSquared = dx * dx + dy * dy;
    for (let i = from + 1; i < to; i++) {
      const px = x[i]! - x[from]!;
      const py = y[i]! - y[from]!;
      // The nearest point of the piece of line, not of the endless one: a track turns back.
      const t =
        lengthSquared === 0 ? 0 : Math.max(0, Math.min(1, (px * dx + py * dy) / lengthSquared));
      const ex = px - t * dx;
      const ey = py - t * dy;
      const distance = ex * ex + ey * ey;
      if (distance > most) {
        most = distance;
        furthest = i;
      }
    }
    if (furthest < 0) continue;
    isKept[furthest] = 1;
    stack.push(from, furthest, furthest, to);
  }
}
