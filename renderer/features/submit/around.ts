import type { Coordinates } from '#shared/domain/coordinates';

/** So far to the north and south: the bundled map shows towns then, and little farther in. */
const reachDegrees = 0.15;

/** Two corners around a place, for a map that shows it with what is near. */
export function around({ latitude, longitude }: Coordinates): Coordinates[] {
  return [-reachDegrees, reachDegrees].map((degrees) => ({
    latitude: Math.min(85, Math.max(-85, latitude + degrees)),
    longitude: longitude + degrees,
  }));
}
