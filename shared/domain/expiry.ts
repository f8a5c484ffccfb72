import { dayInZone, daysBetween, isCalendarDay, plusDays } from './calendar';
import type { Device } from './device';
import type { LimitsEdit } from './edit';
import type { Limits } from './limit';

export { dayFractionInZone, dayInZone, startOfDayInZone } from './calendar';

/** What is wrong with a field of the limits form, in words that say what to do. */
export type LimitsProblems = Partial<Record<keyof LimitsEdit, string>>;

/** The rules of section 2.3 for the form as it stands: `edit` on top of `current`. */
export function checkLimits(edit: LimitsEdit, current: Limits | null): LimitsProblems {
  const problems: LimitsProblems = {};
  const expires = edit.expires ?? current?.expires ?? false;
  const day =
    edit.expirationDate === undefined ? (current?.expirationDate ?? null) : edit.expirationDate;
  if (day !== null && day !== '' && !isCalendarDay(day)) {
    problems.expirationDate = 'There is no such day. Write it as YYYY-MM-DD, such as 2030-01-31.';
  } else if (expires && (day === null || day === '')) {
    problems.expirationDate = 'Give the expiration date, or switch Expires off.';
  }
  for (const field of ['dailyEmailLimit', 'dailySmsLimit'] as const) {
    const limit = edit[field];
    if (limit === undefined || limit === null) continue;
    if (!Number.isSafeInteger(limit) || limit < 0) {
      problems[field] = 'Write a whole number from 0, or leave it empty for no limit.';
    }
  }
  return problems;
}

/** What expiry needs to know of a device. */
export type ExpiringDevice = Pick<Device, 'id' | 'expiresAt' | 'limits' | 'extra' | 'unlistedAt'>;

/**
 * The calendar day a device expires on, the same in every time zone: the day that was set where the
 * service tells it, else the day of the moment in the account's zone. null: it does not expire.
 */
export function expiryDay(
  device: Pick<Device, 'expiresAt' | 'limits'>,
  timeZone: string,
): string | null {
  if (device.limits?.expires && device.limits.expirationDate) return device.limits.expirationDate;
  return device.expiresAt === null ? null : dayInZone(device.expiresAt, timeZone);
}

/**
 * Whether a device has expired. The service's own word (`active`) counts most: a device whose date
 * was moved stays expired until it is activated. Else the date, on which a device expires.
 */
export function isExpired(device: ExpiringDevice, now: number, timeZone: string): boolean {
  if (typeof device.extra.active === 'boolean') return !device.extra.active;
  if (device.expiresAt !== null) return device.expiresAt <= now;
  const day = expiryDay(device, timeZone);
  return day !== null && day <= dayInZone(now, timeZone);
}

/** Days until a device expires: 1 is tomorrow, 0 today, below 0 past. null: it does not expire. */
export function daysLeft(
  device: Pick<Device, 'expiresAt' | 'limits'>,
  now: number,
  timeZone: string,
): number | null {
  const day = expiryDay(device, timeZone);
  return day === null ? null : daysBetween(dayInZone(now, timeZone), day);
}

export const expiryBands = [
  'expired',
  'day',
  'week',
  'month',
  'twoMonths',
  'later',
  'none',
] as const;
export type ExpiryBand = (typeof expiryBands)[number];

/** The band of the expiry board: expired, within 1, 7, 30 or 60 days, later, or no expiry. */
export function expiryBand(device: ExpiringDevice, now: number, timeZone: string): ExpiryBand {
  if (isExpired(device, now, timeZone)) return 'expired';
  const days = daysLeft(device, now, timeZone);
  if (days === null) return 'none';
  if (days <= 1) return 'day';
  if (days <= 7) return 'week';
  if (days <= 30) return 'month';
  return days <= 60 ? 'twoMonths' : 'later';
}

/** The account's licences as far as they are known; the total may be a setting. */
export interface KnownLicences {
  total: number | null;
  /** null: counted from the devices. */
  used: number | null;
}

/** Licences on one day of the forecast, if nobody activates, renews or adds a device. */
export interface LicenceDay {
  day: string;
  /** Devices that expire on this day. */
  expiring: number;
  used: number;
  /** null where the total is not known; below 0 when more are in use than there are. */
  free: number | null;
}

/** Licences used and free from today on, one entry a day, today and `days` days after it. */
export function forecastLicences(
  devices: readonly ExpiringDevice[],
  licences: KnownLicences | null,
  now: number,
  timeZone: string,
  days = 90,
): LicenceDay[] {
  const today = dayInZone(now, timeZone);
  const inUse = devices.filter(
    (device) => device.unlistedAt === null && !isExpired(device, now, timeZone),
  );
  const expiring = new Map<string, number>();
  for (const device of inUse) {
    const day = expiryDay(device, timeZone);
    if (day === null) continue;
    // A date that has passed on a device still in use is settled by the service today.
    const counted = day < today ? today : day;
    expiring.set(counted, (expiring.get(counted) ?? 0) + 1);
  }
  const total = licences?.total ?? null;
  let used = licences?.used ?? inUse.length;
  return Array.from({ length: days + 1 }, (_, offset) => {
    const day = plusDays(today, offset);
    const count = expiring.get(day) ?? 0;
    used = Math.max(0, used - count);
    return { day, expiring: count, used, free: total === null ? null : total - used };
  });
}

/** A device that will expire soon, at the threshold it has come to. */
export interface ExpiryWarning {
  deviceId: string;
  day: string;
  daysLeft: number;
  /** The smallest threshold it is within, in days. */
  threshold: number;
}

export interface WarningsDue {
  /** Soonest first. */
  warnings: ExpiryWarning[];
  /** What to remember as warned, so that nothing is said twice. */
  keys: string[];
}

/**
 * The warnings to give now: once per device, expiration day and threshold. A threshold passed while
 * nobody looked is not said any more when a nearer one is due, and a new date warns anew.
 */
export function warningsDue(
  devices: readonly ExpiringDevice[],
  now: number,
  timeZone: string,
  thresholds: readonly number[],
  alreadyWarned: ReadonlySet<string>,
): WarningsDue {
  const due: WarningsDue = { warnings: [], keys: [] };
  const today = dayInZone(now, timeZone);
  for (const device of devices) {
    const day = device.unlistedAt === null ? expiryDay(device, timeZone) : null;
    if (day === null || isExpired(device, now, timeZone)) continue;
    const left = daysBetween(today, day);
    const passed = thresholds.filter((threshold) => left >= 0 && left <= threshold);
    if (passed.length === 0) continue;
    const threshold = Math.min(...passed);
    if (alreadyWarned.has(warningKey(device.id, day, threshold))) continue;
    due.warnings.push({ deviceId: device.id, day, daysLeft: left, threshold });
    due.keys.push(...passed.map((each) => warningKey(device.id, day, each)));
  }
  due.warnings.sort((a, b) => a.daysLeft - b.daysLeft);
  return due;
}

function warningKey(deviceId: string, day: string, threshold: number): string {
  return `${threshold}:${day}:${deviceId}`;
}

/** Where today's sending is heading. */
export interface LimitForecast {
  outlook: 'reached' | 'willReach' | 'within';
  /** How many it will be by the end of the day at the present rate. */
  projected: number;
  /** At which part of the day (0 to 1) the limit is reached; null while it is not. */
  reachedAt: number | null;
}

/** Too little of a day to speak of a rate: one message at five past midnight is no trend. */
const shortestSample = 1 / 24;

/**
 * Who will hit the daily limit today at the present rate (section 3). null where it cannot be
 * known: no limit, no counter, or the day too young.
 */
export function limitForecast(
  sentToday: number | null,
  limit: number | null,
  dayFraction: number,
): LimitForecast | null {
  if (sentToday === null || limit === null) return null;
  if (sentToday >= limit) return { outlook: 'reached', projected: sentToday, reachedAt: null };
  if (dayFraction < shortestSample) return null;
  const projected = sentToday / Math.min(dayFraction, 1);
  if (projected < limit) return { outlook: 'within', projected, reachedAt: null };
  return { outlook: 'willReach', projected, reachedAt: limit / projected };
}
