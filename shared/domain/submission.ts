import { z } from 'zod';
import { dateMs } from './field';
import { trackReadingSchema } from './track-reading';

const wholeDateMs = dateMs.int();
const degrees = (most: number) => z.number().min(-most).max(most);

/** A location entered by the user; speed in the unit of the service. */
export const typedLocationSchema = z.object({
  at: wholeDateMs,
  latitude: degrees(90),
  longitude: degrees(180),
  speed: z.number().nonnegative().nullable(),
  course: z.number().min(0).max(360).nullable(),
  battery: z.number().int().min(0).max(100).nullable(),
});
export type TypedLocation = z.infer<typeof typedLocationSchema>;

export const typedAlertSchema = z.object({
  at: wholeDateMs,
  latitude: degrees(90),
  longitude: degrees(180),
  text: z.string().max(2_000).nullable(),
  /** Names of wire contract appendix A. */
  alerts: z.array(z.string()).min(1).max(20),
  /** As the service writes them: Email, SMS. */
  channels: z.array(z.string()).max(10),
});
export type TypedAlert = z.infer<typeof typedAlertSchema>;

/** A problem with consecutive points of a file. `refused` points are never sent. */
export const pointProblemSchema = z.object({
  /** The number of the first point in the file, from 1. */
  point: z.number(),
  /** The number of the last point; the same for a single point. */
  lastPoint: z.number(),
  /** The lines of the file on which the first and last points begin; null if it has no lines. */
  lines: z.object({ first: z.number(), last: z.number() }).nullable(),
  refused: z.boolean(),
  message: z.string(),
  /** The position of the first point; null if it has no valid position. */
  place: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
});
export type PointProblem = z.infer<typeof pointProblemSchema>;

/** One track of a file that was opened for submission. */
export const importedTrackSchema = z.object({
  index: z.number().int().min(0),
  name: z.string(),
  points: z.number(),
  /** Points that can be sent. */
  usable: z.number(),
  from: z.number().nullable(),
  to: z.number().nullable(),
  /** Points that are not sent. */
  refused: z.number(),
  /** Points that have a time, of whatever kind. */
  timed: z.number(),
  /** Speeds, courses and battery levels that are not sent. */
  notes: z.array(z.string()),
  /** The first few hundred; `problemCount` counts all of them. */
  problems: z.array(pointProblemSchema),
  problemCount: z.number(),
});
export type ImportedTrack = z.infer<typeof importedTrackSchema>;

export const trackImportSchema = z.object({
  /**
   * Identifies the opened file in later calls, until another is opened or its account is closed.
   */
  token: z.string(),
  file: z.string(),
  format: z.enum(['gpx', 'kml', 'geojson', 'csv']),
  /** The time zone in the settings. */
  timeZone: z.string(),
  /** How the file was read; the user can choose otherwise. */
  reading: trackReadingSchema,
  tracks: z.array(importedTrackSchema),
});
export type TrackImport = z.infer<typeof trackImportSchema>;

/** A file with tracks that is being read; a large file takes a while. */
export const fileReadProgressSchema = z.object({
  /** The file name without the folder. */
  file: z.string(),
  /** The file is first read from the disk, then parsed. */
  step: z.enum(['reading', 'parsing']),
  /** The progress of that step, from 0 to 1; null: unknown. */
  share: z.number().nullable(),
  /** The size in bytes; null before it is known. */
  bytes: z.number().nullable(),
});
export type FileReadProgress = z.infer<typeof fileReadProgressSchema>;

/** A file that the system handed over: "Open with Waypost", or a command-line argument. */
export const openedFileSchema = z.object({
  /** Distinguishes files of the same name. */
  id: z.string(),
  /** The file name without the folder. */
  file: z.string(),
  /** Why it could not be opened; null: it is pending. */
  trouble: z.enum(['several', 'otherKind']).nullable(),
});
export type OpenedFile = z.infer<typeof openedFileSchema>;

/** No report of a tracker is older: one that has not found its time yet says 1970, 1980 or the year 1. */
export const earliestTime = Date.UTC(2000, 0);

/** The clock of a tracker may be a little ahead of ours. */
const toleratedMs = 5 * 60_000;

/** A message saying why a position cannot be submitted; undefined if it can. */
export function checkPlace(at: { latitude: number; longitude: number }): string | undefined {
  if (Number.isNaN(at.latitude) || Number.isNaN(at.longitude)) return 'It has no coordinates.';
  if (Math.abs(at.latitude) > 90) return `A latitude of ${at.latitude} is outside of the world.`;
  if (Math.abs(at.longitude) > 180)
    return `A longitude of ${at.longitude} is outside of the world.`;
  if (at.latitude === 0 && at.longitude === 0) {
    return '0, 0 is what a tracker without a satellite says; it is no place.';
  }
  return undefined;
}

/** Said of a point of a file that has no time. */
export const noTimeMessage = 'There is no readable time.';

/** A message saying why a time cannot be submitted; undefined if it can. */
export function checkTime(at: number, now: number): string | undefined {
  if (Number.isNaN(at)) return 'It has no time.';
  if (at < earliestTime) {
    return 'Its time lies before the year 2000; a tracker sends such a time when it does not know it.';
  }
  return at > now + toleratedMs ? 'Its time lies in the future.' : undefined;
}
