import { z } from 'zod';
import { faultSchema } from '../fault';
import type { PlainKey } from '../i18n/translate';

/** Ranges are divided into days; a longer range would block the process. */
const longestRangeMs = 5 * 366 * 86_400_000;
/** The year 2100, after any plausible fix. */
const latestMoment = Date.UTC(2100, 0);
const moment = z.number().int().min(0).max(latestMoment);

/** A range of time in epoch milliseconds, both ends inclusive. */
export const rangeSchema = z
  .object({ from: moment, to: moment })
  .refine(({ from, to }) => from <= to)
  .refine(
    ({ from, to }) => to - from <= longestRangeMs,
    'faults.input.longRange' satisfies PlainKey,
  );
export type Range = z.infer<typeof rangeSchema>;

/** The two logs of a device: POST …/locations and POST …/alerts. */
export const logKinds = ['locations', 'alerts'] as const;
export type LogKind = (typeof logKinds)[number];

/**
 * Why a requested part of a log is not complete: the service cut the answer, records were not understood,
 * or records were outside the requested range.
 */
const incompleteReasons = ['capped', 'notUnderstood', 'outside'] as const;

/** A requested part whose last answer is not all of its records. It is requested again by the next fetch. */
const incompletePartSchema = z.object({
  from: z.number(),
  to: z.number(),
  reason: z.enum(incompleteReasons),
  /** Readable records in the range. */
  received: z.number(),
  /** Records of which the time or the place could not be read. */
  unreadable: z.number(),
  /** Records outside the requested range, which are not stored. */
  outside: z.number(),
  /** JSON of a few of the records that are not understood or outside the range. */
  originals: z.array(z.string()),
});
export type IncompletePart = z.infer<typeof incompletePartSchema>;

/** The cost of a fetch, before anything is sent. */
export const fetchPlanSchema = z.object({
  days: z.number(),
  /** How many of these days are already complete in the cache. */
  cachedDays: z.number(),
  /** Of how many of these days a part was never requested, or nothing at all. */
  missingDays: z.number(),
  untouchedDays: z.number(),
  /** The least number of calls, at the range width that the service has accepted so far. */
  calls: z.number(),
  /** How many of these calls are for ranges never requested; the others refresh incomplete ones. */
  newCalls: z.number(),
  /** The most calls, if the service accepts only an hour at a time. */
  mostCalls: z.number(),
  /** The current limit, and how long `calls` take at it. */
  callsPerMinute: z.number(),
  estimatedSeconds: z.number(),
  /** From the first to the last moment requested so early that it can still change. */
  open: z.object({ from: z.number(), to: z.number() }).nullable(),
  /** Days that were requested and whose answer is not complete; they are requested again. */
  incompleteDays: z.number(),
});
export type FetchPlan = z.infer<typeof fetchPlanSchema>;

/** `interrupted`: Waypost ended during the fetch; the user decides whether to resume it. */
const fetchPhases = ['running', 'paused', 'interrupted', 'done', 'failed', 'cancelled'] as const;

/** The progress of a fetch. At most one runs; others wait in a queue. */
export const fetchStateSchema = z.object({
  id: z.string(),
  log: z.enum(logKinds),
  /** The number of devices, and one of them, because the list may be very long. */
  devices: z.number(),
  firstDeviceId: z.string(),
  from: z.number(),
  to: z.number(),
  phase: z.enum(fetchPhases),
  /** Why it is paused or failed; null if the user paused it. */
  fault: faultSchema.nullable(),
  /** Only alerts of this kind are fetched; absent: all. */
  alertName: z.string().optional(),
  /** When it resumes automatically; null while it is not waiting. */
  resumesAt: z.number().nullable(),
  /** When the next call is allowed, if the calls of this minute are used up; null otherwise. */
  nextCallAt: z.number().nullable(),
  callsSpent: z.number(),
  /** Remaining calls, at the current range width. */
  callsLeft: z.number(),
  slicesDone: z.number(),
  records: z.number(),
  /** Records of which the time or the place could not be read. */
  skippedRecords: z.number(),
  /** Records outside the requested range, which are not stored. */
  outsideRecords: z.number(),
  /** Days of which this fetch received answers that are not complete. */
  incompleteDays: z.number(),
  /** The range width of one call, in milliseconds. */
  sliceMs: z.number(),
});
export type FetchState = z.infer<typeof fetchStateSchema>;

/** The cached data of one device. */
export const cachedHistorySchema = z.object({
  deviceId: z.string(),
  log: z.enum(logKinds),
  days: z.number(),
  /** How many of these days are complete and never requested again. */
  closedDays: z.number(),
  /** How many have a part whose answer is not complete. */
  incompleteDays: z.number(),
  from: z.number(),
  to: z.number(),
  records: z.number(),
  bytes: z.number(),
});
export type CachedHistory = z.infer<typeof cachedHistorySchema>;

/** The cached part of the log of a device in a range. */
export const coverageSchema = z.object({
  /** The days of the range that have begun; each is counted once, by its worst part. */
  days: z.object({
    total: z.number(),
    /** Every record was received, and none can be added any more. */
    complete: z.number(),
    /** Requested so early that late records may still arrive. */
    canChange: z.number(),
    /** Requested, but the answer is not complete. */
    incomplete: z.number(),
    /** Never requested, or not all of it. */
    notLoaded: z.number(),
  }),
  /** Parts of the range that were never requested, oldest first. */
  missing: z.array(z.object({ from: z.number(), to: z.number() })),
  /** Parts requested so early that late records may still arrive. */
  unsettled: z.array(z.object({ from: z.number(), to: z.number() })),
  /** Parts whose last answer is not complete, oldest first. */
  incomplete: z.array(incompletePartSchema),
  /** When the oldest part was requested; null: nothing is cached. */
  asOf: z.number().nullable(),
});
export type Coverage = z.infer<typeof coverageSchema>;

/** The thresholds for trips and stops; each is shown beside its result. */
export const tripRulesSchema = z.object({
  /** Standing this long ends a trip. */
  stopMinutes: z.number().min(0.5).max(240),
  /** A vehicle within this distance has not moved: GPS noise and drift. */
  stopRadiusMetres: z.number().min(10).max(2_000),
  /** A shorter trip is ignored. */
  minTripMetres: z.number().min(0).max(20_000),
  minTripMinutes: z.number().min(0).max(120),
  /** No fix for this long is a gap. */
  gapMinutes: z.number().min(1).max(1_440),
  /** A higher speed between two fixes is a jump. */
  jumpKmh: z.number().min(50).max(2_000),
});
export type TripRules = z.infer<typeof tripRulesSchema>;

export const defaultTripRules: TripRules = {
  stopMinutes: 5,
  stopRadiusMetres: 100,
  minTripMetres: 300,
  minTripMinutes: 1,
  gapMinutes: 15,
  jumpKmh: 300,
};

/** How much of a log of one day is cached, the best first. */
export const loadedStates = ['complete', 'canChange', 'incomplete', 'partly', 'notLoaded'] as const;
const loadedStateSchema = z.enum(loadedStates);
export type LoadedState = z.infer<typeof loadedStateSchema>;

/** The state of a range of one day. */
export function loadedState({ days, asOf }: Pick<Coverage, 'days' | 'asOf'>): LoadedState {
  if (asOf === null) return 'notLoaded';
  if (days.incomplete > 0) return 'incomplete';
  if (days.notLoaded > 0) return 'partly';
  return days.canChange > 0 ? 'canChange' : 'complete';
}

export const reportFormats = ['pdf', 'png', 'xlsx'] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** The most devices and days of one report, and the most of its pages that have a map. */
export const mostReportedDevices = 1_000;
export const mostReportedDays = 31;
export const mostReportedMaps = 40;
