import type { TrackColumns } from './columns';
import { emptyTrack, mergeTracks } from './track';

/** What a made-up vehicle really did; times epoch milliseconds. */
export interface TrueTrip {
  from: number;
  to: number;
  metres: number;
}

/** How badly a tracker tells of it. */
export interface Trouble {
  /** Standard deviation of each fix, metres. */
  noiseMetres: number;
  /** How far a parked tracker's position wanders, metres. */
  driftMetres: number;
  /** Share of trips with a tunnel, of up to so many minutes. */
  tunnels: number;
  tunnelMinutes: number;
  /** Share of fixes that are somewhere else altogether. */
  jumps: number;
  /** Share of fixes that come twice, the second time a little elsewhere. */
  duplicates: number;
  /** Share of fixes that come late, after newer ones. */
  late: number;
  /** Seconds between fixes while driving and while parked; null: silent while parked. */
  drivingSeconds: number;
  parkedSeconds: number | null;
}

export interface VehicleOptions {
  random: () => number;
  trips: number;
  trouble: Trouble;
  startAt?: number;
}

const metresPerDegree = 111_195;

/** Drives a vehicle of some weight through a day's work, and lets a tracker tell of it. */
export function drive(options: VehicleOptions): { truth: TrueTrip[]; track: TrackColumns } {
  const { random, trouble } = options;
  const between = (low: number, high: number) => low + random() * (high - low);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  let at = options.startAt ?? Date.UTC(2026, 3, 1, 6);
  let [x, y] = [0, 0];
  const wander = { x: 0, y: 0 };
  const told: [at: number, x: number, y: number, speed: number][] = [];
  const truth: TrueTrip[] = [];

  function tell(speed: number, isParked: boolean): void {
    if (isParked) {
      // A random walk that is drawn back to the true place.
      wander.x += -0.1 * wander.x + normal() * trouble.driftMetres * 0.4;
      wander.y += -0.1 * wander.y + normal() * trouble.driftMetres * 0.4;
    } else {
      wander.x *= 0.7;
      wander.y *= 0.7;
    }
    const isJump = random() < trouble.jumps;
    const away = isJump ? between(5_000, 60_000) : 0;
    const noise = () => normal() * trouble.noiseMetres;
    told.push([at, x + wander.x + noise() + away, y + wander.y + noise(), speed]);
    if (random() < trouble.duplicates) told.push([at, x + noise(), y + noise(), speed]);
  }

  function park(minutes: number): void {
    const end = at + minutes * 60_000;
    if (trouble.parkedSeconds === null) {
      tell(0, true);
      at = end;
      return;
    }
    for (; at < end; at += trouble.parkedSeconds * 1_000) tell(0, true);
  }

  function driveOnce(): void {
    const from = at;
    const seconds = between(6, 70) * 60;
    const tunnel = random() < trouble.tunnels ? between(0.2, 0.7) * seconds : Number.NaN;
    const tunnelEnd = tunnel + between(1, trouble.tunnelMinutes) * 60;
    const step = trouble.drivingSeconds;
    let heading = between(0, 2 * Math.PI);
    let speed = 0;
    let wanted = between(8, 30);
    let waits = 0;
    let metres = 0;
    for (let t = 0; t < seconds || speed > 2; t += step) {
      const isEnding = t >= seconds;
      if (random() < step / 90) wanted = between(6, 33);
      if (random() < step / 60) heading += between(-1.2, 1.2);
      // A red light or a jam, but never as long as a stop.
      if (!isEnding && waits < -120 && random() < step / 240) waits = between(15, 150);
      waits -= step;
      const aim = isEnding || waits > 0 ? 0 : wanted;
      speed += Math.max(-2.5 * step, Math.min(1.5 * step, aim - speed));
      speed = Math.max(0, speed);
      metres += speed * step;
      x += Math.sin(heading) * speed * step;
      y += Math.cos(heading) * speed * step;
      at += step * 1_000;
      if (!(t >= tunnel && t < tunnelEnd)) tell(speed, false);
    }
    truth.push({ from, to: at, metres });
  }

  park(between(20, 400));
  for (let i = 0; i < options.trips; i++) {
    driveOnce();
    park(random() < 0.3 ? between(300, 900) : between(8, 120));
  }

  const place = ([time, east, north, speed]: (typeof told)[number]): TrackColumns => ({
    ...emptyTrack(),
    count: 1,
    at: Float64Array.of(time),
    latitude: Float64Array.of(40 + north / metresPerDegree),
    longitude: Float64Array.of(-3 + east / (metresPerDegree * Math.cos((40 * Math.PI) / 180))),
    measures: { speed: Float32Array.of(speed) },
    flags: new Uint8Array(1),
  });
  const parts = told.map(place);
  const late = parts.filter(() => random() < trouble.late);
  const isLate = new Set(late);
  return { truth, track: mergeTracks([...parts.filter((part) => !isLate.has(part)), ...late]) };
}
