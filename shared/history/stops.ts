import { dayInZone, plusDays, startOfDayInZone } from '../domain/calendar';
import type { TripRules } from '../domain/history';
import { degreesEast, metresBetween } from './distance';
import type { Journey, Stop } from './trips';

/** A stop with its number among those of the day on which it begins: 1 is the oldest. */
export interface NumberedStop extends Stop {
  number: number;
  place: number;
}

/** Where a vehicle stopped, once or several times. */
export interface StopPlace {
  /** The middle of its stops. */
  latitude: number;
  longitude: number;
  /** Oldest first, at least one. */
  stops: NumberedStop[];
}

/** Metres of a degree of latitude, a little less than the least. */
const leastMetresPerDegree = 110_000;

/**
 * Numbers the stops of each day by time and groups all by place: a stop belongs to the nearest place whose first stop
 * is within the radius. Places are in the order of their first stops. What a stop lasts into another day is the first
 * stop of that day, so that the others have the same numbers when only that day is looked at.
 */
export function numberedStops(
  journey: Journey,
  { stopRadiusMetres, stopMinutes }: Pick<TripRules, 'stopRadiusMetres' | 'stopMinutes'>,
  timeZone: string,
): { stops: NumberedStop[]; places: StopPlace[] } {
  const startOfDay = (at: number, more = 0) =>
    startOfDayInZone(plusDays(dayInZone(at, timeZone), more), timeZone);
  const stops: NumberedStop[] = [];
  const places: StopPlace[] = [];
  let number = 0;
  let nextDay = Number.NEGATIVE_INFINITY;
  for (const part of journey) {
    if (part.kind !== 'stop') continue;
    if (part.from >= nextDay) {
      number = 0;
      nextDay = startOfDay(part.from, 1);
    }
    number += 1;
    const near = nearestPlace(places, part, stopRadiusMetres);
    const place = near < 0 ? places.length : near;
    const stop = { ...part, number, place };
    if (part.to >= nextDay) {
      number = part.to - startOfDay(part.to) >= stopMinutes * 60_000 ? 1 : 0;
      nextDay = startOfDay(part.to, 1);
    }
    stops.push(stop);
    const known = places[place];
    if (known) known.stops.push(stop);
    else places.push({ latitude: part.latitude, longitude: part.longitude, stops: [stop] });
  }
  for (const place of places) centre(place);
  return { stops, places };
}

function nearestPlace(places: readonly StopPlace[], stop: Stop, radiusMetres: number): number {
  const mostDegrees = radiusMetres / leastMetresPerDegree;
  let found = -1;
  let nearest = radiusMetres;
  places.forEach(({ latitude, longitude }, i) => {
    if (Math.abs(latitude - stop.latitude) > mostDegrees) return;
    const metres = metresBetween(latitude, longitude, stop.latitude, stop.longitude);
    if (metres > nearest) return;
    nearest = metres;
    found = i;
  });
  return found;
}

/** Moves a place from its first stop to the middle of all of them, also across 180°. */
function centre(place: StopPlace): void {
  const { stops, longitude } = place;
  const mean = (of: (stop: Stop) => number) =>
    stops.reduce((sum, stop) => sum + of(stop), 0) / stops.length;
  place.latitude = mean((stop) => stop.latitude);
  place.longitude = degreesEast(
    0,
    longitude + mean((stop) => degreesEast(longitude, stop.longitude)),
  );
}
