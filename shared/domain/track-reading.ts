import { z } from 'zod';
import { isTimeZone } from './calendar';
import { encodings } from './encoding';

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
export const trackReadingSchema = z.object({
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
  notes: z.array(z.string()),
  /** Values that are not used, by the name they have in the file. */
  ignored: z.array(z.object({ name: z.string(), count: z.number() })),
});
export type TrackReading = z.infer<typeof trackReadingSchema>;
