import { useFormat } from '#lib/use-format';
import type { Position } from '#engines/fleet';
import { usePlace } from './use-place';

/** The nearest town of a position, as text; nothing without a position. */
export function NearestTown({ latitude, longitude }: Position) {
  const format = useFormat();
  const place = usePlace(latitude, longitude);
  return place && <span title={format.placeTitle(place)}>{format.place(place)}</span>;
}
