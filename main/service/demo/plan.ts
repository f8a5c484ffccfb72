import type { DemoArea, DemoRole } from '../store';
import { cities, cityIndexOf, type City } from './cities';
import { cityWayOf, demoCity } from './city';
import { between, pick, randomFor, wholeBetween } from './random';
import { rideOf } from './ride';
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
