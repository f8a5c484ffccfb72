import { message, type Said } from '../i18n/translate';
import { alertKind, severityOf } from './alert';
import type { Settings } from './settings';
import { z } from 'zod';

/** The data of a device for the evaluation of its conditions. Times are epoch milliseconds. */
export interface Watched {
  id: string;
  /** Time of the last report; null if it never reported. */
  fixAt: number | null;
  /** When the service last told whether it reports; null if never, or if its answer does not. */
  checkedAt: number | null;
  /** Since when its coordinates have not changed although it reports motion; null if they have. */
  frozenSince: number | null;
  battery: number | null;
  hasCriticalAlert: boolean;
  alerts: readonly string[];
  warnings: readonly string[];
  /** The used shares of its daily message limits, of today only. */
  quotas: readonly UsedQuota[];
}

/** The used share of a daily limit on one day of the account. */
export interface UsedQuota {
  counter: 'email' | 'sms';
  /** 1 is the whole limit. */
  share: number;
  /** `YYYY-MM-DD` in the time zone of the account. */
  day: string;
}

/** Something that may be worth a notification. */
export interface Condition {
  deviceId: string;
  /** Each kind has its own cool-down: `silent`, `alert:SOSButton`, … */
  kind: string;
  /** Identifies an occurrence, which is notified once. */
  key: string;
  isCritical: boolean;
  text: Said;
  /** Of an event: the time of the report that has it. */
  at?: number;
}

/** The last notification of one kind of condition. Member names are stored. */
export interface Notified {
  /** Of the last occurrence, notified or suppressed; "" once it is over. */
  key: string;
  toldAt: number;
  coolDownMs: number;
}

/** The last notifications of one device, by kind. */
export type NotificationMemory = Readonly<Record<string, Notified>>;

type AlertRules = Pick<
  Settings,
  | 'notifyAlerts'
  | 'notifyWarnings'
  | 'notifySilentHours'
  | 'notifyFrozenMinutes'
  | 'notifyBatteryBelow'
  | 'notifyQuotaPercent'
  | 'notifyCoolDownMinutes'
>;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
/** Older events are not notified; they are in the log. */
const newsMs = dayMs;
/** Hysteresis: a battery around the threshold is one condition, not many. */
const batteryMargin = 5;

export function conditionsOf(
  device: Watched,
  rules: AlertRules,
  memory: NotificationMemory,
  now: number,
): Condition[] {
  return [
    ...eventsOf(device, rules, now),
    ...[silence(device, rules, now), frozen(device, rules)].filter((each) => each !== null),
    ...[battery(device, rules, memory, now)].filter((each) => each !== null),
    ...device.quotas.flatMap((used) => quota(device.id, used, rules) ?? []),
  ];
}

function eventsOf(device: Watched, rules: AlertRules, now: number): Condition[] {
  const { id, fixAt, hasCriticalAlert } = device;
  if (fixAt === null || now - fixAt > newsMs) return [];
  const condition = (kind: string, text: Said, isCritical = false): Condition => ({
    deviceId: id,
    kind,
    key: String(fixAt),
    isCritical,
    text,
    at: fixAt,
  });
  const isWanted =
    rules.notifyAlerts === 'all' || (rules.notifyAlerts === 'critical' && hasCriticalAlert);
  const names = new Set(isWanted ? device.alerts : []);
  const alerts = [...names].map((name) =>
    condition(`alert:${name}`, alertKind(name), hasCriticalAlert),
  );
  const unnamed =
    isWanted && hasCriticalAlert && names.size === 0
      ? [condition('critical', message('alerts.condition.critical'), true)]
      : [];
  const warnings = rules.notifyWarnings
    ? [...new Set(device.warnings)].map((name) => condition(`warning:${name}`, alertKind(name)))
    : [];
  return [...alerts, ...unnamed, ...warnings];
}

/** Silent: the position was requested, and the service had no newer fix. */
function silence(
  { id, fixAt, checkedAt }: Watched,
  rules: AlertRules,
  now: number,
): Condition | null {
  if (rules.notifySilentHours === null || fixAt === null || checkedAt === null) return null;
  const forMs = rules.notifySilentHours * hourMs;
  const isSilent = checkedAt - fixAt > forMs;
  // A device that was silent for weeks before the first check is not notified.
  if (!isSilent || now - fixAt > forMs + newsMs) return null;
  const text = forMoreThan('silent', forMs);
  return { deviceId: id, kind: 'silent', key: String(fixAt), isCritical: false, text };
}

/** Frozen: it reported motion on one spot for so long. Time without a report does not count. */
function frozen({ id, fixAt, frozenSince }: Watched, rules: AlertRules): Condition | null {
  if (rules.notifyFrozenMinutes === null || frozenSince === null || fixAt === null) return null;
  const forMs = rules.notifyFrozenMinutes * minuteMs;
  if (fixAt - frozenSince <= forMs) return null;
  const text = forMoreThan('frozen', forMs);
  return { deviceId: id, kind: 'frozen', key: String(frozenSince), isCritical: false, text };
}

function battery(
  device: Watched,
  rules: AlertRules,
  memory: NotificationMemory,
  now: number,
): Condition | null {
  const { notifyBatteryBelow: below } = rules;
  if (below === null || device.battery === null) return null;
  // An old report says nothing about the battery of today.
  if (device.fixAt === null || now - device.fixAt > newsMs) return null;
  const wasLow = memory['battery']?.key === 'low';
  if (device.battery >= below + (wasLow ? batteryMargin : 0)) return null;
  const text = message('alerts.condition.battery', { percent: Math.round(device.battery) });
  return { deviceId: device.id, kind: 'battery', key: 'low', isCritical: false, text };
}

/** One condition for each counter and day of the account. */
function quota(
  deviceId: string,
  { counter, share, day }: UsedQuota,
  rules: AlertRules,
): Condition | null {
  const percent = share * 100;
  if (rules.notifyQuotaPercent === null || percent < rules.notifyQuotaPercent) return null;
  const limit = counter === 'email' ? 'emails' : 'sms';
  // Rounded down: only a reached limit is 100 %.
  const text =
    share >= 1
      ? message(`alerts.condition.${limit}.reached`)
      : message(`alerts.condition.${limit}.used`, { percent: Math.floor(percent) });
  return { deviceId, kind: `quota:${counter}`, key: day, isCritical: false, text };
}

function forMoreThan(what: 'silent' | 'frozen', ms: number): Said {
  const minutes = Math.round((ms / minuteMs) * 10) / 10;
  if (minutes < 120) return message(`alerts.condition.${what}.minutes`, { count: minutes });
  return message(`alerts.condition.${what}.hours`, { count: Math.round(minutes / 6) / 10 });
}

/**
 * Which conditions to notify now, and what to remember. Each occurrence is notified once. An occurrence
 * during the cool-down of its kind is suppressed. Repeated ones double the cool-down, up to a day.
 */
export function evaluate(
  conditions: readonly Condition[],
  memory: NotificationMemory,
  rules: Pick<AlertRules, 'notifyCoolDownMinutes'>,
  now: number,
): { memory: NotificationMemory; notify: Condition[] } {
  const notify: Condition[] = [];
  const next: Record<string, Notified> = {};
  const present = new Set(conditions.map(({ kind }) => kind));
  for (const [kind, notified] of Object.entries(memory)) {
    const isForgotten = now - notified.toldAt > 2 * Math.max(dayMs, notified.coolDownMs);
    if (present.has(kind)) next[kind] = notified;
    else if (!isForgotten) next[kind] = { ...notified, key: isEvent(kind) ? notified.key : '' };
  }
  for (const condition of conditions) {
    const { kind, key } = condition;
    const before = next[kind];
    if (before?.key === key) continue;
    const isCooling =
      !isDaily(kind) && before !== undefined && now < before.toldAt + before.coolDownMs;
    if (isCooling) {
      next[kind] = { ...before, key };
      continue;
    }
    const shortest = rules.notifyCoolDownMinutes * minuteMs;
    const isAgainSoon = before !== undefined && now < before.toldAt + 2 * before.coolDownMs;
    const coolDownMs = isAgainSoon
      ? Math.min(dayMs, Math.max(shortest, before.coolDownMs * 2))
      : shortest;
    next[kind] = { key, toldAt: now, coolDownMs };
    notify.push(condition);
  }
  return { memory: next, notify };
}

/** Among the snoozes: all devices, without their calls for help. */
export const allDevices = '';
const callsForHelp = '\u0000sos';
/** Among the snoozes: the calls for help of a device, or of `allDevices`. */
export const callsForHelpOf = (deviceId: string): string => `${callsForHelp}${deviceId}`;
/** Whether it is the id of a device, not of what is beside them among the snoozes. */
export const isSnoozedDevice = (id: string): boolean =>
  id !== allDevices && !id.startsWith(callsForHelp);

/** Whether a person may be asking for help: a critical alert without a name may be an SOS. */
export const isCallForHelp = (kind: string): boolean =>
  kind === 'critical' ||
  (kind.startsWith('alert:') && severityOf([kind.slice('alert:'.length)]) === 'sos');

/** Occurs once a day at most, so it needs no cool-down. */
const isDaily = (kind: string) => kind.startsWith('quota:');

/** An event stays notified when the next fix has none; a state can be notified again once over. */
const isEvent = (kind: string) => isDaily(kind) || /^(alert:|warning:|place:|critical$)/.test(kind);

/** Whether notifications are off; hours that end before they begin span midnight. */
export function isQuiet(quietHours: Settings['quietHours'], minuteOfDay: number): boolean {
  if (quietHours === null) return false;
  const { from, to } = quietHours;
  return from <= to
    ? minuteOfDay >= from && minuteOfDay < to
    : minuteOfDay >= from || minuteOfDay < to;
}

export const longestReason = 200;

/** Why being silent or without a position needs no attention for now; on this computer only. */
export const snoozeSchema = z.object({
  deviceId: z.string().min(1).max(512),
  /** Epoch ms; null: until the device reports again, or again with a position. */
  until: z.number().nullable(),
  /** "" without one. */
  reason: z.string().max(longestReason),
});
export type Snooze = z.infer<typeof snoozeSchema>;
