import { message, saidSchema, type Message } from '../i18n/translate';
import { z } from 'zod';
import { dateMs } from './field';
import { isTimeZone } from './calendar';

/** The encodings of text files that can be told apart or chosen. */
export const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'windows-874',
  'iso-8859-2',
  'iso-8859-5',
  'koi8-r',
  'koi8-u',
  'ibm850',
  'ibm852',
  'ibm866',
  'macintosh',
  'x-mac-ce',
  'x-mac-cyrillic',
  'shift_jis',
  'euc-jp',
  'gb18030',
  'big5',
  'euc-kr',
] as const;
export type Encoding = (typeof encodings)[number];

/** What a number that is a time counts. */
export const timeUnits = [
  'seconds',
  'milliseconds',
  'microseconds',
  'nanoseconds',
  'spreadsheetDays',
  'dotNetTicks',
  'secondsSince2001',
] as const;
export type TimeUnit = (typeof timeUnits)[number];

/** How the user wants a file of tracks to be read; a missing member is guessed. */
export const trackChoicesSchema = z.object({
  encoding: z.enum(encodings).optional(),
  timeUnit: z.enum(timeUnits).optional(),
  dayOrder: z.enum(['dayFirst', 'monthFirst']).optional(),
  /** The zone of times that state none. */
  timeZone: z.string().max(100).refine(isTimeZone).optional(),
  /** Adds 1,024 weeks to times of a receiver whose week counter has wrapped. */
  addsWeeks: z.boolean().optional(),
  swapsCoordinates: z.boolean().optional(),
});
export type TrackChoices = z.infer<typeof trackChoicesSchema>;

/** How a file was read. null: the question does not arise for this file. */
const trackReadingSchema = z.object({
  /** The encoding of a file that has letters outside ASCII and does not prove its encoding. */
  encoding: z.object({ used: z.enum(encodings), others: z.array(z.enum(encodings)) }).nullable(),
  /** Times that are numbers; `used` is null if no unit makes them plausible. */
  timeUnit: z.object({ used: z.enum(timeUnits).nullable(), points: z.number() }).nullable(),
  /** Dates such as 04/05/2026 that can be read in both ways. */
  dayOrder: z.object({ used: z.enum(['dayFirst', 'monthFirst']), points: z.number() }).nullable(),
  /** The zone that was assumed for times without one. */
  timeZone: z.object({ used: z.string(), points: z.number() }).nullable(),
  /** Times that are plausible 1,024 weeks later: the first of them as in the file and corrected. */
  weeks: z
    .object({ isAdded: z.boolean(), points: z.number(), from: z.number(), corrected: z.number() })
    .nullable(),
  /** Coordinates that are places in the other order only, or that the user swapped. */
  swapped: z.object({ isSwapped: z.boolean() }).nullable(),
  /** What the file contains besides, and how it is damaged. */
  notes: z.array(saidSchema),
  /** Values that are not used, by the name they have in the file. */
  ignored: z.array(z.object({ name: saidSchema, count: z.number() })),
});
export type TrackReading = z.infer<typeof trackReadingSchema>;

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
  message: saidSchema,
  /** The position of the first point; null if it has no valid position. */
  place: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
});
export type PointProblem = z.infer<typeof pointProblemSchema>;

/** One track of a file that was opened for submission. */
export const importedTrackSchema = z.object({
  index: z.number().int().min(0),
  /** The name in the file, or what it is called without one. */
  name: saidSchema,
  points: z.number(),
  usable: z.number(),
  from: z.number().nullable(),
  to: z.number().nullable(),
  /** Points that are not sent. */
  refused: z.number(),
  /** Points that have a time, of whatever kind. */
  timed: z.number(),
  /** Speeds, courses and battery levels that are not sent. */
  notes: z.array(saidSchema),
  /** The first few hundred; `problemCount` counts all of them. */
  problems: z.array(pointProblemSchema),
  problemCount: z.number(),
});
export type ImportedTrack = z.infer<typeof importedTrackSchema>;

/** Extensions of track files; some programs write `json` and `txt`. */
export const trackExtensions = ['gpx', 'kml', 'kmz', 'geojson', 'json', 'csv', 'txt'];

export const trackImportSchema = z.object({
  /**
   * Identifies the opened file in later calls, until another is opened or its account is closed.
   */
  token: z.string(),
  file: z.string(),
  format: z.enum(['gpx', 'kml', 'geojson', 'csv']),
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

/** Why a position cannot be submitted; undefined if it can. */
export function checkPlace(at: { latitude: number; longitude: number }): Message | undefined {
  if (Number.isNaN(at.latitude) || Number.isNaN(at.longitude)) {
    return message('exchange-files.point.noPlace');
  }
  if (Math.abs(at.latitude) > 90) {
    return message('exchange-files.point.latitude', { degrees: String(at.latitude) });
  }
  if (Math.abs(at.longitude) > 180) {
    return message('exchange-files.point.longitude', { degrees: String(at.longitude) });
  }
  if (at.latitude === 0 && at.longitude === 0) return message('exchange-files.point.zero');
  return undefined;
}

/** Said of a point of a file that has no time. */
export const noReadableTime = message('exchange-files.point.noReadableTime');

/** Why a time cannot be submitted; undefined if it can. */
export function checkTime(at: number, now: number): Message | undefined {
  if (Number.isNaN(at)) return message('exchange-files.point.noTime');
  if (at < earliestTime) return message('exchange-files.point.early');
  return at > now + toleratedMs ? message('exchange-files.point.future') : undefined;
}
