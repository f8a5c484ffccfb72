import { metresBetween } from '#shared/history/distance';
import { createMovementHabits, type HabitOptions, type MovementHabits } from './movement-habits';

/** What an answer says about the movement of a device. */
export interface Sighting {
  /** Null: the report does not state a speed, so that the distance from the last place decides. */
  isMoving: boolean | null;
  /** Metres per second; null: not provided. */
  speed: number | null;
  /** Null: without a position. */
  place: { latitude: number; longitude: number } | null;
}

/**
 * How far the position on screen is expected to be from the true one, for every device. Devices park
 * and move: how often one departs is learned from its own answers, by hour of the day. A device is only
 * advanced when it is looked at. Devices are numbers from 0; times are epoch milliseconds.
 */
export interface MovementModel {
  habits: MovementHabits;
  /** Moves what is known of device `from[i]` to `i`; -1: nothing is known of it. */
  reorder(from: Int32Array): void;
  /** `sighting` is null if the answer says nothing about the movement. */
  sighted(device: number, now: number, sighting: Sighting | null): void;
  /**
   * What a call for the device is worth now: its age times its expected error, less the error that it
   * had on average since (the Whittle index of an age-dependent cost, in metre seconds).
   */
  worth(device: number, now: number): number;
  /** When a call will be worth so much, without a sighting until then; at most `until`. */
  whenWorth(device: number, now: number, worth: number, until: number): number;
}

/** Metres per second of a device whose speed is not known. */
const usualSpeed = 12;
/** Of the way driven, how much is distance from where it began. */
const straightness = 0.9;
/** A device that is this many metres away has moved in the meantime. */
const movedMetres = 150;
/** Where a device was sighted so long ago, its distance says nothing of whether it moves now. */
const movingForMs = 600_000;
/** A longer time is advanced in steps, because the rates change with the hour. */
const longestStepMs = 1_800_000;
const mostSteps = 48;

const noHour = 255;
/** Below this product of rate and time the series of the exponential is exact enough. */
const shortStep = 0.05;

/** One entry per device. */
const createColumns = (size: number) => ({
  sightedAt: new Float64Array(size).fill(Number.NaN),
  advancedAt: new Float64Array(size).fill(Number.NaN),
  movingChance: new Float32Array(size),
  /** Expected at `advancedAt`, in metres. */
  error: new Float32Array(size),
  /** The integral of `error` since the sighting, in metre seconds. */
  errorTime: new Float32Array(size),
  speed: new Float32Array(size).fill(usualSpeed),
  wasMoving: new Uint8Array(size),
  latitude: new Float32Array(size).fill(Number.NaN),
  longitude: new Float32Array(size).fill(Number.NaN),
  /** The departures per second at `rateHour`, which are looked up when the hour changes. */
  rate: new Float32Array(size),
  rateHour: new Uint8Array(size).fill(noHour),
});

/** The expectation for one device that changes with time. */
interface Expectation {
  movingChance: number;
  error: number;
  errorTime: number;
}

export function createMovementModel(options: HabitOptions = {}): MovementModel {
  const habits = createMovementHabits(options);
  let columns = createColumns(0);

  function departsPerSecond(device: number, hour: number): number {
    if (columns.rateHour[device] !== hour) {
      columns.rate[device] = habits.departureRate(device, hour) / 3600;
      columns.rateHour[device] = hour;
    }
    return columns.rate[device]!;
  }

  /** Advances an expectation by less than an hour. */
  function step(device: number, hour: number, seconds: number, state: Expectation): void {
    const departs = departsPerSecond(device, hour);
    const rate = departs + endsPerSecond;
    const settled = departs / rate;
    const passed = rate * seconds;
    // 1 - exp(-passed)
    const ended = passed < shortStep ? passed * (1 - passed / 2) : 1 - Math.exp(-passed);
    const above = state.movingChance - settled;
    const drivenSeconds = settled * seconds + (above * ended) / rate;
    const grown = straightness * columns.speed[device]! * drivenSeconds;
    state.errorTime += seconds * (state.error + grown / 2);
    state.error += grown;
    state.movingChance = settled + above * (1 - ended);
  }

  const scratch: Expectation = {
    movingChance: Number.NaN,
    error: Number.NaN,
    errorTime: Number.NaN,
  };
  /** Trips of the fleet, as of `hourAt`. */
  let endsPerSecond = Number.NaN;
  const hourAt = { at: Number.NaN, hour: noHour };

  /** The hour of the day; most questions are about the same moment. */
  function hourOf(at: number): number {
    if (at !== hourAt.at) {
      hourAt.at = at;
      hourAt.hour = habits.hourOf(at);
      endsPerSecond = habits.endRate() / 3600;
    }
    return hourAt.hour;
  }

  function expectationOf(device: number): Expectation {
    scratch.movingChance = columns.movingChance[device]!;
    scratch.error = columns.error[device]!;
    scratch.errorTime = columns.errorTime[device]!;
    return scratch;
  }

  function advance(device: number, now: number): void {
    const from = columns.advancedAt[device]!;
    // Not sighted yet, or a clock that was set back.
    if (!(now > from)) return;
    const state = expectationOf(device);
    if (now - from <= longestStepMs) {
      step(device, hourOf(now), (now - from) / 1000, state);
    } else {
      const steps = Math.min(mostSteps, Math.ceil((now - from) / longestStepMs));
      const length = (now - from) / steps;
      for (let i = 1; i <= steps; i++) {
        step(device, hourOf(from + i * length), length / 1000, state);
      }
    }
    columns.movingChance[device] = state.movingChance;
    columns.error[device] = state.error;
    columns.errorTime[device] = state.errorTime;
    columns.advancedAt[device] = now;
  }

  const worthOf = (device: number, at: number, { error, errorTime }: Expectation) =>
    ((at - columns.sightedAt[device]!) / 1000) * error - errorTime;

  /** How far it is from where it was sighted last; NaN if that is not known. */
  function metresFrom(device: number, { place }: Sighting): number {
    if (!place) return Number.NaN;
    const { latitude, longitude } = columns;
    return metresBetween(latitude[device]!, longitude[device]!, place.latitude, place.longitude);
  }

  function learn(device: number, now: number, isMoving: boolean, metres: number): void {
    const from = columns.sightedAt[device]!;
    if (!(now > from)) return;
    if (columns.wasMoving[device]) habits.moved((now - from) / 3_600_000, !isMoving);
    else habits.parked(device, from, now, isMoving || metres > movedMetres);
  }

  function sighted(device: number, now: number, sighting: Sighting | null): void {
    const { sightedAt, wasMoving, speed } = columns;
    if (sighting) {
      const metres = metresFrom(device, sighting);
      const isMoving =
        sighting.isMoving ?? (metres > movedMetres && now - sightedAt[device]! < movingForMs);
      learn(device, now, isMoving, metres);
      wasMoving[device] = isMoving ? 1 : 0;
      if (isMoving && sighting.speed !== null) {
        speed[device]! += 0.3 * (sighting.speed - speed[device]!);
      }
      columns.movingChance[device] = wasMoving[device];
      if (sighting.place) {
        columns.latitude[device] = sighting.place.latitude;
        columns.longitude[device] = sighting.place.longitude;
      }
    } else {
      advance(device, now);
    }
    sightedAt[device] = now;
    columns.rateHour[device] = noHour;
    columns.advancedAt[device] = now;
    columns.error[device] = 0;
    columns.errorTime[device] = 0;
  }

  return {
    habits,
    reorder: (from) => {
      const before = columns;
      columns = createColumns(from.length);
      const hasKnown = before.sightedAt.length > 0;
      for (const name of Object.keys(columns) as (keyof typeof columns)[]) {
        if (!hasKnown) break;
        const to = columns[name];
        const old = before[name];
        for (let device = 0; device < from.length; device++) {
          if (from[device]! >= 0) to[device] = old[from[device]!]!;
        }
      }
      habits.reorder(from);
    },
    sighted,
    worth: (device, now) => {
      advance(device, now);
      return worthOf(device, now, expectationOf(device));
    },
    whenWorth: (device, now, worth, until) => {
      advance(device, now);
      const state = expectationOf(device);
      let at = now;
      for (let seconds = 2; at < until && worthOf(device, at, state) < worth; seconds *= 1.2) {
        const length = Math.min(seconds, longestStepMs / 1000);
        step(device, hourOf(at), length, state);
        at += length * 1000;
      }
      return Math.min(at, until);
    },
  };
}
