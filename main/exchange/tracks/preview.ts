import type { ReadPoint } from './read-tracks';
import { checkPlace } from '#shared/domain/submission';
import type { TripRules } from '#shared/domain/history';
import type { TrackColumns } from '#shared/history/columns';
import { emptyTrack, markBreaks } from '#shared/history/track';

/** The points of a file for drawing, with the same breaks as in the history. */
export function previewOf(
  points: readonly ReadPoint[],
  metresPerSecondOfUnit: number,
  rules: TripRules,
): TrackColumns {
  const placed = points.filter(
    ({ latitude, longitude }) =>
      latitude !== null && longitude !== null && !checkPlace({ latitude, longitude }),
  );
  const numbers = (read: (point: ReadPoint) => number | null) =>
    Float64Array.from(placed, (point) => read(point) ?? Number.NaN);
  const speed = numbers(({ metresPerSecond }) => metresPerSecond);
  const columns = {
    ...emptyTrack(),
    count: placed.length,
    at: numbers(({ at }) => at),
    latitude: numbers(({ latitude }) => latitude),
    longitude: numbers(({ longitude }) => longitude),
    measures: { speed: Float32Array.from(speed, (each) => each / metresPerSecondOfUnit) },
    flags: new Uint8Array(placed.length),
  };
  // Without times the speed is unknown.
  if (placed.every(({ at }) => at !== null)) markBreaks(columns, rules);
  return columns;
}
