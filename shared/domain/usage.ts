import { z } from 'zod';

/**
 * How background calls share the rate while several kinds of work run: jobs, downloads of history and the
 * refresh of last locations. A kind that does not run leaves its weight to jobs or downloads; without both
 * the refresh has everything.
 */
export const callWeights = { jobs: 2, downloads: 1, refresh: 1 } as const;

/** Why last locations are not refreshed, although the service could be asked; null: they are. */
export const refreshPauseSchema = z.enum(['hidden', 'asleep', 'battery']).nullable();
export type RefreshPause = z.infer<typeof refreshPauseSchema>;

export const mostCallsPerDay = 10_000_000;
/** The user's own limit of calls per day; null: none. */
export const callsPerDaySchema = z.number().int().min(10).max(mostCallsPerDay).nullable();

/** The day's calls against the user's limit. */
export const dayLimitSchema = z.object({
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

/** The calls of one day to one endpoint. */
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
