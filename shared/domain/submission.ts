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

/** Something wrong with one point of a file. `refused` points are never sent. */
export const pointProblemSchema = z.object({
  /** Where in the file, as a person would count: from 1. */
  point: z.number(),
  refused: z.boolean(),
  message: z.string(),
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
  /** The first few hundred; `problemCount` is all of them. */
  problems: z.array(pointProblemSchema),
  problemCount: z.number(),
});
export type ImportedTrack = z.infer<typeof importedTrackSchema>;

export const trackImportSchema = z.object({
  /** Names the opened file in later calls; it is forgotten when another is opened. */
  token: z.string(),
  file: z.string(),
  format: z.enum(['gpx', 'kml', 'geojson', 'csv']),
  tracks: z.array(importedTrackSchema),
});
export type TrackImport = z.infer<typeof trackImportSchema>;
