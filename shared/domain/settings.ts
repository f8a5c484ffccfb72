import { z } from 'zod';
import { clocks, firstDays, languages } from '../i18n/languages';
import { isTimeZone } from './calendar';
import { coordinateStyles } from './coordinates';
import type { StateRules } from './device-state';
import { defaultTripRules, tripRulesSchema } from './history';
import { mostWallViews } from './window';
import { distanceUnits, metresPerSecond, speedUnits, unitSystems } from './units';

export { metresPerSecond, speedUnits, type SpeedUnit } from './units';

/**
 * Labels of devices on the map. `auto`: if they fit; `always`: for every symbol, overlapping if
 * there is no room; `hover`: for the device under the pointer; `off`: never.
 */
const labelModes = ['auto', 'always', 'hover', 'off'] as const;
export type LabelMode = (typeof labelModes)[number];

/** The zones that have no name of their own. */
export const zoneChoices: ReadonlySet<string> = new Set(['computer', 'account', 'utc']);

/** Which field a heading of an imported file belongs to; "": none. Values are those of all new records. */
const rememberedColumnsSchema = z.object({
  headings: z.record(z.string(), z.string()),
  values: z.record(z.string(), z.string()),
});
export type RememberedColumns = z.infer<typeof rememberedColumnsSchema>;

/** The pages that Waypost can start with; `last`: the one that the account was left on. */
export const startPages = [
  'fleet',
  'alerts',
  'history',
  'groups',
  'users',
  'limits',
  'expiry',
  'last',
] as const;

/** What a wall screen shows, for how long; `view` is the id of a saved view of some account, null: all devices. */
const wallViewSchema = z.object({
  view: z.string().max(100).nullable(),
  shows: z.enum(['map', 'board']),
  seconds: z.number().int().min(5).max(3600),
});
export type WallView = z.infer<typeof wallViewSchema>;

/** Settings of the whole app, apart from those of `ofAccountSchema`; never secret. */
export const settingsSchema = z.object({
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  language: z.enum(['system', ...languages.map(({ tag }) => tag)]).default('system'),
  clock: z.enum(clocks).default('system'),
  firstDay: z.enum(firstDays).default('system'),
  /**
   * The unit of speeds from the service. It is not documented; metres per second is the best guess.
   */
  serviceSpeedUnit: z.enum(speedUnits).default('m/s'),
  speedUnit: z.enum(speedUnits).default('km/h'),
  /** null: the system of the unit of speeds. */
  unitSystem: z.enum(unitSystems).nullable().default(null),
  /** null: the unit of the system. */
  distanceUnit: z.enum(distanceUnits).nullable().default(null),
  /** How positions are written; files for other programs have decimal degrees. */
  coordinateStyle: z.enum(coordinateStyles).default('dd'),
  /** `computer`, `account`, `utc`, or the name of a zone. */
  timeZone: z
    .string()
    .refine((choice) => zoneChoices.has(choice) || isTimeZone(choice))
    .default('computer'),
  movingAboveKmh: z.number().min(0).max(50).default(3),
  staleAfterMinutes: z.number().min(1).max(1440).default(30),
  silentAfterHours: z.number().min(1).max(720).default(24),
  /** The most calls per minute of everything together; no limit is published. */
  callsPerMinute: z.number().int().min(1).max(6000).default(120),
  /** Whether last locations are not refreshed while the computer runs on its battery. */
  pauseOnBattery: z.boolean().default(false),
  /** The oldest check of a position that the user accepts, as far as the calls suffice. */
  oldestCheckMinutes: z.number().int().min(5).max(1440).default(60),
  /** Whether the map estimates where moving devices are, for a short time after their last report. */
  estimatePositions: z.boolean().default(true),
  /** Days before the expiry of a device at which a warning is shown; empty: no warnings. */
  expiryWarningDays: z.array(z.number().int().min(0).max(3650)).max(20).default([60, 30, 7, 1]),
  /** Address of an online MapLibre style; empty: the bundled offline base map. */
  mapStyleUrl: z.string().max(2048).default(''),
  /** The maps of this computer that are not drawn, by their ids. */
  hiddenMaps: z.array(z.string().max(100)).max(100).default([]),
  streetsDeclined: z.boolean().default(false),
  /** Whether the map shows the outlines and names of places. */
  placesOnMap: z.boolean().default(true),
  labels: z.enum(labelModes).default('auto'),
  /** Whether Waypost checks the feed for newer versions; an administrator policy overrides it. */
  updatesEnabled: z.boolean().default(true),
  startPage: z.enum(startPages).default('fleet'),
  /** Locks an offline copy under a passphrase when the screen is locked or the computer sleeps. */
  lockOnScreenLock: z.boolean().default(false),
  /** Locks it after this time without input; null is off. */
  lockAfterIdleMinutes: z.number().min(1).max(1440).nullable().default(null),
  /** Thresholds of trips and stops. */
  tripRules: tripRulesSchema.default(defaultTripRules),
  /** A day is complete this many hours after its end: trackers send no later fixes for it. */
  historySettleHours: z.number().min(0).max(168).default(6),
  /** Notifications of alerts sent by devices with their last location. */
  notifyAlerts: z.enum(['off', 'critical', 'all']).default('all'),
  notifyWarnings: z.boolean().default(false),
  /** Notifications of conditions detected by Waypost; null is off. */
  notifySilentHours: z.number().min(0.25).max(720).nullable().default(24),
  notifyFrozenMinutes: z.number().min(5).max(1440).nullable().default(60),
  notifyBatteryBelow: z.number().min(1).max(99).nullable().default(15),
  /** Per cent of the daily limit of e-mails or SMS of a device. */
  notifyQuotaPercent: z.number().min(1).max(100).nullable().default(90),
  notifyKeyTrouble: z.boolean().default(true),
  /** Notifications say only that there is something to see, not of which device or person. */
  notifyWithoutNames: z.boolean().default(false),
  /** Whether closing the window keeps the app running, with an icon beside the clock. */
  closeToTray: z.boolean().default(false),
  /** Whether the system starts the app when the user signs in. */
  startAtLogin: z.boolean().default(false),
  /** Whether the further windows that were open at the end are opened again at the start. */
  reopenWindows: z.boolean().default(true),
  /** What the wall screen goes through; empty: all devices on the map. */
  wallViews: z.array(wallViewSchema).max(mostWallViews).default([]),
  /** Whether the wall screen is opened at the start. */
  wallAtStart: z.boolean().default(false),
  /** Whether the icon of the app shows how many calls for help are not acknowledged. */
  badgeSos: z.boolean().default(false),
  /** Cool-down of repeated notifications; it doubles with each repetition, up to a day. */
  notifyCoolDownMinutes: z.number().min(1).max(1440).default(15),
  /** Quiet hours in minutes of the day, in the zone of `timeZone`; null is off. */
  quietHours: z
    .object({ from: z.number().int().min(0).max(1439), to: z.number().int().min(0).max(1439) })
    .nullable()
    .default(null),
  /** The columns of imported files by kind of table, as the user accepted them. */
  importColumns: z.record(z.string(), rememberedColumnsSchema).default({}),
  /** Whether the details of a device also show the answers as the service sent them. */
  showRawData: z.boolean().default(false),
  /** The name of the company on reports; empty: none. */
  reportCompany: z.string().max(200).default(''),
  /** Whether the user finished or skipped the tour of the demo, which is then not shown again. */
  tourEnded: z.boolean().default(false),
});
export type Settings = z.infer<typeof settingsSchema>;

/** Some settings. Not `partial()`, which would fill in the default of each absent one. */
export const settingsChangeSchema: z.ZodType<Partial<Settings>, Partial<Settings>> = z.object(
  Object.fromEntries(
    Object.entries(settingsSchema.shape).map(([name, schema]) => [
      name,
      schema.unwrap().optional(),
    ]),
  ),
);

/** Settings about the service, which each account has for itself, as far as it was asked for with it. */
export const ofAccountSchema = z.object({
  serviceSpeedUnit: settingsSchema.shape.serviceSpeedUnit.unwrap().optional(),
});

export const defaultSettings: Settings = settingsSchema.parse({});

/** The speed from which a device moves, in the unit of the service. */
export const movingAbove = ({
  movingAboveKmh,
  serviceSpeedUnit,
}: Pick<Settings, 'movingAboveKmh' | 'serviceSpeedUnit'>): number =>
  (movingAboveKmh * metresPerSecond['km/h']) / metresPerSecond[serviceSpeedUnit];

export function stateRules(settings: Settings): StateRules {
  return {
    movingAbove: movingAbove(settings),
    staleAfterMs: settings.staleAfterMinutes * 60_000,
    silentAfterMs: settings.silentAfterHours * 3_600_000,
  };
}
