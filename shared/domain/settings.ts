import { z } from 'zod';
import type { StateRules } from './device-state';
import { defaultTripRules, tripRulesSchema } from './trip';

export const speedUnits = ['m/s', 'km/h', 'mph', 'kn'] as const;
export type SpeedUnit = (typeof speedUnits)[number];

/** How many metres per second one unit is. */
export const metresPerSecond: Record<SpeedUnit, number> = {
  'm/s': 1,
  'km/h': 1 / 3.6,
  mph: 0.44704,
  kn: 1852 / 3600,
};

/**
 * Names of devices on the map. `auto`: where they fit; `always`: of every symbol, across others where
 * there is no room; `hover`: of what is pointed at; `off`: not even of that.
 */
export const labelModes = ['auto', 'always', 'hover', 'off'] as const;
export type LabelMode = (typeof labelModes)[number];

/** What a person can choose for the whole app, whichever account is open; never secret. */
export const settingsSchema = z.object({
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  /** The unit the service sends speeds in. Undocumented; metres per second is the best reading. */
  serviceSpeedUnit: z.enum(speedUnits).default('m/s'),
  speedUnit: z.enum(speedUnits).default('km/h'),
  timeZone: z.enum(['computer', 'utc', 'account']).default('computer'),
  movingAboveKmh: z.number().min(0).max(50).default(3),
  staleAfterMinutes: z.number().min(1).max(1440).default(30),
  silentAfterHours: z.number().min(1).max(720).default(24),
  /** The most calls a minute the background refresh may spend; no ceiling is published. */
  callsPerMinute: z.number().int().min(1).max(6000).default(120),
  /** Days ahead of a device's expiry at which a warning is given; empty: no warnings. */
  expiryWarningDays: z.array(z.number().int().min(0).max(3650)).max(20).default([60, 30, 7, 1]),
  /** How many licences the account has, where the service does not tell; null: not typed in. */
  licenceTotal: z.number().int().min(0).max(10_000_000).nullable().default(null),
  /** Address of an online MapLibre style; empty: the bundled offline base map. */
  mapStyleUrl: z.string().default(''),
  labels: z.enum(labelModes).default('auto'),
  /** Whether Waypost asks the feed for newer versions; an administrator's policy overrides it. */
  updatesEnabled: z.boolean().default(true),
  /** Folder of the update feed; empty: none, and nobody is asked. */
  updateFeedUrl: z.string().max(2048).default(''),
  /** Thresholds of trips and stops. */
  tripRules: tripRulesSchema.default(defaultTripRules),
  /** So many hours after its end a day is complete: later, no tracker sends fixes of it any more. */
  historySettleHours: z.number().min(0).max(168).default(6),
  /** Notifications of alerts that devices send with their last location. */
  notifyAlerts: z.enum(['off', 'critical', 'all']).default('all'),
  notifyWarnings: z.boolean().default(false),
  /** Notifications of what we notice ourselves; null is off. */
  notifySilentHours: z.number().min(0.25).max(720).nullable().default(24),
  notifyFrozenMinutes: z.number().min(5).max(1440).nullable().default(60),
  notifyBatteryBelow: z.number().min(1).max(99).nullable().default(15),
  /** Per cent of a device's daily limit of e-mails or SMS. */
  notifyQuotaPercent: z.number().min(1).max(100).nullable().default(90),
  notifyKeyTrouble: z.boolean().default(true),
  /** The same matter is not told again for so long; each time it lasts twice as long, up to a day. */
  notifyCoolDownMinutes: z.number().min(1).max(1440).default(15),
  /** Minutes of the day, in the zone of `timeZone`, between which nothing is told; null is off. */
  quietHours: z
    .object({ from: z.number().int().min(0).max(1439), to: z.number().int().min(0).max(1439) })
    .nullable()
    .default(null),
});
export type Settings = z.infer<typeof settingsSchema>;

/** Some settings. Not `partial()`: that would fill in the default of each one left out. */
export const settingsChangeSchema: z.ZodType<Partial<Settings>, Partial<Settings>> = z.object(
  Object.fromEntries(
    Object.entries(settingsSchema.shape).map(([name, schema]) => [
      name,
      schema.unwrap().optional(),
    ]),
  ),
);

export const defaultSettings: Settings = settingsSchema.parse({});

/** The settings as the thresholds that decide a device's state. */
export function stateRules(settings: Settings): StateRules {
  return {
    movingAbove:
      (settings.movingAboveKmh * metresPerSecond['km/h']) /
      metresPerSecond[settings.serviceSpeedUnit],
    staleAfterMs: settings.staleAfterMinutes * 60_000,
    silentAfterMs: settings.silentAfterHours * 3_600_000,
  };
}
