import { z } from 'zod';
import { fail, faultSchema } from '../fault';
import { knownValueSchema } from './known';
import { licencesSchema } from './device';
import { message } from '../i18n/translate';

/**
 * How background calls share the rate while several kinds of work run: jobs, downloads of history and the
 * refresh of last locations. A kind that does not run leaves its weight to jobs or downloads; without both
 * the refresh has everything.
 */
export const callWeights = { jobs: 2, downloads: 1, refresh: 1 } as const;

/** Why last locations are not refreshed, although the service could be asked; null: they are. */
const refreshPauseSchema = z.enum(['hidden', 'asleep', 'battery']).nullable();
export type RefreshPause = z.infer<typeof refreshPauseSchema>;

export const mostCallsPerDay = 10_000_000;
/** The user's own limit of calls per day; null: none. */
export const callsPerDaySchema = z.number().int().min(10).max(mostCallsPerDay).nullable();

/** The licences of an account as the user entered them; null: not entered. */
export const licenceTotalSchema = z.number().int().min(0).max(10_000_000).nullable();

/** The day's calls against the user's limit. */
const dayLimitSchema = z.object({
  limit: z.number(),
  left: z.number(),
  /** Of what is left, calls that only the user's own actions may use. */
  reserve: z.number(),
  /**
   * `spread`: the refresh is slower than the calls per minute allow, so that it lasts the day.
   * `reserved`: only the user's own actions are sent. `usedUp`: nothing is sent.
   */
  phase: z.enum(['enough', 'spread', 'reserved', 'usedUp']),
  /** When the next day begins, epoch milliseconds by the clock of the service. */
  endsAt: z.number(),
});
export type DayLimit = z.infer<typeof dayLimitSchema>;

export const endpointCallsSchema = z.object({
  /** Method and path without the id of a record, such as `GET /api/devices`. */
  endpoint: z.string(),
  /** By hour of the day, from 0 to 23. */
  hours: z.array(z.number()).length(24),
});
export type EndpointCalls = z.infer<typeof endpointCallsSchema>;

/** What Waypost called today. */
export const usageSchema = z.object({
  /** `YYYY-MM-DD` in `timeZone`. */
  day: z.string(),
  timeZone: z.string(),
  /** The zone is that of the account; otherwise that of this computer. */
  isAccountZone: z.boolean(),
  /** The present hour of that day, 0 to 23. */
  hour: z.number(),
  calls: z.number(),
  /** Most calls first. */
  endpoints: z.array(endpointCallsSchema),
  /** Calls per minute in the last ten minutes, or since the account was opened if that is less. */
  recentPerMinute: z.number(),
  /** Calls until the end of the day at that rate, within the limit of the day. */
  restOfDay: z.number(),
  /** The user's setting. */
  callsPerDay: callsPerDaySchema,
  /** Whether a limit was learned from refusals and can be forgotten. */
  isLimitLearned: z.boolean(),
});
export type Usage = z.infer<typeof usageSchema>;

/** What a connected service announced that it can do beyond the specification. */
export const capabilitiesSchema = z.object({
  /** Limit settings can be saved (JSON Patch on `/api/devices/{deviceId}`). */
  writesLimits: z.boolean(),
  /** Expired devices can be activated. */
  activates: z.boolean(),
  /** Locations and alerts can be submitted, not only queried. */
  takesSubmissions: z.boolean(),
});
export type Capabilities = z.infer<typeof capabilitiesSchema>;

/** The id of the demo; every other id is a hash. */
export const demoProfileId = 'demo';

/** An account at a service. The key is in the keychain under `id`, never here. */
export const profileSchema = z.object({
  /** Stable hash of address and user name; names the cache file and the keychain entries. */
  id: z.string(),
  /** Base address without a trailing slash. */
  address: z.string(),
  userName: z.string(),
  /** True for the embedded reference service with its demo fleet. */
  isDemo: z.boolean(),
});
export type Profile = z.infer<typeof profileSchema>;

/**
 * The setting of a connection for the POST calls of locations and alerts, which the documents describe
 * in several ways (wire contract 3.6 and 3.7). `auto`: as announced by the service. `query`: only
 * queries of a time range. `submit`: also submissions, as lists; an extension that services announce.
 * `submitRanged`: also submissions of one location with a time range, as the live pages list the call.
 */
const submissionModeChoices = ['auto', 'query', 'submit', 'submitRanged'] as const;
export const submissionModeChoiceSchema = z.enum(submissionModeChoices);
export type SubmissionModeChoice = (typeof submissionModeChoices)[number];

/** The submission mode of a connection: queries only, or submissions in one of two forms too. */
export type SubmissionMode = Exclude<SubmissionModeChoice, 'auto'>;

/** The submission mode in effect: the setting of the connection, else as announced. */
export function submissionModeOf(
  chosen: SubmissionModeChoice,
  announced: Capabilities,
): SubmissionMode {
  if (chosen !== 'auto') return chosen;
  return announced.takesSubmissions ? 'submit' : 'query';
}

export const submitsLocations = (mode: SubmissionMode) => mode !== 'query';

/** Whether alerts may be submitted: the call of the live pages has no member for one. */
export const submitsAlerts = (mode: SubmissionMode) => mode === 'submit';

/** Accounts with a stored key or offline copy on this computer, last used first. */
const knownSchema = z.array(profileSchema);

/**
 * The state of the account in the window.
 *
 * `locked`: the cache needs the passphrase of the user before it can be read. `open`: a fleet is on
 * screen, from the cache, the service or both; `needsKey` then means that a new key is needed, while
 * the fleet stays on screen.
 */
export const sessionSchema = z.discriminatedUnion('phase', [
  z.object({ phase: z.literal('none'), last: profileSchema.nullable(), known: knownSchema }),
  z.object({ phase: z.literal('locked'), profile: profileSchema }),
  z.object({
    phase: z.literal('open'),
    profile: profileSchema,
    known: knownSchema,
    capabilities: capabilitiesSchema,
    /** Of this connection only; the demo uses what its service announces. */
    submissionMode: submissionModeChoiceSchema,
    /** null if the service does not provide it. */
    licences: licencesSchema.nullable(),
    /** Used while the service does not provide it. */
    licenceTotal: licenceTotalSchema,
    /** IANA zone of the account; null if the service does not provide it. */
    accountTimeZone: z.string().nullable(),
    /** `memory`: the system has no keychain; the key is lost when Waypost is closed. */
    keyStoredIn: z.enum(['keychain', 'memory', 'nowhere']),
    /** `memory`: the offline copy lasts for this session only. */
    copyStoredIn: z.enum(['keychain', 'passphrase', 'memory']),
    /**
     * Why a new key is needed: the service refuses the one there is (with its error text, if any), or none could be
     * read from the keychain.
     */
    needsKey: faultSchema.nullable(),
    /** The cache was damaged, moved aside and rebuilt, or could not be opened. */
    cacheNotice: faultSchema.nullable(),
    /**
     * Why drafts, journal, jobs and notes made now are not on the disk; null: they are, or the account is
     * in memory by choice (`copyStoredIn`).
     */
    notStored: faultSchema.nullable(),
  }),
]);
export type Session = z.infer<typeof sessionSchema>;

/**
 * How many devices were checked recently. A device counts as checked when the service answered about
 * its location, with or without one.
 */
const fleetFreshnessSchema = z.object({
  /** Devices on the list of the service. */
  listed: z.number(),
  /** Of them: the service refuses their location. */
  refused: z.number(),
  /** Of them: the last answer about their location was not understood. */
  notUnderstood: z.number(),
  lastMinute: z.number(),
  lastTenMinutes: z.number(),
  lastHour: z.number(),
});
export type FleetFreshness = z.infer<typeof fleetFreshnessSchema>;

/** The calls per minute, and who states them. */
const callRateSchema = z.object({
  /** What Waypost uses at present. */
  inUse: z.number(),
  /** The user's setting; null: the demo, which has none. */
  setting: z.number().nullable(),
  /** What the service announces; null in it: no limit. */
  announced: knownValueSchema(z.number().nullable()),
  /** The service refused calls, so that Waypost uses less than was set and announced. */
  isSlowed: z.boolean(),
  /** Calls in a minute after which the service refused others repeatedly; null: not known. */
  refusedAt: z.number().nullable(),
});
export type CallRate = z.infer<typeof callRateSchema>;

/** How current the data on screen is. Times are epoch milliseconds by the clock of the service. */
export const statusSchema = z.object({
  /**
   * `live`: the service answers and nearly all devices were checked recently. `updating`: it answers,
   * but they were not. `delayed`: it does not answer as it should. The rule is in `main/account/status.ts`.
   */
  mode: z.enum(['live', 'updating', 'delayed', 'offline']),
  /** When the service last answered; null: never in this profile. */
  asOf: z.number().nullable(),
  /** Why it is not live. */
  reason: faultSchema.nullable(),
  /** When the next retry is due; null if none is. */
  nextTryAt: z.number().nullable(),
  devices: z.number(),
  positions: z.number(),
  /** Devices not yet requested in this session. */
  notAskedYet: z.number(),
  freshness: fleetFreshnessSchema,
  /** The time of the oldest fix on screen. */
  oldestFixAt: z.number().nullable(),
  /** Calls made by this app in the last 60 seconds, and today by the calendar of the account. */
  callsLastMinute: z.number(),
  callsToday: z.number(),
  callRate: callRateSchema,
  /** The user's limit of calls per day; null: none. */
  dayLimit: dayLimitSchema.nullable(),
  /** Why last locations are not refreshed; null: they are. */
  refreshPause: refreshPauseSchema,
  /** The present calls per minute of the refresh, which is a part of the rate while jobs run. */
  callsPerMinute: z.number(),
  /**
   * No device waits longer for its next check, at that rate and at the present speed of the service;
   * 0 without devices.
   */
  longestCheckSeconds: z.number(),
  /** The user's setting for that. It is shorter if the calls do not suffice for it. */
  checkLimitSeconds: z.number(),
  /**
   * The service takes unusually long to answer about the fleet; null: it does not. `isMeasured`: answers
   * took so long; otherwise a request waits for its answer since then.
   */
  slowAnswers: z.object({ seconds: z.number(), isMeasured: z.boolean() }).nullable(),
  /** Calls of the user that wait, because of a pause or the limit of calls. */
  waitingCalls: z.number(),
  /** The counters of the service, shown as received; no limit is known, and not when their day begins. */
  apiUsage: knownValueSchema(z.number()),
  apiDailyUsage: knownValueSchema(z.number()),
  /** Records that could not be read and were skipped. */
  skippedRecords: z.number(),
  /**
   * What to add to the time of this computer for the time of the service, in milliseconds; null: not
   * known in this session, and nothing is corrected.
   */
  clockOffsetMs: z.number().nullable(),
});
export type Status = z.infer<typeof statusSchema>;

/** Throws if the account of the request has been closed in the meantime. */
export function failAccountClosed(): never {
  fail({ kind: 'declined', reason: 'state', message: message('faults.main.accountLeft') });
}

/** Background calls leave one of so many calls per minute to the user, and not more than a number. */
const callsPerOneOfUser = 10;
const mostLeftToUser = 60;
/** With fewer calls a minute there is nothing to leave. */
const fewestToShare = 4;

export function callsLeftToUser(callsPerMinute: number): number {
  const least = callsPerMinute < fewestToShare ? 0 : 1;
  return Math.min(mostLeftToUser, Math.max(least, Math.floor(callsPerMinute / callsPerOneOfUser)));
}

/** So many calls in a row are for devices that were not checked yet, then one for a device that was. */
export const newInARow = 2;

/**
 * About how long it takes to check devices, each of them once. The other calls go to devices that move and to those
 * on screen.
 */
export function secondsToCheck(devices: number, callsPerMinute: number): number {
  const forNew = newInARow / (newInARow + 1);
  return (60 * devices) / ((callsPerMinute - callsLeftToUser(callsPerMinute)) * forNew);
}
