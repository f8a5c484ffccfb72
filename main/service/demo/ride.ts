import type { Way } from './streets';

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
