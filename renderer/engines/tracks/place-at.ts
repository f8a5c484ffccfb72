import type { TrackColumns } from '#shared/history/columns';
import { degreesEast } from '#shared/history/distance';
import { firstRowAt, isBroken } from '#shared/history/track';

/** The position of a device at a moment, as far as its track shows it. */
export interface PlaceAt {
  longitude: number;
  latitude: number;
  /** The last fix at or before the moment. */
  row: number;
  /** False in a gap or after the last fix: the position is that of the last fix. */
  isKnown: boolean;
}

/**
 * Interpolates between consecutive fixes; in a gap the position of the last fix. null before the
 * first fix with a position.
 */
export function placeAt(track: TrackColumns, at: number): PlaceAt | null {
  const next = firstRowAt(track, at);
  const row = track.at[next] === at ? next : next - 1;
  const before = placed(track, row, -1);
  if (before < 0) return null;
  const here = {
    longitude: track.longitude[before]!,
    latitude: track.latitude[before]!,
    row,
  };
  if (track.at[before] === at) return { ...here, isKnown: true };
  const after = placed(track, row + 1, 1);
  if (after < 0 || isBroken(track.flags[after]!)) return { ...here, isKnown: false };
  const share = (at - track.at[before]!) / (track.at[after]! - track.at[before]!);
  return {
    row,
    isKnown: true,
    latitude: here.latitude + (track.latitude[after]! - here.latitude) * share,
    longitude: here.longitude + degreesEast(here.longitude, track.longitude[after]!) * share,
  };
}

/** A stop of one of the tracks. */
export interface StopMark {
  id: string;
  /** Index of the track. */
  track: number;
  from: number;
  to: number;
  longitude: number;
  latitude: number;
}

/** The stop of a track during a moment, if there is one. */
export const stopAt = (stops: readonly StopMark[], track: number, at: number) =>
  stops.find((stop) => stop.track === track && stop.from <= at && at < stop.to);

/** The nearest row with a position, starting at `row`; -1 if there is none. */
function placed(track: TrackColumns, row: number, step: 1 | -1): number {
  let i = row;
  while (i >= 0 && i < track.count && Number.isNaN(track.latitude[i]!)) i += step;
  return i >= 0 && i < track.count ? i : -1;
}

/** The time of the next or the previous fix of any track; null if there is none. */
export function neighbourFix(
  tracks: readonly TrackColumns[],
  at: number,
  step: 1 | -1,
): number | null {
  const times = tracks.flatMap((track) => {
    const next = firstRowAt(track, at);
    const row = step === 1 ? (track.at[next] === at ? next + 1 : next) : next - 1;
    const time = track.at[row];
    return time === undefined ? [] : [time];
  });
  if (times.length === 0) return null;
  return step === 1 ? Math.min(...times) : Math.max(...times);
}
