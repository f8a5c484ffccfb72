import { alertWords } from './alert-names';
import type { Settings } from './settings';

/** What is known of a device when its last location is judged. Times are epoch milliseconds. */
export interface Watched {
  id: string;
  /** Time of the last fix; null: it never reported. */
  fixAt: number | null;
  /** When the service was last asked for it; null: never. */
  checkedAt: number | null;
  /** Since when it has been at the same coordinates while it claims to move; null: it is not so. */
  frozenSince: number | null;
  battery: number | null;
  hasCriticalAlert: boolean;
  alerts: readonly string[];
  warnings: readonly string[];
  /** The larger part used of a daily limit of e-mails or SMS, 0 to 1 and above; null: no limit. */
  quotaUsed: number | null;
}

/** Something that may be worth a notification. */
export interface Condition {
  deviceId: string;
  /** What has its own cool-down: `silent`, `alert:SOSButton`, … */
  kind: string;
  /** One and the same occurrence has one key: it is told once. */
  key: string;
  isCritical: boolean;
  text: string;
}

/** What was told of one kind of matter. */
export interface Told {
  /** Of the last occurrence, told or held back; "" since it is over. */
  key: string;
  toldAt: number;
  coolDownMs: number;
}

/** What was told of one device, by kind. */
export type Memory = Readonly<Record<string, Told>>;

export type AlertRules = Pick<
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
/** What is older than this is no news: it is in the log. */
const newsMs = dayMs;
/** A battery that hovers about the threshold is one matter, not many. */
const batteryMargin = 5;

/** Everything about a device that the rules call a matter at this moment. */
export function conditionsOf(
  device: Watched,
  rules: AlertRules,
  memory: Memory,
  now: number,
): Condition[] {
  return [
    ...eventsOf(device, rules, now),
    ...[silence(device, rules, now), frozen(device, rules, now)].filter((each) => each !== null),
    ...[battery(device, rules, memory), quota(device, rules, now)].filter((each) => each !== null),
  ];
}

function eventsOf(device: Watched, rules: AlertRules, now: number): Condition[] {
  const { id, fixAt, hasCriticalAlert } = device;
  if (fixAt === null || now - fixAt > newsMs) return [];
  const matter = (kind: string, text: string, isCritical = false): Condition => ({
    deviceId: id,
    kind,
    key: String(fixAt),
    isCritical,
    text,
  });
  const isWanted =
    rules.notifyAlerts === 'all' || (rules.notifyAlerts === 'critical' && hasCriticalAlert);
  const names = new Set(isWanted ? device.alerts : []);
  const alerts = [...names].map((name) =>
    matter(`alert:${name}`, alertWords(name), hasCriticalAlert),
  );
  const nameless =
    isWanted && hasCriticalAlert && names.size === 0
      ? [matter('critical', 'Critical alert', true)]
      : [];
  const warnings = rules.notifyWarnings
    ? [...new Set(device.warnings)].map((name) => matter(`warning:${name}`, alertWords(name)))
    : [];
  return [...alerts, ...nameless, ...warnings];
}

/** Silent is who was asked and had nothing newer to say; whom nobody asked may have spoken. */
function silence(
  { id, fixAt, checkedAt }: Watched,
  rules: AlertRules,
  now: number,
): Condition | null {
  if (rules.notifySilentHours === null || fixAt === null || checkedAt === null) return null;
  const forMs = rules.notifySilentHours * hourMs;
  const isSilent = checkedAt - fixAt > forMs;
  // A device that has been silent for weeks when it is first looked at is no news.
  if (!isSilent || now - fixAt > forMs + newsMs) return null;
  const text = `Silent for more than ${words(forMs)}`;
  return { deviceId: id, kind: 'silent', key: String(fixAt), isCritical: false, text };
}

function frozen({ id, frozenSince }: Watched, rules: AlertRules, now: number): Condition | null {
  if (rules.notifyFrozenMinutes === null || frozenSince === null) return null;
  const forMs = rules.notifyFrozenMinutes * minuteMs;
  if (now - frozenSince <= forMs) return null;
  const text = `Claims to move, but its position has not changed for more than ${words(forMs)}`;
  return { deviceId: id, kind: 'frozen', key: String(frozenSince), isCritical: false, text };
}

function battery(device: Watched, rules: AlertRules, memory: Memory): Condition | null {
  const { notifyBatteryBelow: below } = rules;
  if (below === null || device.battery === null) return null;
  const wasLow = memory['battery']?.key === 'low';
  if (device.battery >= below + (wasLow ? batteryMargin : 0)) return null;
  const text = `Battery at ${Math.round(device.battery)} %`;
  return { deviceId: device.id, kind: 'battery', key: 'low', isCritical: false, text };
}

function quota({ id, quotaUsed }: Watched, rules: AlertRules, now: number): Condition | null {
  if (rules.notifyQuotaPercent === null || quotaUsed === null) return null;
  if (quotaUsed * 100 < rules.notifyQuotaPercent) return null;
  const percent = Math.round(quotaUsed * 100);
  const text =
    quotaUsed >= 1
      ? 'Its daily limit of messages is reached: no more are sent today'
      : `${percent} % of its daily limit of messages is used`;
  const key = `${Math.floor(now / dayMs)} ${quotaUsed >= 1}`;
  return { deviceId: id, kind: 'quota', key, isCritical: false, text };
}

function words(ms: number): string {
  const minutes = Math.round((ms / minuteMs) * 10) / 10;
  if (minutes < 120) return `${minutes} minutes`;
  const hours = Math.round(minutes / 6) / 10;
  return `${hours} hours`;
}

/**
 * Which matters to tell now, and what to remember of it. Of each kind an occurrence is told once; one
 * that comes while the last is cooling down is held back, and when matters keep coming, each cool-down
 * is twice as long as the one before, up to a day.
 */
export function judge(
  matters: readonly Condition[],
  memory: Memory,
  rules: Pick<AlertRules, 'notifyCoolDownMinutes'>,
  now: number,
): { memory: Memory; tell: Condition[] } {
  const tell: Condition[] = [];
  const next: Record<string, Told> = {};
  const present = new Set(matters.map(({ kind }) => kind));
  for (const [kind, told] of Object.entries(memory)) {
    const isForgotten = now - told.toldAt > 2 * Math.max(dayMs, told.coolDownMs);
    if (present.has(kind)) next[kind] = told;
    else if (!isForgotten) next[kind] = { ...told, key: isEvent(kind) ? told.key : '' };
  }
  for (const matter of matters) {
    const { kind, key } = matter;
    const before = next[kind];
    if (before?.key === key) continue;
    const isCooling = before !== undefined && now < before.toldAt + before.coolDownMs;
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
    tell.push(matter);
  }
  return { memory: next, tell };
}

/** An event of a fix stays told when the next fix has none; a state is over when it is over. */
const isEvent = (kind: string) => /^(alert:|warning:|critical$)/.test(kind);

/** True while nothing is to be told; hours that end before they begin go over midnight. */
export function isQuiet(quietHours: Settings['quietHours'], minuteOfDay: number): boolean {
  if (quietHours === null) return false;
  const { from, to } = quietHours;
  return from <= to
    ? minuteOfDay >= from && minuteOfDay < to
    : minuteOfDay >= from || minuteOfDay < to;
}
