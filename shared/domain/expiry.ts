import { dayInZone, daysBetween, isCalendarDay, plusDays } from './calendar';
import type { Device } from './device';
import type { LimitsEdit } from './edit';
import type { Limits } from './limit';

export { dayFractionInZone, dayInZone, startOfDayInZone } from './calendar';

/** Validation errors of the limits form, by field; each message says what to do. */
export type LimitsProblems = Partial<Record<keyof LimitsEdit, string>>;

/** The rules of section 2.3 for the current form: `edit` on top of `current`. */
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

/** The fields of a device that determine its expiry. */
export type ExpiringDevice = Pick<
  Device,
  'id' | 'expiresAt' | 'limits' | 'isActive' | 'unlistedAt'
>;

/**
 * The calendar day on which a device expires, the same in every time zone: the day that was set, if
 * the service provides it, else the day of the moment in the zone of the account. null: it does not
 * expire.
 */
export function expiryDay(
  device: Pick<Device, 'expiresAt' | 'limits'>,
  timeZone: string,
): string | null {
  if (device.limits?.expires && device.limits.expirationDate) return device.limits.expirationDate;
  return device.expiresAt === null ? null : dayInZone(device.expiresAt, timeZone);
}

/**
 * Whether a device has expired. The status from the service (`active`) takes precedence: a device
 * whose date was moved stays expired until it is activated. Otherwise it expires on its date.
 */
export function isExpired(device: ExpiringDevice, now: number, timeZone: string): boolean {
  if (typeof device.isActive === 'boolean') return !device.isActive;
  if (device.expiresAt !== null) return device.expiresAt <= now;
  const day = expiryDay(device, timeZone);
  return day !== null && day <= dayInZone(now, timeZone);
}

/**
 * Days until a device expires: 1 is tomorrow, 0 today, negative in the past. null: it does not
 * expire.
 */
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

/** The known licence numbers of the account; the total may be a setting. */
export interface KnownLicences {
  total: number | null;
  /** null: counted from the devices. */
  used: number | null;
}

/** Licences on one day of the forecast, if no device is activated, renewed or added. */
export interface LicenceDay {
  day: string;
  /** Devices that expire on this day. */
  expiring: number;
  used: number;
  /** null if the total is not known; negative if more are in use than exist. */
  free: number | null;
}

/** Licences used and free, one entry per day: today and the following `days` days. */
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
    // A device still in use after its date is counted as expiring today.
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

/** A device that will expire soon, with the threshold it has reached. */
export interface ExpiryWarning {
  deviceId: string;
  day: string;
  daysLeft: number;
  /** The smallest threshold that applies, in days. */
  threshold: number;
}

export interface WarningsDue {
  /** Soonest first. */
  warnings: ExpiryWarning[];
  /** Warnings to remember, so that none is repeated. */
  keys: string[];
}

/**
 * The warnings to show now: once per device, expiration day and threshold. If several thresholds
 * passed while the app was closed, only the nearest is shown. A new date warns again.
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

/** The forecast of messages sent today. */
export interface LimitForecast {
  outlook: 'reached' | 'willReach' | 'within';
  /** The number expected by the end of the day at the current rate. */
  projected: number;
  /** The part of the day (0 to 1) at which the limit is reached; null if it is not. */
  reachedAt: number | null;
}

/** Before this part of the day a rate is meaningless: one message at 00:05 is no trend. */
const shortestSample = 1 / 24;

/**
 * Whether a device reaches its daily limit today at the current rate (section 3). null if unknown:
 * no limit, no counter, or too early in the day.
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
