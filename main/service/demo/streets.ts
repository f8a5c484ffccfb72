import { cities, type City } from './cities';
import { between, randomFor, wholeBetween, type Random } from './random';

export const metresPerDegree = 111_320;

/** A closed route that starts and ends at a depot; distances in metres along it. */
export interface Way {
  latitudes: Float64Array;
  longitudes: Float64Array;
  /** Distance from the start at every point. */
  distances: Float64Array;
  /** Speed limits at points on the route; `waitSeconds` at a red light. */
  gates: Gate[];
  cruiseSpeed: number;
}

export interface Gate {
  distance: number;
  /** Metres per second. */
  speed: number;
  waitSeconds: number;
}

export interface Point {
  x: number;
  y: number;
}

/** Metres east and north of a place, as degrees. */
export function offset(origin: { latitude: number; longitude: number }, point: Point) {
  return {
    latitude: origin.latitude + point.y / metresPerDegree,
    longitude:
      origin.longitude + point.x / (metresPerDegree * Math.cos((origin.latitude * Math.PI) / 180)),
  };
}

export const depotsPerCity = 3;
const waysPerDepot = 8;

/** Where vehicles of a city start and end their day. */
function depotOf(seed: number, cityIndex: number, depot: number) {
  const random = randomFor(seed, 'depot', cityIndex, depot);
  const angle = random() * 2 * Math.PI;
  const far = between(random, 900, 3800);
  const city = cities[cityIndex] as City;
  return offset(city, { x: Math.cos(angle) * far, y: Math.sin(angle) * far });
}

/** Corners of a closed walk along the two directions of a street grid, in metres along it. */
function corners(random: Random): Point[] {
  const block = between(random, 85, 150);
  const turns = wholeBetween(random, 4, 8);
  // Whole blocks, so that the loop closes exactly.
  const points: Point[] = [{ x: 0, y: 0 }];
  let x = 0;
  let y = 0;
  const visit = (nextX: number, nextY: number) => {
    x = nextX;
    y = nextY;
    points.push({ x, y });
  };
  const leg = (from: number) => {
    // Wander, but come back once far away.
    const side = Math.abs(from) > 22 ? -Math.sign(from) : random() < 0.5 ? -1 : 1;
    const to = from + side * wholeBetween(random, 2, 11);
    return to === 0 ? side * 3 : to;
  };
  for (let turn = 0; turn < turns; turn += 1) {
    visit(leg(x), y);
    visit(x, leg(y));
  }
  // Neither is 0 here, so both legs back have a length.
  visit(0, y);
  points.push({ x: 0, y: 0 });
  return points.map((point) => ({ x: point.x * block, y: point.y * block }));
}

/** Rounds the corner at `at`, from `most` metres before it, so that the course turns in small steps. */
export function rounded(before: Point, at: Point, after: Point, most = 18): Point[] {
  const reach = (end: Point): Point => {
    const length = Math.hypot(end.x - at.x, end.y - at.y);
    const share = Math.min(most, length / 3) / length;
    return { x: at.x + (end.x - at.x) * share, y: at.y + (end.y - at.y) * share };
  };
  const start = reach(before);
  const end = reach(after);
  return Array.from({ length: 7 }, (_, step) => {
    const t = step / 6;
    const u = 1 - t;
    return {
      x: u * u * start.x + 2 * u * t * at.x + t * t * end.x,
      y: u * u * start.y + 2 * u * t * at.y + t * t * end.y,
    };
  });
}

export function measured(places: { latitude: number; longitude: number }[]) {
  const latitudes = Float64Array.from(places, (place) => place.latitude);
  const longitudes = Float64Array.from(places, (place) => place.longitude);
  const distances = new Float64Array(places.length);
  for (let i = 1; i < places.length; i += 1) {
    const middle = ((latitudes[i - 1]! + latitudes[i]!) / 2) * (Math.PI / 180);
    distances[i] =
      distances[i - 1]! +
      Math.hypot(
        (latitudes[i]! - latitudes[i - 1]!) * metresPerDegree,
        (longitudes[i]! - longitudes[i - 1]!) * metresPerDegree * Math.cos(middle),
      );
  }
  return { latitudes, longitudes, distances };
}

export const ends = (length: number): Gate[] => [
  { distance: 0, speed: 0, waitSeconds: 0 },
  { distance: length, speed: 0, waitSeconds: 0 },
];

function cityWay(seed: number, cityIndex: number, depot: number, way: number): Way {
  const random = randomFor(seed, 'way', cityIndex, depot, way);
  const grid = randomFor(seed, 'grid', cityIndex)() * (Math.PI / 2);
  const origin = depotOf(seed, cityIndex, depot);
  const turned = corners(random).map(({ x, y }) => ({
    x: x * Math.cos(grid) - y * Math.sin(grid),
    y: x * Math.sin(grid) + y * Math.cos(grid),
  }));
  const points: Point[] = [turned[0] as Point];
  const cornerAt: number[] = [];
  for (let i = 1; i < turned.length - 1; i += 1) {
    const arc = rounded(turned[i - 1] as Point, turned[i] as Point, turned[i + 1] as Point);
    cornerAt.push(points.length + 3);
    points.push(...arc);
  }
  points.push(turned[turned.length - 1] as Point);
  const measuredWay = measured(points.map((point) => offset(origin, point)));
  const { distances } = measuredWay;
  const length = distances[distances.length - 1] as number;
  const light = () => (random() < 0.4 ? wholeBetween(random, 6, 45) : 0);
  const gates: Gate[] = ends(length);
  let previous = 0;
  for (const index of cornerAt) {
    const distance = distances[index] as number;
    // Crossings on a long straight stretch have lights of their own.
    for (let at = previous + 420; at < distance - 200; at += between(random, 380, 700)) {
      const waitSeconds = light();
      if (waitSeconds > 0) gates.push({ distance: at, speed: 0, waitSeconds });
    }
    const waitSeconds = light();
    gates.push({ distance, speed: waitSeconds > 0 ? 0 : 4.5, waitSeconds });
    previous = distance;
  }
  gates.sort((a, b) => a.distance - b.distance);
  return { ...measuredWay, gates, cruiseSpeed: between(random, 10.5, 15) };
}

/** There and back between two cities, in gentle bends, with a break now and then. */
function haulWay(seed: number, cityIndex: number, depot: number): Way {
  const random = randomFor(seed, 'haul', cityIndex, depot);
  const from = depotOf(seed, cityIndex, depot);
  const to = depotOf(seed, (cities[cityIndex] as City).partner, depot);
  const steps = 240;
  const bends = Array.from({ length: 4 }, (_, i) => ({
    waves: i + 1,
    size: between(random, -0.035, 0.035) / (i + 1),
  }));
  const along = (t: number, side: number) => {
    const sway = bends.reduce(
      (sum, { waves, size }) => sum + size * Math.sin(Math.PI * waves * t),
      0,
    );
    const across = sway + side * 0.00012 * Math.sin(Math.PI * t);
    return {
      latitude:
        from.latitude +
        (to.latitude - from.latitude) * t +
        (to.longitude - from.longitude) * across,
      longitude:
        from.longitude +
        (to.longitude - from.longitude) * t -
        (to.latitude - from.latitude) * across,
    };
  };
  const places = [
    ...Array.from({ length: steps + 1 }, (_, i) => along(i / steps, 1)),
    ...Array.from({ length: steps }, (_, i) => along((steps - 1 - i) / steps, -1)),
  ];
  const measuredWay = measured(places);
  const length = measuredWay.distances[measuredWay.distances.length - 1] as number;
  const gates: Gate[] = ends(length);
  gates.push({ distance: length / 2, speed: 0, waitSeconds: wholeBetween(random, 2400, 5400) });
  for (const part of [0.25, 0.75]) {
    gates.push({ distance: length * part, speed: 0, waitSeconds: wholeBetween(random, 900, 1800) });
  }
  gates.sort((a, b) => a.distance - b.distance);
  return { ...measuredWay, gates, cruiseSpeed: between(random, 20, 23.5) };
}

const known = new Map<string, Way>();

/** Routes are shared by the vehicles of a depot, so that ten thousand vehicles fit in memory. */
export function wayOf(seed: number, cityIndex: number, depot: number, way: number | 'haul'): Way {
  const number = way === 'haul' ? way : way % waysPerDepot;
  const key = `${seed}/${cityIndex}/${depot}/${number}`;
  let found = known.get(key);
  if (!found) {
    found =
      number === 'haul' ? haulWay(seed, cityIndex, depot) : cityWay(seed, cityIndex, depot, number);
    known.set(key, found);
  }
  return found;
}
