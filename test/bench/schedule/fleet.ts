/** Metres east and north, for the time of `at` seconds. */
export interface Vertex {
  at: number;
  x: number;
  y: number;
}

/** Where the devices of a fleet truly are: straight lines between vertices, standing between trips. */
export interface TrueFleet {
  count: number;
  days: number;
  /** Fills `place` with the position of a device, and whether it moves. Times must not decrease. */
  locate(device: number, at: number, place: Place): void;
}

export interface Place {
  x: number;
  y: number;
  /** Metres per second; 0 while it stands. */
  vx: number;
  vy: number;
}

/** A part of a recorded track: how the position changes from one fix to the next. */
export interface Leg {
  seconds: number;
  dx: number;
  dy: number;
}

export const daySeconds = 86_400;

/** mulberry32 */
export function seededRandom(seed: number): () => number {
  let s = seed >>> 0;
  return () => {
    s = (s + 0x6d2b79f5) | 0;
    let t = Math.imul(s ^ (s >>> 15), 1 | s);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const gauss = (random: () => number) =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

interface Trip {
  from: number;
  seconds: number;
}

/** 15 % drive all day, 35 % two to three hours, 50 % are parked with a rare trip. */
function tripsOf(random: () => number, days: number): Trip[] {
  const trips: Trip[] = [];
  const kind = random() < 0.15 ? 'allDay' : random() < 0.35 / 0.85 ? 'commuter' : 'parked';
  const departures = [7 + random() * 3, 15 + random() * 4];
  const hours = (2 + random()) / 2;
  const workFrom = 6 + random() * 3;
  const workTo = 16 + random() * 3;
  for (let day = 0; day < days; day++) {
    const at = (hour: number) => day * daySeconds + hour * 3600;
    if (kind === 'allDay') {
      for (let hour = workFrom + gauss(random) * 0.2; hour < workTo;) {
        const length = (20 + random() * 60) / 60;
        trips.push({ from: at(hour), seconds: length * 3600 });
        hour += length + (3 + random() * 17) / 60;
      }
    } else if (kind === 'commuter') {
      for (const departure of departures) {
        const seconds = hours * 3600 * (0.8 + 0.4 * random());
        trips.push({ from: at(departure + gauss(random) * 0.25), seconds });
      }
    } else if (random() < 0.03) {
      trips.push({ from: at(8 + random() * 10), seconds: 1800 });
    }
  }
  return trips.toSorted((a, b) => a.from - b.from);
}

/** Streets: a leg of some hundred metres to three kilometres at one speed, driven with variations. */
function syntheticLegs(random: () => number): () => Leg {
  let heading = random() * 2 * Math.PI;
  let speed = 0;
  let left = 0;
  return () => {
    if (left <= 0) {
      left = 300 + random() * 2_500;
      speed = 6 + random() * 22;
      heading += gauss(random) * 0.8;
    }
    const metres = Math.min(left, speed * (0.7 + 0.6 * random()) * 10);
    left -= metres;
    return { seconds: 10, dx: Math.cos(heading) * metres, dy: Math.sin(heading) * metres };
  };
}

/** A recorded track, from any of its fixes on, again and again. */
function recordedLegs(random: () => number, tracks: readonly Leg[][]): () => Leg {
  const track = tracks[Math.floor(random() * tracks.length)]!;
  let next = Math.floor(random() * track.length);
  return () => track[next++ % track.length]!;
}

export function createFleet(options: {
  count: number;
  days: number;
  seed: number;
  /** Recorded tracks to move along; absent: synthetic streets. */
  tracks?: readonly Leg[][];
}): TrueFleet {
  const { count, days, seed, tracks } = options;
  const vertices = Array.from({ length: count }, (_, device) => {
    const random = seededRandom(seed * 7919 + device);
    const trips = tripsOf(random, days);
    const leg = tracks ? recordedLegs(random, tracks) : syntheticLegs(random);
    return pathOf(trips, leg, gauss(random) * 20_000, gauss(random) * 20_000);
  });
  const cursors = new Uint32Array(count);
  return {
    count,
    days,
    locate: (device, at, place) => {
      const path = vertices[device]!;
      let cursor = cursors[device]!;
      if (path[cursor * 3]! > at) cursor = 0;
      while ((cursor + 1) * 3 < path.length && path[(cursor + 1) * 3]! <= at) cursor++;
      cursors[device] = cursor;
      const o = cursor * 3;
      const seconds = o + 3 < path.length ? path[o + 3]! - path[o]! : 0;
      const vx = seconds > 0 ? (path[o + 4]! - path[o + 1]!) / seconds : 0;
      const vy = seconds > 0 ? (path[o + 5]! - path[o + 2]!) / seconds : 0;
      place.x = path[o + 1]! + vx * (at - path[o]!);
      place.y = path[o + 2]! + vy * (at - path[o]!);
      place.vx = vx;
      place.vy = vy;
    },
  };
}

/** at, x, y of each vertex. */
function pathOf(trips: readonly Trip[], leg: () => Leg, x: number, y: number): Float32Array {
  const path: number[] = [Number.NEGATIVE_INFINITY, x, y];
  let at = 0;
  for (const trip of trips) {
    // A trip that begins before the last one ended continues it.
    if (trip.from > at) path.push(trip.from, x, y);
    at = Math.max(at, trip.from);
    const end = trip.from + trip.seconds;
    while (at < end) {
      const next = leg();
      at += next.seconds;
      x += next.dx;
      y += next.dy;
      path.push(at, x, y);
    }
  }
  path[0] = -1;
  return Float32Array.from(path);
}
