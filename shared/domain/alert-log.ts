import { z } from 'zod';
import { alertSchema } from './alert';

/** One alert of the log with its local data. */
export const alertEntrySchema = alertSchema.omit({ extra: true }).extend({
  /** Derived from device, time and kinds, because the record has no id. */
  id: z.string(),
  deviceId: z.string(),
  at: z.number(),
  /** The channels that were asked for, if this computer submitted it; null: not known. */
  asked: z.array(z.string()).nullable(),
  /** Stored on this computer only; the service has no acknowledgements. */
  acknowledged: z.object({ at: z.number(), note: z.string() }).nullable(),
});
export type AlertEntry = z.infer<typeof alertEntrySchema>;

/** The alerts of all devices are loaded in the background for so long before now. */
export const watchedMs = 24 * 3_600_000;

/**
 * Why no alerts are loaded in the background. `budget`: the calls are used up or are to last the day, or
 * the service asked for a pause; `paused`: the refresh is paused; `fault`: a call failed.
 */
export const alertWatchOffs = ['budget', 'paused', 'fault'] as const;
export type AlertWatchOff = (typeof alertWatchOffs)[number];

/** How far the alerts of the last 24 hours are loaded. */
export const alertWatchSchema = z.object({
  /** Devices on the list. */
  devices: z.number(),
  /** Of them, those whose alerts were asked for. */
  loaded: z.number(),
  /** Until when those of the device that was asked the longest ago are known; null: none was asked. */
  oldestAt: z.number().nullable(),
  off: z.enum(alertWatchOffs).nullable(),
});
export type AlertWatchState = z.infer<typeof alertWatchSchema>;

/** The alerts of the last 24 hours of all devices. */
export const alertOverviewSchema = z.object({
  /** Loaded alerts that are not acknowledged. */
  unacknowledged: z.number(),
  /**
   * Devices of which no alert as severe as an acknowledged one is open, and until when that is known: a
   * critical report up to then needs no attention.
   */
  acknowledgedUntil: z.array(z.tuple([z.string(), z.number()])),
  /** Increases when the log changes, so that it is read again; not while more devices are asked. */
  revision: z.number(),
  watch: alertWatchSchema,
});
export type AlertOverview = z.infer<typeof alertOverviewSchema>;
