import { z } from 'zod';
import type { StateRules } from './device-state';

export const speedUnits = ['m/s', 'km/h', 'mph', 'kn'] as const;
export type SpeedUnit = (typeof speedUnits)[number];

/** How many metres per second one unit is. */
export const metresPerSecond: Record<SpeedUnit, number> = {
  'm/s': 1,
  'km/h': 1 / 3.6,
  mph: 0.44704,
  kn: 1852 / 3600,
};

/** What a person can choose; kept per profile, never secret. */
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
  /** Address of an online MapLibre style; empty: the bundled offline base map. */
  mapStyleUrl: z.string().default(''),
  labels: z.enum(['auto', 'off']).default('auto'),
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
