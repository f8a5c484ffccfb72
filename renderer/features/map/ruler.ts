import geographicLib from 'geographiclib-geodesic';
import type { Coordinates } from '#shared/domain/coordinates';

/** A line along points, or the shape that it encloses. */
export interface Ruler {
  points: readonly Coordinates[];
  /** The last point is connected with the first one. */
  isClosed: boolean;
  /** Clicks add no points any more. */
  isFinished: boolean;
}

export const emptyRuler: Ruler = { points: [], isClosed: false, isFinished: false };

/** The most points; far more than anyone clicks. */
export const mostPoints = 500;
/** A shape needs three corners. */
const leastCorners = 3;

export const canClose = ({ points, isClosed }: Ruler): boolean =>
  !isClosed && points.length >= leastCorners;

/** A line is measured from two points on. */
export const isMeasured = ({ points }: Ruler): boolean => points.length >= 2;

/** Adds a point, unless it is the last one again. */
export function addPoint(ruler: Ruler, point: Coordinates): Ruler {
  const last = ruler.points.at(-1);
  const isSame = last?.latitude === point.latitude && last.longitude === point.longitude;
  if (ruler.isFinished || isSame || ruler.points.length >= mostPoints) return ruler;
  return { ...ruler, points: [...ruler.points, point] };
}

/** Takes back the last step: the closing of the shape, or the last point. Measuring goes on. */
export function undo(ruler: Ruler): Ruler {
  const points = ruler.isClosed ? ruler.points : ruler.points.slice(0, -1);
  return { points, isClosed: false, isFinished: false };
}

/** Connects the last point with the first one, which ends measuring. */
export const close = (ruler: Ruler): Ruler =>
  canClose(ruler) ? { ...ruler, isClosed: true, isFinished: true } : ruler;

/** Ends measuring; the result stays. */
export const finish = (ruler: Ruler): Ruler =>
  isMeasured(ruler) ? { ...ruler, isFinished: true } : ruler;

/** Measures on after `finish`. */
export const resume = (ruler: Ruler): Ruler =>
  ruler.isClosed ? ruler : { ...ruler, isFinished: false };

/** What a key does while measuring; null: nothing. Escape is handled by the caller. */
export function afterKey(ruler: Ruler, key: string, middle: Coordinates): Ruler | null {
  if (key === 'Backspace' || key === 'Delete') return undo(ruler);
  if (ruler.isFinished) return null;
  if (key === 'Enter') return finish(ruler);
  return key === ' ' ? addPoint(ruler, middle) : null;
}

const { Geodesic } = geographicLib;
const earth = Geodesic.WGS84;

/** Longitude and latitude; the longitude is continuous along a line and may leave ±180°. */
type Place = [longitude: number, latitude: number];

/** The shortest distance on the ellipsoid, metres. */
export function metresBetween(from: Coordinates, to: Coordinates): number {
  return (
    earth.Inverse(from.latitude, from.longitude, to.latitude, to.longitude, Geodesic.DISTANCE)
      .s12 ?? 0
  );
}

export interface Measured {
  /** Along the line; of a closed shape once around it. */
  metres: number;
  /** Of the last part of the line. */
  lastMetres: number;
  /** null: the line is open, or crosses itself. */
  squareMetres: number | null;
  /** Whether a closed line crosses itself, so that it has no one area. */
  isCrossed: boolean;
}

export function measure({ points, isClosed }: Ruler): Measured {
  const polygon = earth.Polygon(!isClosed);
  for (const { latitude, longitude } of points) polygon.AddPoint(latitude, longitude);
  const { perimeter, area } = polygon.Compute(false, true);
  const [beforeLast, last] = points.slice(-2);
  const [from, to] = isClosed ? [points.at(-1), points[0]] : [beforeLast, last];
  const isCrossed = isClosed && crossesItself(outline(points, true));
  return {
    metres: points.length < 2 ? 0 : perimeter,
    lastMetres: from && to ? metresBetween(from, to) : 0,
    squareMetres: isClosed && !isCrossed && area !== undefined ? Math.abs(area) : null,
    isCrossed,
  };
}

/** Below this a straight line on the map cannot be told from the shortest one. */
const straightMetres = 20_000;
const metresPerStep = 100_000;
const mostSteps = 200;

/** The shortest line along the points, with as many places in between as its curve on the map needs. */
export function outline(points: readonly Coordinates[], isClosed: boolean): Place[] {
  const [first] = points;
  if (!first) return [];
  const places: Place[] = [[first.longitude, first.latitude]];
  const ends = isClosed ? [...points.slice(1), first] : points.slice(1);
  let from = first;
  for (const to of ends) {
    places.push(...between(from, to, places.at(-1)![0]));
    from = to;
  }
  return places;
}

/** The places after `from` up to `to`; `longitude` is the one where the line so far ends. */
function between(from: Coordinates, to: Coordinates, longitude: number): Place[] {
  const line = earth.InverseLine(from.latitude, from.longitude, to.latitude, to.longitude);
  const wanted = line.s13 < straightMetres ? 1 : Math.ceil(line.s13 / metresPerStep) + 1;
  const steps = Math.min(mostSteps, wanted);
  const turn = longitude - from.longitude;
  const mask = Geodesic.STANDARD | Geodesic.LONG_UNROLL;
  return Array.from({ length: steps }, (_, i): Place => {
    const { lat2, lon2 } = line.Position((line.s13 * (i + 1)) / steps, mask);
    return [lon2! + turn, lat2!];
  });
}

/** The parts of a line between 180° west and east, so that it is drawn on every copy of the world. */
export function cutAtAntimeridian(places: readonly Place[]): Place[][] {
  const [first] = places;
  if (!first) return [];
  let world = worldOf(first[0]);
  let part: Place[] = [[first[0] - world * 360, first[1]]];
  const parts = [part];
  for (let i = 1; i < places.length; i++) {
    const [longitude, latitude] = places[i]!;
    const next = worldOf(longitude);
    const step = Math.sign(next - world);
    for (; world !== next; world += step) {
      const [fromLongitude, fromLatitude] = places[i - 1]!;
      const edge = world * 360 + (step > 0 ? 180 : -180);
      const share = (edge - fromLongitude) / (longitude - fromLongitude);
      const at = fromLatitude + (latitude - fromLatitude) * share;
      part.push([step * 180, at]);
      part = [[-step * 180, at]];
      parts.push(part);
    }
    part.push([longitude - world * 360, latitude]);
  }
  return parts.filter((each) => each.length > 1);
}

const worldOf = (longitude: number) => Math.floor((longitude + 180) / 360);

/** Whether a closed outline can be filled on the map: one around a pole has no inside there. */
export function isFillable(ring: readonly Place[]): boolean {
  const [first, last] = [ring[0], ring.at(-1)];
  return ring.length > 3 && first !== undefined && Math.abs(last![0] - first[0]) < 1;
}

/** Whether two parts of a ring that do not follow each other cross on the map. */
function crossesItself(ring: readonly Place[]): boolean {
  const lines = ring.length - 1;
  for (let a = 0; a < lines; a++) {
    for (let b = a + 2; b < lines; b++) {
      const isNextToFirst = a === 0 && b === lines - 1;
      if (!isNextToFirst && cross(ring[a]!, ring[a + 1]!, ring[b]!, ring[b + 1]!)) return true;
    }
  }
  return false;
}

function cross(a: Place, b: Place, c: Place, d: Place): boolean {
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

const side = (a: Place, b: Place, p: Place) =>
  Math.sign((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]));
