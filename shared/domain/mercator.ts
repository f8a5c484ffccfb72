// The square world of web maps (Mercator): x and y from 0 to 1.

/** The latitude at which the Mercator world is square. */
const latitudeLimit = 85.051129;

const equatorMetres = 40_075_016.686;

/** Metres at a latitude that are 1 in Mercator x and y. */
export const mercatorMetres = (latitude: number): number =>
  equatorMetres * Math.cos((latitude * Math.PI) / 180);

/** Mercator x of a longitude: 0 at 180° west, 1 at 180° east. */
export function mercatorX(longitude: number): number {
  const x = (longitude + 180) / 360;
  return x >= 0 && x < 1 ? x : x - Math.floor(x);
}

/** Mercator y of a latitude: 0 in the north, 1 in the south; clamped to the square world. */
export function mercatorY(latitude: number): number {
  const clamped = Math.max(-latitudeLimit, Math.min(latitudeLimit, latitude));
  const sine = Math.sin((clamped * Math.PI) / 180);
  const y = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  return Math.max(0, Math.min(1, y));
}

export const longitudeOf = (x: number): number => x * 360 - 180;

export const latitudeOf = (y: number): number =>
  (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;

/** Metres per Mercator unit at a given y. */
export const metresPerUnit = (y: number): number => mercatorMetres(latitudeOf(y));

/**
 * A box in Mercator units: x 0 to 1 eastward, y 0 to 1 southward. `east` may exceed 1 if the box crosses the
 * antimeridian.
 */
export interface MercatorBounds {
  west: number;
  north: number;
  east: number;
  south: number;
}

/** What a map shows. x may be outside 0 to 1 where the world repeats on screen. */
export interface Viewport extends MercatorBounds {
  zoom: number;
}

/** The width of the world at a zoom, CSS pixels: those of one Mercator unit. */
export const worldPixels = (zoom: number): number => 512 * 2 ** zoom;

/** Whether a place is in a viewport, on whichever copy of the world. */
export function isInView({ west, east, north, south }: Viewport, x: number, y: number): boolean {
  const fromWest = x - west - Math.floor(x - west);
  return fromWest <= east - west && y >= north && y <= south;
}

/**
 * The smallest box around points. If the widest gap between points lies inside the world, the box
 * crosses the antimeridian, so that a fleet in Fiji does not show the whole planet.
 */
export function boundsOf(
  xs: Float64Array,
  ys: Float64Array,
  slots: Iterable<number>,
): MercatorBounds | null {
  const bins = 360;
  const lows = new Float64Array(bins).fill(Number.POSITIVE_INFINITY);
  const highs = new Float64Array(bins).fill(Number.NEGATIVE_INFINITY);
  let north = Number.POSITIVE_INFINITY;
  let south = Number.NEGATIVE_INFINITY;
  for (const slot of slots) {
    const x = xs[slot]!;
    const y = ys[slot]!;
    const bin = Math.min(bins - 1, Math.floor(x * bins));
    if (x < lows[bin]!) lows[bin] = x;
    if (x > highs[bin]!) highs[bin] = x;
    if (y < north) north = y;
    if (y > south) south = y;
  }
  const used = [...lows.keys()].filter((bin) => highs[bin]! >= 0);
  if (used.length === 0) return null;
  let west = lows[used[0]!]!;
  let east = highs[used.at(-1)!]!;
  let widest = west + 1 - east;
  for (let i = 1; i < used.length; i++) {
    const before = highs[used[i - 1]!]!;
    const after = lows[used[i]!]!;
    if (after - before > widest) {
      widest = after - before;
      west = after;
      east = before + 1;
    }
  }
  return { west, north, east, south };
}
