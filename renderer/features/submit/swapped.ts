import type { Coordinates } from '#shared/domain/coordinates';
import { metresBetween } from '#shared/history/distance';

/** Nearer to the last known place than this, nobody asks. */
const suspiciousMetres = 500_000;
/** So many times nearer the other way round is no chance. */
const timesNearer = 5;

export interface Swapped {
  /** The same numbers the other way round. */
  place: Coordinates;
  /** From the last known place, as typed and the other way round. */
  metres: number;
  swappedMetres: number;
}

/**
 * The other order of two numbers, where that is very likely the one that was meant: as typed the
 * place is far from where the device was last, the other way round it is near.
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
