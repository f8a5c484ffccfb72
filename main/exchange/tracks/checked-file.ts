import { readTracks } from './read-tracks';
import { pointProblemSchema, trackImportSchema } from '#shared/domain/submission';
import type { TripRules } from '#shared/domain/trip';
import type { TrackColumns } from '#shared/history/columns';
import { z } from 'zod';
import { checkPoints, type UsablePoint } from './check-points';
import { refuseWhatIsNoText } from './file-kind';
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

/** Points that can be sent, in the order of time, as columns: NaN is what the file does not say. */
export const pointColumnsSchema = z.object({
  at: float64,
  latitude: float64,
  longitude: float64,
  metresPerSecond: float64,
  course: float64,
  battery: float64,
});
export type PointColumns = z.infer<typeof pointColumnsSchema>;

/** A file with tracks, every point of it judged. It may be a million, so they travel as columns. */
export const checkedFileSchema = z.object({
  format: trackImportSchema.shape.format,
  tracks: z.array(
    z.object({
      name: z.string(),
      points: z.number(),
      usable: pointColumnsSchema,
      /** The first few hundred; `problemCount` is all of them. */
      problems: z.array(pointProblemSchema),
      problemCount: z.number(),
      /** What the window draws. */
      preview: z.custom<TrackColumns>(isTrack),
    }),
  ),
});
export type CheckedFile = z.infer<typeof checkedFileSchema>;

/** How a file is to be judged. */
export interface CheckOptions {
  /** The zone of times that name none. */
  timeZone: string;
  now: number;
  rules: TripRules;
  /** Metres a second that the service's unit of speed is. */
  metresPerSecondOfUnit: number;
}

/** Problems told of each track; all of them are counted. */
const mostProblems = 500;

/** Reads a file and judges its points; it takes long for a large one, so not in main. */
export function checkedFile(
  content: Uint8Array,
  { timeZone, now, rules, metresPerSecondOfUnit }: CheckOptions,
  onShare?: (share: number) => void,
): CheckedFile {
  refuseWhatIsNoText(content);
  const { format, tracks } = readTracks(content, timeZone, onShare);
  return {
    format,
    tracks: tracks.map(({ name, points }) => {
      const { usable, problems } = checkPoints(points, { now, jumpKmh: rules.jumpKmh });
      const preview = previewOf(usable.length > 0 ? usable : points, metresPerSecondOfUnit, rules);
      return {
        name,
        points: points.length,
        usable: pointColumns(usable),
        problems: problems.slice(0, mostProblems),
        problemCount: problems.length,
        preview,
      };
    }),
  };
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
