import type { Map as BaseMap, Point } from 'maplibre-gl';
import type { Coordinates } from '#shared/domain/coordinates';

/** Where a place is in the map, pixels: on the copy of the world that is nearest to longitude `near`. */
export function projectNear(
  map: Pick<BaseMap, 'project'>,
  { longitude, latitude }: Coordinates,
  near: number,
): Point {
  const turns = Math.round((near - longitude) / 360);
  return map.project([longitude + turns * 360, latitude]);
}
