import { z } from 'zod';
import { fail, faultSchema } from '../fault';
import { licencesSchema } from './limit';

/** What a connected service announced that it can do beyond the specification. */
export const capabilitiesSchema = z.object({
  /** Limit settings can be saved (JSON Patch on `/api/devices/{deviceId}`). */
  writesLimits: z.boolean(),
  /** Expired devices can be activated. */
  activates: z.boolean(),
  /** Locations and alerts can be submitted, not only asked for. */
  takesSubmissions: z.boolean(),
});
export type Capabilities = z.infer<typeof capabilitiesSchema>;

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
 * What a person set for a connection: how its calls for locations and alerts are read. Only asking, or
 * submitting too; `auto`: what its service announced.
 */
export const submissionModeChoices = ['auto', 'query', 'submit'] as const;
export const submissionModeChoiceSchema = z.enum(submissionModeChoices);
export type SubmissionModeChoice = (typeof submissionModeChoices)[number];

/** How the calls for locations and alerts are read: as questions only, or as submissions too. */
export type Reading = Exclude<SubmissionModeChoice, 'auto'>;

/** The reading in force: what was set for the connection, else what its service announced. */
export function submissionModeOf(chosen: SubmissionModeChoice, announced: Capabilities): Reading {
  if (chosen !== 'auto') return chosen;
  return announced.takesSubmissions ? 'submit' : 'query';
}

/** Accounts of which this computer keeps a key or a copy, the one used last first. */
const knownSchema = z.array(profileSchema);

/**
 * Where the window stands with an account.
 *
 * `locked`: the cache needs the person's passphrase before it can be read. `open`: a fleet is on
 * screen, from the cache, the service or both; `needsKey` then says that the service refuses the
 * key, without taking anything off the screen.
 */
export const sessionSchema = z.discriminatedUnion('phase', [
  z.object({ phase: z.literal('none'), last: profileSchema.nullable(), known: knownSchema }),
  z.object({ phase: z.literal('locked'), profile: profileSchema }),
  z.object({
    phase: z.literal('open'),
    profile: profileSchema,
    known: knownSchema,
    capabilities: capabilitiesSchema,
    /** Of this connection alone; the demo has what its service announces. */
    reading: submissionModeChoiceSchema,
    /** null where the service does not tell. */
    licences: licencesSchema.nullable(),
    /** IANA zone of the account; null where the service does not tell. */
    accountTimeZone: z.string().nullable(),
    /** `memory`: no keychain here; the key is gone when Waypost is closed. */
    keyStoredIn: z.enum(['keychain', 'memory', 'nowhere']),
    /** `memory`: the offline copy lasts for this session only. */
    copyStoredIn: z.enum(['keychain', 'passphrase', 'memory']),
    /** The service refuses the key: ask for it again. Holds the service's own text, if any. */
    needsKey: faultSchema.nullable(),
    /** The cache was damaged, set aside and rebuilt, or could not be opened. */
    cacheNotice: faultSchema.nullable(),
  }),
]);
export type Session = z.infer<typeof sessionSchema>;

/** How true the screen is. Times are epoch milliseconds. */
export const statusSchema = z.object({
  mode: z.enum(['live', 'delayed', 'offline']),
  /** When the service last answered; null: never in this profile. */
  asOf: z.number().nullable(),
  /** Why it is not live. */
  reason: faultSchema.nullable(),
  /** When the next try is due; null while nothing waits. */
  nextTryAt: z.number().nullable(),
  devices: z.number(),
  /** Devices with a position. */
  positions: z.number(),
  /** Devices the service has not been asked about yet in this session. */
  notAskedYet: z.number(),
  /** The time of the oldest fix on screen. */
  oldestFixAt: z.number().nullable(),
  /** Calls this app made in the last 60 seconds, and today. */
  callsLastMinute: z.number(),
  callsToday: z.number(),
  /** The most calls a minute the refresh allows itself at present. */
  callsPerMinute: z.number(),
  /** How long one round over all devices takes at that rate. */
  roundSeconds: z.number(),
  /** The service's own counters, shown as they come; no ceiling is known. */
  apiUsage: z.number().nullable(),
  apiDailyUsage: z.number().nullable(),
  /** Records that could not be read and were kept aside. */
  skippedRecords: z.number(),
});
export type Status = z.infer<typeof statusSchema>;

/** Throws when the account that a request was made for has been closed in the meantime. */
export function failAccountClosed(): never {
  fail({ kind: 'declined', reason: 'state', message: 'The account was left meanwhile.' });
}
