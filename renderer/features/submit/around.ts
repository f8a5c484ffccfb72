import type { Coordinates } from '#shared/domain/coordinates';

/** Degrees to the north and south: at this scale the bundled map still shows towns. */
const reachDegrees = 0.15;

/** Two corners around a place, for a map that shows it with its surroundings. */
export function around({ latitude, longitude }: Coordinates): Coordinates[] {
  return [-reachDegrees, reachDegrees].map((degrees) => ({
    latitude: Math.min(85, Math.max(-85, latitude + degrees)),
    longitude: longitude + degrees,
  }));
}
