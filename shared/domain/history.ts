import { z } from 'zod';
import { faultSchema } from '../fault';

/** Ranges are divided into days; more of them at once would keep everybody waiting. */
const longestRangeMs = 5 * 366 * 86_400_000;
/** The year 2100: no tracker has reported from later. */
const latestMoment = Date.UTC(2100, 0);
const moment = z.number().int().min(0).max(latestMoment);

/** A range of time, epoch milliseconds, both ends included. */
export const rangeSchema = z
  .object({ from: moment, to: moment })
  .refine(({ from, to }) => from <= to, 'The range ends before it begins.')
  .refine(
    ({ from, to }) => to - from <= longestRangeMs,
    'At most five years can be asked at once.',
  );
export type Range = z.infer<typeof rangeSchema>;

/** The two logs of a device: POST …/locations and POST …/alerts. */
export const logKinds = ['locations', 'alerts'] as const;
export type LogKind = (typeof logKinds)[number];

/** What a fetch would cost, before anything is sent. */
export const fetchPlanSchema = z.object({
  /** Days of devices in the range. */
  days: z.number(),
  /** Of these, days of which all is here for good. */
  cachedDays: z.number(),
  /** The least number of calls, at the width of range the service has taken so far. */
  calls: z.number(),
  /** Of these, calls for something that was never asked for; the others ask again for what is open. */
  newCalls: z.number(),
  /** The most, should the service take only an hour at a time. */
  mostCalls: z.number(),
  /** How long `calls` take at the present limit. */
  estimatedSeconds: z.number(),
  /** From the first to the last moment that was asked for so early that it can still change. */
  open: z.object({ from: z.number(), to: z.number() }).nullable(),
});
export type FetchPlan = z.infer<typeof fetchPlanSchema>;

/** `interrupted`: Waypost ended in the middle; it waits for a person to say how it goes on. */
export const fetchPhases = [
  'running',
  'paused',
  'interrupted',
  'done',
  'failed',
  'cancelled',
] as const;

/** How a fetch goes; there is at most one that runs, others wait behind it. */
export const fetchStateSchema = z.object({
  id: z.string(),
  log: z.enum(logKinds),
  /** Of how many devices, and one of them: all of them may be very many. */
  devices: z.number(),
  firstDeviceId: z.string(),
  from: z.number(),
  to: z.number(),
  phase: z.enum(fetchPhases),
  /** Why it is paused or failed; null when a person paused it. */
  fault: faultSchema.nullable(),
  /** When it goes on by itself; null while it does not wait. */
  resumesAt: z.number().nullable(),
  /** When its next call may be made, where the calls of this minute are spent; null otherwise. */
  nextCallAt: z.number().nullable(),
  callsSpent: z.number(),
  /** Calls still to come, at the width of range the service takes now. */
  callsLeft: z.number(),
  /** Slices that were answered and are kept. */
  slicesDone: z.number(),
  /** Records that came so far. */
  records: z.number(),
  /** Records that could not be read and were left out. */
  skippedRecords: z.number(),
  /** Width of one call's range at present, milliseconds. */
  sliceMs: z.number(),
});
export type FetchState = z.infer<typeof fetchStateSchema>;

/** What is kept of one device, for the list of what is cached. */
export const cachedHistorySchema = z.object({
  deviceId: z.string(),
  log: z.enum(logKinds),
  days: z.number(),
  /** Of these, days that are complete and never asked for again. */
  closedDays: z.number(),
  from: z.number(),
  to: z.number(),
  records: z.number(),
  bytes: z.number(),
});
export type CachedHistory = z.infer<typeof cachedHistorySchema>;

/** What is here of a device's log in a range. */
export const coverageSchema = z.object({
  /** Parts of the range that were never asked for, oldest first. */
  missing: z.array(z.object({ from: z.number(), to: z.number() })),
  /** Parts that were asked for so early that late records may still come. */
  unsettled: z.array(z.object({ from: z.number(), to: z.number() })),
  /** When the oldest part was asked for; null: nothing is here. */
  asOf: z.number().nullable(),
});
export type Coverage = z.infer<typeof coverageSchema>;
