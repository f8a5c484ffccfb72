import type { Coordinates, ReadCoordinates } from '#shared/domain/coordinates';

/**
 * The position if the longitude was written first; null if the text says which number is which, or if that is
 * no other position. It is for a question: nothing is swapped without one.
 */
export function otherOrder(read: ReadCoordinates): Coordinates | null {
  if (!read.ok) return read.swapped ?? null;
  const { latitude, longitude, isMarked } = read;
  if (isMarked || Math.abs(longitude) > 90 || latitude === longitude) return null;
  return { latitude: longitude, longitude: latitude };
}
