import type { Fix } from '#shared/domain/fix';

const placeNames =
  /^(lat|lon|lng|long|latitude|longitude|position|coord|point|geo|location|gps|x$|y$)/i;

/**
 * Whether a record has a place that could not be read: it has no coordinates, but members named like
 * some. A record without any, or at (0, 0), was sent without a place.
 */
export function isPlaceUnread({ latitude, longitude, extra }: Fix): boolean {
  if (latitude !== null && longitude !== null) return false;
  return Object.entries(extra).some(
    ([name, value]) => value !== null && value !== '' && placeNames.test(name),
  );
}
