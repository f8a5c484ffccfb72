import type { Coordinates } from '#shared/domain/coordinates';
import { metresBetween } from '#shared/history/distance';

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
