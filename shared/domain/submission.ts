import { z } from 'zod';

const degrees = (most: number) => z.number().min(-most).max(most);

/** A location as a person gives it; speed in the service's unit. */
export const typedLocationSchema = z.object({
  /** Epoch milliseconds. */
  at: z.number().int(),
  latitude: degrees(90),
  longitude: degrees(180),
  speed: z.number().nonnegative().nullable(),
  course: z.number().min(0).max(360).nullable(),
  battery: z.number().int().min(0).max(100).nullable(),
});
export type TypedLocation = z.infer<typeof typedLocationSchema>;

export const typedAlertSchema = z.object({
  at: z.number().int(),
  latitude: degrees(90),
  longitude: degrees(180),
  text: z.string().max(2_000).nullable(),
  /** Names of wire contract appendix A. */
  alerts: z.array(z.string()).min(1).max(20),
  /** In the service's words: Email, SMS. */
  channels: z.array(z.string()).max(10),
});
export type TypedAlert = z.infer<typeof typedAlertSchema>;

/** Something wrong with neighbouring points of a file. `refused` points are never sent. */
export const pointProblemSchema = z.object({
  /** The first of them in the file, as a person would count: from 1. */
  point: z.number(),
  /** The last of them; of a single point the same. */
  lastPoint: z.number(),
  /** The lines of the file on which the first and the last of them begin; null where it has none. */
  lines: z.object({ first: z.number(), last: z.number() }).nullable(),
  refused: z.boolean(),
  message: z.string(),
  /** Where the first of them is; null where it says no place in the world. */
  place: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
});
export type PointProblem = z.infer<typeof pointProblemSchema>;

/** One track of a file that was opened to be submitted. */
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
  /** The first few hundred; `problemCount` is all of them. */
  problems: z.array(pointProblemSchema),
  problemCount: z.number(),
});
export type ImportedTrack = z.infer<typeof importedTrackSchema>;

export const trackImportSchema = z.object({
  /** Names the opened file in later calls; it is forgotten when another is opened, or with its account. */
  token: z.string(),
  file: z.string(),
  format: z.enum(['gpx', 'kml', 'geojson', 'csv']),
  /** The zone in which times of a table that name none were read. */
  timeZone: z.string(),
  tracks: z.array(importedTrackSchema),
});
export type TrackImport = z.infer<typeof trackImportSchema>;

/** A file with tracks that is being read; a large one takes a while. */
export const fileReadProgressSchema = z.object({
  /** Its name, without the folder. */
  file: z.string(),
  /** It comes off the disk first, then it is looked through. */
  step: z.enum(['reading', 'parsing']),
  /** How much of that step is done, from 0 to 1; null: nobody knows. */
  share: z.number().nullable(),
  /** Its size in bytes; null before that is known. */
  bytes: z.number().nullable(),
});
export type FileReadProgress = z.infer<typeof fileReadProgressSchema>;

/** A file that the system handed over: "Open with Waypost", or an argument of the start. */
export const openedFileSchema = z.object({
  /** Tells it from another of the same name. */
  id: z.string(),
  /** Its name, without the folder. */
  file: z.string(),
  /** Why it is not opened; null: it waits to be. */
  trouble: z.enum(['several', 'otherKind']).nullable(),
});
export type OpenedFile = z.infer<typeof openedFileSchema>;

/** A tracker's clock may run a little ahead of ours. */
const toleratedMs = 5 * 60_000;

/** Why a place cannot be submitted, in words; undefined where it can. */
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

/** Why a time cannot be submitted, in words; undefined where it can. */
export function checkTime(at: number, now: number): string | undefined {
  if (Number.isNaN(at)) return 'It has no time.';
  return at > now + toleratedMs ? 'Its time lies in the future.' : undefined;
}
