import { z } from 'zod';
import { message, saidIn, type Message, type Translate } from '../i18n/translate';
import { alertChannelsSchema, saysChannels, type AlertChannels } from './alert-channels';
import { gapsShape, type Known } from './known';

/** One entry of a device's alert log (wire contract 3.7). It has no id of its own. */
export const alertSchema = z.object({
  /** Epoch milliseconds; null if missing or unreadable. */
  at: z.number().nullable(),
  /** Degrees; both null together. */
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  text: z.string().nullable(),
  /** The channels it was sent over, as far as the service says. */
  channels: alertChannelsSchema,
  /**
   * Kinds of alert raised together, including names outside the documented list. Empty also if they
   * are not provided or not understood, which `gaps` tells apart.
   */
  alerts: z.array(z.string()),
  /** Unknown fields, as received. */
  extra: z.record(z.string(), z.unknown()),
  ...gapsShape,
});
export type Alert = z.infer<typeof alertSchema>;

/** The members that say over which channels an alert was sent. */
const channelMembers = ['channels', 'email', 'sms'];

export function knownChannels(
  { channels, gaps }: Pick<Alert, 'channels' | 'gaps'>,
  asOf: number | null = null,
): Known<AlertChannels> {
  const originals = gaps?.notUnderstood ?? {};
  const unread = channelMembers
    .filter((name) => Object.hasOwn(originals, name))
    .map((name) => originals[name]);
  if (saysChannels(channels)) {
    return { is: 'value', value: channels, asOf, ...(unread.length > 0 && { unread }) };
  }
  if (unread.length === 0) return { is: 'notProvided', asOf };
  return { is: 'notUnderstood', original: unread.length === 1 ? unread[0] : unread, asOf };
}

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
const alertWatchOffs = ['budget', 'paused', 'fault'] as const;
export type AlertWatchOff = (typeof alertWatchOffs)[number];

/** How far the alerts of the last 24 hours are loaded. */
const alertWatchSchema = z.object({
  devices: z.number(),
  loaded: z.number(),
  /** Until when those of the device that was asked the longest ago are known; null: none was asked. */
  oldestAt: z.number().nullable(),
  off: z.enum(alertWatchOffs).nullable(),
});
export type AlertWatchState = z.infer<typeof alertWatchSchema>;

/** The most urgent open alert of a device, if it is a call for help or critical. */
export const urgentAlertSchema = z.object({
  deviceId: z.string(),
  severity: z.enum(['sos', 'critical']),
  at: z.number(),
});
export type UrgentAlert = z.infer<typeof urgentAlertSchema>;

/** The alerts of the last 24 hours of all devices. */
export const alertOverviewSchema = z.object({
  /** Loaded alerts that are not acknowledged. */
  unacknowledged: z.number(),
  /**
   * Devices of which no alert as severe as an acknowledged one is open, and until when that is known: a
   * critical report up to then needs no attention.
   */
  acknowledgedUntil: z.array(z.tuple([z.string(), z.number()])),
  /** One of each device that has any. */
  urgent: z.array(urgentAlertSchema),
  /** Increases when the log changes, so that it is read again; not while more devices are asked. */
  revision: z.number(),
  watch: alertWatchSchema,
});
export type AlertOverview = z.infer<typeof alertOverviewSchema>;

export const severities = ['sos', 'critical', 'warning', 'info'] as const;
/** How urgent an alert is; `sos`: a person asks for help. */
export type Severity = (typeof severities)[number];

/** Documented names that are not a warning; all others, and undocumented ones, are. */
const other: Readonly<Record<string, Severity>> = {
  SOSButton: 'sos',
  GPSUnplugged: 'critical',
  Vibration: 'critical',
  AuthenticationFailed: 'critical',
  ForbiddenArea: 'critical',
  CheckPoint: 'info',
  CheckArea: 'info',
  Mileage: 'info',
  SleepMode: 'info',
  FutureDate: 'info',
  PastDate: 'info',
  Sensor1On: 'info',
  Sensor2On: 'info',
  Sensor3On: 'info',
  Sensor4On: 'info',
  Sensor1Off: 'info',
  Sensor2Off: 'info',
  Sensor3Off: 'info',
  Sensor4Off: 'info',
};

/** The most urgent of the kinds that were raised together; without a kind it is a warning. */
export function severityOf(names: readonly string[]): Severity {
  if (names.length === 0) return 'warning';
  const found = new Set(
    names.map((name) => (Object.hasOwn(other, name) ? other[name]! : 'warning')),
  );
  return severities.find((severity) => found.has(severity)) ?? 'warning';
}

export const urgencyOf = (names: readonly string[]): number =>
  severities.indexOf(severityOf(names));

/**
 * What has to be worked on first: by urgency, and in the given order within it. What was acknowledged before `since` is
 * last; what is acknowledged later keeps its place.
 */
export function inWorkOrder<
  T extends { alerts: readonly string[]; acknowledged: { at: number } | null },
>(entries: readonly T[], since: number): T[] {
  const places: T[][] = [...severities, 'done'].map(() => []);
  for (const entry of entries) {
    const isDone = entry.acknowledged !== null && entry.acknowledged.at < since;
    places[isDone ? severities.length : urgencyOf(entry.alerts)]!.push(entry);
  }
  return places.flat();
}

/** Calls for help that are open, or were until `since`, first; the others stay in their order. */
export function withSosFirst<
  T extends { alerts: readonly string[]; acknowledged: { at: number } | null },
>(entries: readonly T[], since = Infinity): T[] {
  const isPinned = ({ alerts, acknowledged }: T) =>
    (acknowledged === null || acknowledged.at >= since) && severityOf(alerts) === 'sos';
  return [...entries.filter(isPinned), ...entries.filter((entry) => !isPinned(entry))];
}

/**
 * What a device raised with its report of this time, among its alerts: one of the same time, or the newest open call
 * for help before it, which the report repeats.
 */
export function alertOfReport<
  T extends { at: number; alerts: readonly string[]; acknowledged: unknown },
>(entries: readonly T[], at: number): T | undefined {
  const isOpenCall = ({ alerts, acknowledged }: T) =>
    acknowledged === null && severityOf(alerts) === 'sos';
  return entries
    .filter((entry) => entry.at === at || (entry.at < at && isOpenCall(entry)))
    .toSorted((a, b) => b.at - a.at || urgencyOf(a.alerts) - urgencyOf(b.alerts))[0];
}

/** The documented values of `alertName` (wire contract, appendix A). */
export const documentedKinds = [
  'GPSOff',
  'GPSNoSignal',
  'GPSUnplugged',
  'ForbiddenArea',
  'AllowedArea',
  'CheckPoint',
  'CheckArea',
  'Route',
  'SOSButton',
  'SpeedLimit',
  'SpeedLower',
  'NoMovementTime',
  'IdleTime',
  'HarshBraking',
  'HarshAcceleration',
  'Vibration',
  'Mileage',
  'RPM',
  'LowBattery',
  'BatteryVoltage',
  'SleepMode',
  'Offline',
  'AuthenticationFailed',
  'ExpiredDate',
  'FutureDate',
  'PastDate',
  'Sensor1On',
  'Sensor2On',
  'Sensor3On',
  'Sensor4On',
  'Sensor1Off',
  'Sensor2Off',
  'Sensor3Off',
  'Sensor4Off',
  'Sensor1Time',
  'Sensor2Time',
  'Sensor3Time',
  'Sensor4Time',
  'SensorAccumulated1Time',
  'SensorAccumulated2Time',
  'SensorAccumulated3Time',
  'SensorAccumulated4Time',
  'TemperatureGreaterThan',
  'TemperatureLowerThan',
  'Temperature2GreaterThan',
  'Temperature2LessThan',
  'FuelJumpDown',
  'FuelJumpDown2',
  'FuelJumpUp',
  'FuelJumpUp2',
  'FuelLessThan',
  'FuelLessThan2',
  'AttributeEquals',
  'AttributeLessThan',
  'AttributeGreaterThan',
] as const;

export const isDocumentedKind = (name: string): name is (typeof documentedKinds)[number] =>
  (documentedKinds as readonly string[]).includes(name);

/** The name of a kind of alert as a message; undocumented ones are unchanged. */
export const alertKind = (name: string): string | Message =>
  isDocumentedKind(name) ? message(`alerts.kind.${name}` as const) : name;

export const alertKindName = (name: string, t: Translate): string => saidIn(t, alertKind(name));
