import { readCoordinates, type Coordinates } from '#shared/domain/coordinates';
import { metresPerSecond, type SpeedUnit } from '#shared/domain/settings';
import { metresBetween } from '#shared/history/distance';
import type { LanguageTag } from '#shared/i18n/languages';
import { message, type Message } from '#shared/i18n/translate';

// What was typed for a submission, and whether it can be sent.

/** Place and time as typed. */
export interface TypedPlace {
  coordinates: string;
  /** Epoch milliseconds; null if the field has no valid time. */
  at: number | null;
}

/** A valid place and time, or the problem of each field. */
export type ReadPlace =
  | { ok: true; latitude: number; longitude: number; at: number }
  | { ok: false; coordinates: string | Message | null; at: Message | null };

/** A tracker's clock may be a little ahead of the service's. */
const aheadMs = 5 * 60_000;

export function readPlace(typed: TypedPlace, now: number, language: LanguageTag): ReadPlace {
  const place = readCoordinates(typed.coordinates, language);
  const problem =
    typed.at === null
      ? message('submit.time.missing')
      : typed.at > now + aheadMs
        ? message('submit.time.future')
        : null;
  const isNowhere = place.ok && place.latitude === 0 && place.longitude === 0;
  if (place.ok && !isNowhere && typed.at !== null && problem === null)
    return { ok: true, latitude: place.latitude, longitude: place.longitude, at: typed.at };
  return {
    ok: false,
    coordinates: place.ok ? (isNowhere ? message('submit.coordinates.zero') : null) : place.message,
    at: problem,
  };
}

/** An optional number within bounds: null if empty, undefined if invalid. */
export function optionalNumber(
  text: string | number,
  least: number,
  most: number,
): number | null | undefined {
  if (text === '') return null;
  const value = Number(text);
  return Number.isFinite(value) && value >= least && value <= most ? value : undefined;
}

/** Faster than a vehicle on a road, in km/h: probably typed in another unit. */
const fastKmh = 200;

/** Whether a speed is unusual for a vehicle, so that its unit should be checked. */
export const isUnusuallyFast = (speed: number, unit: SpeedUnit): boolean =>
  speed * metresPerSecond[unit] > fastKmh * metresPerSecond['km/h'];

/** A place nearer to the last known one than this is plausible. */
const suspiciousMetres = 500_000;
/** How many times nearer the swapped place has to be. */
const timesNearer = 5;

export interface Swapped {
  /** The same numbers in the other order. */
  place: Coordinates;
  /** Distances from the last known place, as typed and swapped. */
  metres: number;
  swappedMetres: number;
}

/**
 * The swapped coordinates if they are probably meant: the typed place is far from the last known one
 * and the swapped place is near.
 */
export function likelySwapped(typed: Coordinates, last: Coordinates | null): Swapped | null {
  if (!last || Math.abs(typed.longitude) > 90) return null;
  const place = { latitude: typed.longitude, longitude: typed.latitude };
  const from = (to: Coordinates) =>
    metresBetween(last.latitude, last.longitude, to.latitude, to.longitude);
  const metres = from(typed);
  const swappedMetres = from(place);
  const isLikely = metres > suspiciousMetres && swappedMetres * timesNearer < metres;
  return isLikely ? { place, metres, swappedMetres } : null;
}
