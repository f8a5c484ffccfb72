import type { DemoArea, DemoRole } from '../store';
import { cities, cityIndexOf, type City } from './cities';
import { cityWayOf, demoCity } from './city';
import { between, pick, randomFor, wholeBetween } from './random';
import { depotsPerCity, wayOf, type Way } from './streets';

/** One stretch of a vehicle's day, in seconds after its own midnight. */
export interface Phase {
  start: number;
  kind: 'drive' | 'idle' | 'parked';
  way: Way;
  /** Metres driven on this day before the phase. */
  metresBefore: number;
}

/** A vehicle's daily schedule. */
export interface Plan {
  phases: Phase[];
  metresPerDay: number;
  restsOnSunday: boolean;
  /** Offset from UTC of the vehicle's local time. */
  offsetMs: number;
  cityIndex: number;
  depot: number;
  /** A parking slot some metres from the depot's gate, reserved while driving. */
  slotEast: number;
  slotNorth: number;
  odometerKm: number;
  /** True for a refrigerated body: it reports a temperature. */
  isRefrigerated: boolean;
}

const hour = 3600;
const day = 24 * hour;

/** Working hours: daytime, a long day, or around the clock. */
function shift(random: () => number, role: DemoRole, area: DemoArea | undefined) {
  if (role === 'hauls') return { start: 0, end: day, offset: between(random, 0, day) };
  // At any hour there is something to see in the city.
  const kind = random() * (area === 'city' ? 2 : 1);
  if (kind < 0.4)
    return { start: between(random, 5.5, 8) * hour, end: between(random, 16.5, 19) * hour };
  if (kind < 0.6)
    return { start: between(random, 4, 6) * hour, end: between(random, 20, 23) * hour };
  return { start: 0, end: day, offset: between(random, 0, day) };
}

function planFor(seed: number, index: number, role: DemoRole, area?: DemoArea): Plan {
  const random = randomFor(seed, 'plan', index);
  const cityIndex = cityIndexOf(index);
  const depot = wholeBetween(random, 0, depotsPerCity - 1);
  const hours = shift(random, role, area);
  const isRoundTheClock = hours.offset !== undefined;
  const phases: Phase[] = [];
  let metres = 0;
  let clock = hours.start;
  const firstWay = role === 'hauls' ? 'haul' : wholeBetween(random, 0, 7);
  const wayOfTour = (tour: number): Way => {
    if (area === 'city') return cityWayOf(index, tour);
    return wayOf(seed, cityIndex, depot, firstWay === 'haul' ? firstWay : firstWay + tour);
  };
  const home = wayOfTour(0);
  phases.push({ start: 0, kind: 'parked', way: home, metresBefore: 0 });
  for (let tour = 0; ; tour += 1) {
    const way = wayOfTour(tour);
    const ride = rideOf(way);
    if (clock + ride.seconds > hours.end) break;
    phases.push({ start: clock, kind: 'drive', way, metresBefore: metres });
    clock += ride.seconds;
    metres += ride.metres;
    const pause = pick(random, [120, 240, 420, 900, 1800]);
    phases.push({
      start: clock,
      kind: pause < 600 ? 'idle' : 'parked',
      way,
      metresBefore: metres,
    });
    clock += pause;
  }
  const last = phases[phases.length - 1] as Phase;
  // The rest of the day after the last tour is spent parked.
  last.kind = 'parked';
  const { utcOffsetHours } = area === 'city' ? demoCity : (cities[cityIndex] as City);
  // In the city vehicles stop on the street.
  const slot = area === 'city' ? 0 : 14;
  return {
    phases: phases.filter((phase, i) => (phases[i + 1]?.start ?? Infinity) > phase.start),
    metresPerDay: metres,
    restsOnSunday: !isRoundTheClock,
    offsetMs: (utcOffsetHours * hour + (hours.offset ?? 0)) * 1000,
    cityIndex,
    depot,
    slotEast: between(random, -slot, slot),
    slotNorth: between(random, -slot, slot),
    odometerKm: Math.round(between(random, 4_000, 60_000)),
    isRefrigerated: isRefrigerated(seed, index),
  };
}

/** A refrigerated vehicle must have a matching name. */
export function isRefrigerated(seed: number, index: number): boolean {
  return randomFor(seed, 'body', index)() < 0.12;
}

const kept = new Map<string, Plan>();
const mostBackups = 20_000;

export function planOf(seed: number, index: number, role: DemoRole, area?: DemoArea): Plan {
  const key = `${area ?? ''}/${seed}/${index}/${role}`;
  let plan = kept.get(key);
  if (!plan) {
    plan = planFor(seed, index, role, area);
    if (kept.size >= mostBackups) kept.clear();
    kept.set(key, plan);
  }
  return plan;
}

const acceleration = 1.3;
const braking = 1.7;

/** A vehicle's speed along a route as segments of constant acceleration. Seconds and metres. */
interface Piece {
  start: number;
  distance: number;
  speed: number;
  acceleration: number;
}

export interface Ride {
  pieces: Piece[];
  seconds: number;
  metres: number;
}

/** Simulates driving a route: cruising speed, slowing into bends, stopping at red lights. */
function drive(way: Way): Ride {
  const pieces: Piece[] = [];
  let clock = 0;
  const add = (piece: Omit<Piece, 'start'>, seconds: number) => {
    if (seconds <= 0) return;
    pieces.push({ start: clock, ...piece });
    clock += seconds;
  };
  way.gates.slice(1).forEach((gate, i) => {
    const from = way.gates[i]!;
    const length = gate.distance - from.distance;
    // The highest speed that still allows braking for the next gate.
    const top = Math.min(
      way.cruiseSpeed,
      Math.sqrt(
        (2 * acceleration * braking * length +
          braking * from.speed ** 2 +
          acceleration * gate.speed ** 2) /
          (acceleration + braking),
      ),
    );
    const speedingUp = (top ** 2 - from.speed ** 2) / (2 * acceleration);
    const slowing = (top ** 2 - gate.speed ** 2) / (2 * braking);
    const cruising = Math.max(0, length - speedingUp - slowing);
    let distance = from.distance;
    add({ distance, speed: from.speed, acceleration }, (top - from.speed) / acceleration);
    distance += speedingUp;
    add({ distance, speed: top, acceleration: 0 }, cruising / top);
    distance += cruising;
    add({ distance, speed: top, acceleration: -braking }, (top - gate.speed) / braking);
    add({ distance: gate.distance, speed: 0, acceleration: 0 }, gate.waitSeconds);
  });
  return { pieces, seconds: clock, metres: way.distances[way.distances.length - 1] ?? 0 };
}

const rides = new WeakMap<Way, Ride>();

export function rideOf(way: Way): Ride {
  let ride = rides.get(way);
  if (!ride) {
    ride = drive(way);
    rides.set(way, ride);
  }
  return ride;
}

/** The last index whose value is not above `wanted`; values ascend. */
function lastAtMost(count: number, value: (index: number) => number, wanted: number): number {
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (value(middle) <= wanted) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Degrees clockwise from north, 0 to 360. */
function bearing(way: Way, segment: number): number {
  const north = way.latitudes[segment + 1]! - way.latitudes[segment]!;
  const east =
    (way.longitudes[segment + 1]! - way.longitudes[segment]!) *
    Math.cos((way.latitudes[segment]! * Math.PI) / 180);
  return ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360;
}

export interface Motion {
  latitude: number;
  longitude: number;
  /** Metres per second. */
  speed: number;
  course: number;
  /** Metres since the start of the ride. */
  metres: number;
  /** How long the vehicle has been standing still. */
  standingSeconds: number;
}

/** The vehicle's state `seconds` after departure. */
export function motionAt(way: Way, seconds: number): Motion {
  const { pieces, metres: length } = rideOf(way);
  const piece = pieces[lastAtMost(pieces.length, (i) => pieces[i]!.start, seconds)]!;
  const since = Math.max(0, seconds - piece.start);
  const speed = Math.max(0, piece.speed + piece.acceleration * since);
  const metres = Math.min(
    length,
    piece.distance + piece.speed * since + (piece.acceleration * since ** 2) / 2,
  );
  const last = way.distances.length - 2;
  const segment = Math.min(
    last,
    lastAtMost(way.distances.length, (i) => way.distances[i]!, metres),
  );
  const start = way.distances[segment]!;
  const share = (metres - start) / (way.distances[segment + 1]! - start || 1);
  const mix = (values: Float64Array) =>
    values[segment]! + (values[segment + 1]! - values[segment]!) * share;
  return {
    latitude: mix(way.latitudes),
    longitude: mix(way.longitudes),
    speed,
    course: bearing(way, segment),
    metres,
    standingSeconds: piece.speed === 0 && piece.acceleration === 0 ? since : 0,
  };
}
