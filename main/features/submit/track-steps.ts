import type { CheckedFile, PointColumns } from '#main/exchange/tracks/checked-file';
import type { JobStep } from '#shared/domain/job';
import type { ImportedTrack, TypedLocation } from '#shared/domain/submission';

/** A track of a checked file as the window shows it. */
export function importedTrack(track: CheckedFile['tracks'][number], index: number): ImportedTrack {
  const { name, points, timed, notes, usable, problems, problemCount } = track;
  return {
    index,
    name,
    points,
    usable: usable.at.length,
    refused: points - usable.at.length,
    timed,
    notes,
    from: usable.at[0] ?? null,
    to: usable.at.at(-1) ?? null,
    problems,
    problemCount,
  };
}

/** One job step per point; speeds are converted to the service's unit. */
export function* locationSteps(
  points: PointColumns,
  deviceId: string,
  metresPerSecondOfUnit: number,
): Generator<JobStep> {
  for (const row of points.at.keys()) {
    const location = locationOf(points, row, metresPerSecondOfUnit);
    yield { kind: 'report', action: 'submitLocation', id: deviceId, location };
  }
}

function locationOf(
  points: PointColumns,
  row: number,
  metresPerSecondOfUnit: number,
): TypedLocation {
  const valueOf = (column: Float64Array) => (Number.isNaN(column[row]!) ? null : column[row]!);
  const speed = valueOf(points.metresPerSecond);
  const percent = valueOf(points.battery);
  return {
    at: Math.round(points.at[row]!),
    latitude: points.latitude[row]!,
    longitude: points.longitude[row]!,
    speed: speed === null ? null : speed / metresPerSecondOfUnit,
    course: valueOf(points.course),
    battery: percent === null ? null : Math.round(percent),
  };
}
