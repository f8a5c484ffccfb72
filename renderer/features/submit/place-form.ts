import { readCoordinates } from '#shared/domain/coordinates';

/** A tracker's clock may run a little ahead of the service's. */
const aheadMs = 5 * 60_000;

/** Place and time as they were typed. */
export interface TypedPlace {
  coordinates: string;
  /** Epoch milliseconds; null where the field holds no time. */
  at: number | null;
}

/** Place and time as they can be sent, or what is wrong with them, field by field. */
export type ReadPlace =
  | { ok: true; latitude: number; longitude: number; at: number }
  | { ok: false; coordinates: string | null; at: string | null };

export function readPlace(typed: TypedPlace, now: number): ReadPlace {
  const place = readCoordinates(typed.coordinates);
  const problem =
    typed.at === null
      ? 'Give a date and a time.'
      : typed.at > now + aheadMs
        ? 'This time is in the future.'
        : null;
  const isNowhere = place.ok && place.latitude === 0 && place.longitude === 0;
  if (place.ok && !isNowhere && typed.at !== null && problem === null)
    return { ok: true, latitude: place.latitude, longitude: place.longitude, at: typed.at };
  return {
    ok: false,
    coordinates: place.ok
      ? isNowhere
        ? '0, 0 is what trackers send when they know no position; it is not sent as one.'
        : null
      : place.message,
    at: problem,
  };
}

/** A number that may be left out, within bounds; null is left out, undefined is wrong. */
export function optionalNumber(
  text: string | number,
  least: number,
  most: number,
): number | null | undefined {
  if (text === '') return null;
  const value = Number(text);
  return Number.isFinite(value) && value >= least && value <= most ? value : undefined;
}
