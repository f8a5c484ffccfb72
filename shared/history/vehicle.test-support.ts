import type { TrackColumns } from './columns';
import { emptyTrack, mergeTracks } from './track';

/** The true trips of a simulated vehicle; times in epoch milliseconds. */
export interface TrueTrip {
  from: number;
  to: number;
  metres: number;
}

/** The errors of a simulated tracker. */
export interface Trouble {
  /** Standard deviation of each fix, metres. */
  noiseMetres: number;
  /** How far a parked tracker's position wanders, metres. */
  driftMetres: number;
  /** Share of trips with a tunnel, and its longest duration in minutes. */
  tunnels: number;
  tunnelMinutes: number;
  /** Share of fixes with a completely wrong position. */
  jumps: number;
  /** Share of fixes sent twice, the second time with a slightly different position. */
  duplicates: number;
  /** Share of fixes that arrive after newer ones. */
  late: number;
  /** Seconds between fixes while driving and while parked; null: no fixes while parked. */
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

/** Simulates a vehicle over several trips and the fixes that its tracker reports. */
export function drive(options: VehicleOptions): { truth: TrueTrip[]; track: TrackColumns } {
  const { random, trouble } = options;
  const between = (low: number, high: number) => low + random() * (high - low);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  let at = options.startAt ?? Date.UTC(2026, 3, 1, 6);
  let [x, y] = [0, 0];
  const wander = { x: 0, y: 0 };
  const reported: [at: number, x: number, y: number, speed: number][] = [];
  const truth: TrueTrip[] = [];

  function report(speed: number, isParked: boolean): void {
    if (isParked) {
      // A random walk that returns to the true position.
      wander.x += -0.1 * wander.x + normal() * trouble.driftMetres * 0.4;
      wander.y += -0.1 * wander.y + normal() * trouble.driftMetres * 0.4;
    } else {
      wander.x *= 0.7;
      wander.y *= 0.7;
    }
    const isJump = random() < trouble.jumps;
    const away = isJump ? between(5_000, 60_000) : 0;
    const noise = () => normal() * trouble.noiseMetres;
    reported.push([at, x + wander.x + noise() + away, y + wander.y + noise(), speed]);
    if (random() < trouble.duplicates) reported.push([at, x + noise(), y + noise(), speed]);
  }

  function park(minutes: number): void {
    const end = at + minutes * 60_000;
    if (trouble.parkedSeconds === null) {
      report(0, true);
      at = end;
      return;
    }
    for (; at < end; at += trouble.parkedSeconds * 1_000) report(0, true);
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
      // A red light or a jam, always shorter than a stop.
      if (!isEnding && waits < -120 && random() < step / 240) waits = between(15, 150);
      waits -= step;
      const aim = isEnding || waits > 0 ? 0 : wanted;
      speed += Math.max(-2.5 * step, Math.min(1.5 * step, aim - speed));
      speed = Math.max(0, speed);
      metres += speed * step;
      x += Math.sin(heading) * speed * step;
      y += Math.cos(heading) * speed * step;
      at += step * 1_000;
      if (!(t >= tunnel && t < tunnelEnd)) report(speed, false);
    }
    truth.push({ from, to: at, metres });
  }

  park(between(20, 400));
  for (let i = 0; i < options.trips; i++) {
    driveOnce();
    park(random() < 0.3 ? between(300, 900) : between(8, 120));
  }

  const place = ([time, east, north, speed]: (typeof reported)[number]): TrackColumns => ({
    ...emptyTrack(),
    count: 1,
    at: Float64Array.of(time),
    latitude: Float64Array.of(40 + north / metresPerDegree),
    longitude: Float64Array.of(-3 + east / (metresPerDegree * Math.cos((40 * Math.PI) / 180))),
    measures: { speed: Float32Array.of(speed) },
    flags: new Uint8Array(1),
  });
  const parts = reported.map(place);
  const late = parts.filter(() => random() < trouble.late);
  const isLate = new Set(late);
  return { truth, track: mergeTracks([...parts.filter((part) => !isLate.has(part)), ...late]) };
}
