import { z } from 'zod';
import { pointProblemSchema, trackImportSchema } from '#shared/domain/submission';
import type { TrackColumns } from '#shared/history/columns';
import { saidSchema } from '#shared/i18n/translate';

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
const pointColumnsSchema = z.object({
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
      name: saidSchema,
      points: z.number(),
      timed: z.number(),
      notes: z.array(saidSchema),
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
