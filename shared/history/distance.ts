import { fixFlags, type TrackColumns } from './columns';

const radians = Math.PI / 180;
/** The mean radius of the earth (IUGG), metres. */
export const earthMetres = 6_371_008.8;

/** Great-circle distance by the haversine formula, metres. */
export function metresBetween(
  latitudeA: number,
  longitudeA: number,
  latitudeB: number,
  longitudeB: number,
): number {
  const sinLatitude = Math.sin(((latitudeB - latitudeA) * radians) / 2);
  const sinLongitude = Math.sin(((longitudeB - longitudeA) * radians) / 2);
  const h =
    sinLatitude * sinLatitude +
    Math.cos(latitudeA * radians) * Math.cos(latitudeB * radians) * sinLongitude * sinLongitude;
  return 2 * earthMetres * Math.asin(Math.min(1, Math.sqrt(h)));
}

/**
 * The length of a track from row `from` to row `to`: straight lines between fixes with a position,
 * including gaps, but without lines to fixes marked as jumps.
 */
export function trackMetres(track: TrackColumns, from = 0, to = track.count - 1): number {
  const { latitude, longitude, flags } = track;
  let metres = 0;
  let last = -1;
  for (let i = from; i <= to; i++) {
    if (Number.isNaN(latitude[i]!)) continue;
    if (last >= 0 && (flags[i]! & fixFlags.afterJump) === 0) {
      metres += metresBetween(latitude[last]!, longitude[last]!, latitude[i]!, longitude[i]!);
    }
    last = i;
  }
  return metres;
}

/** Degrees from one longitude to another, the shorter way around the world: east is positive. */
export function degreesEast(from: number, to: number): number {
  const degrees = to - from;
  return degrees - Math.round(degrees / 360) * 360;
}
