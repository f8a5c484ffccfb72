import { readTracks, type ReadPoint, type ReadTrack } from './read-tracks';
import {
  earliestTime,
  pointProblemSchema,
  trackImportSchema,
  type TrackChoices,
  type TrackReading,
} from '#shared/domain/submission';
import type { TripRules } from '#shared/domain/history';
import type { SpeedUnit } from '#shared/domain/units';
import type { TrackColumns } from '#shared/history/columns';
import { z } from 'zod';
import { checkPoints, type UsablePoint } from './check-points';
import { previewOf } from './preview';

const float64 = z.custom<Float64Array<ArrayBuffer>>((value) => value instanceof Float64Array);
function isTrack(value: unknown): value is TrackColumns {
  const { count, at, latitude, longitude, flags } = value as Partial<TrackColumns>;
  return (
    [at, latitude, longitude].every((column) => column instanceof Float64Array) &&
    flags instanceof Uint8Array &&
    [at, latitude, longitude, flags].every((column) => column?.length === count)
  );
}

/** Points that can be sent, sorted by time, as columns: NaN means not in the file. */
export const pointColumnsSchema = z.object({
  at: float64,
  latitude: float64,
  longitude: float64,
  metresPerSecond: float64,
  course: float64,
  battery: float64,
});
export type PointColumns = z.infer<typeof pointColumnsSchema>;

/**
 * A file with tracks and every point checked. There may be a million, so they are sent as columns.
 */
export const checkedFileSchema = z.object({
  format: trackImportSchema.shape.format,
  reading: trackImportSchema.shape.reading,
  tracks: z.array(
    z.object({
      name: z.string(),
      points: z.number(),
      timed: z.number(),
      notes: z.array(z.string()),
      usable: pointColumnsSchema,
      /** The first few hundred; `problemCount` counts all of them. */
      problems: z.array(pointProblemSchema),
      problemCount: z.number(),
      /** The points to draw. */
      preview: z.custom<TrackColumns>(isTrack),
    }),
  ),
});
export type CheckedFile = z.infer<typeof checkedFileSchema>;

/** Options for checking a file. */
export interface CheckOptions {
  /** The zone of times without one. */
  timeZone: string;
  now: number;
  rules: TripRules;
  /** The service's unit of speed in metres per second. */
  metresPerSecondOfUnit: number;
  /** The unit in which messages name speeds. */
  speedUnit: SpeedUnit;
  /** How the user wants the file to be read. */
  choices?: TrackChoices;
}

/** Problems reported per track; all of them are counted. */
const mostProblems = 500;

/**
 * Reads a file and checks its points. Slow for a large file, so it does not run in the main
 * process.
 */
export function checkedFile(
  content: Uint8Array,
  { timeZone, now, rules, metresPerSecondOfUnit, speedUnit, choices = {} }: CheckOptions,
  onShare?: (share: number) => void,
): CheckedFile {
  const read = readTracks(content, timeZone, onShare, { now, choices });
  const weeks = weeksOf(read.tracks, now, choices.addsWeeks === true);
  return {
    format: read.format,
    reading: { ...read.reading, weeks },
    tracks: read.tracks.map(({ name, points, unusedValues: notes = [] }) => {
      const { usable, problems } = checkPoints(points, { now, jumpKmh: rules.jumpKmh, speedUnit });
      const preview = previewOf(usable.length > 0 ? usable : points, metresPerSecondOfUnit, rules);
      return {
        name,
        points: points.length,
        timed: points.filter(({ at, refusal }) => at !== null || refusal !== undefined).length,
        notes,
        usable: pointColumns(usable),
        problems: problems.slice(0, mostProblems),
        problemCount: problems.length,
        preview,
      };
    }),
  };
}

/** The week counter of GPS begins again after 1,024 weeks; receivers that ignore this are behind. */
const weeksMs = 1_024 * 7 * 86_400_000;

/** Whether the times are plausible 1,024 weeks later; adds them if the user wants that. */
function weeksOf(
  tracks: readonly ReadTrack[],
  now: number,
  isAdded: boolean,
): TrackReading['weeks'] {
  const isBehind = ({ at }: ReadPoint) =>
    at !== null && at + weeksMs <= now && at + weeksMs >= earliestTime;
  const timed = tracks.flatMap(({ points }) => points.filter(({ at }) => at !== null));
  const behind = timed.filter(isBehind);
  const from = behind[0]?.at;
  if (typeof from !== 'number' || behind.length * 2 <= timed.length) return null;
  if (isAdded) for (const point of behind) point.at! += weeksMs;
  return { isAdded, points: behind.length, from, corrected: from + weeksMs };
}

function pointColumns(points: readonly UsablePoint[]): PointColumns {
  const column = (of: (point: UsablePoint) => number | null) =>
    Float64Array.from(points, (point) => of(point) ?? Number.NaN);
  return {
    at: column(({ at }) => at),
    latitude: column(({ latitude }) => latitude),
    longitude: column(({ longitude }) => longitude),
    metresPerSecond: column(({ metresPerSecond }) => metresPerSecond),
    course: column(({ course }) => course),
    battery: column(({ battery }) => battery),
  };
}
