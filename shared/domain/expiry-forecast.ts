import { dayInZone, daysBetween, plusDays } from './calendar';
import { expiryOf, type ExpiringDevice } from './expiry';
import { valueOf } from './known';

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
  const expiring = new Map<string, number>();
  let inUse = 0;
  for (const device of devices) {
    if (device.unlistedAt !== null) continue;
    const { state, date } = expiryOf(device, timeZone, now);
    if (state === 'expired') continue;
    inUse += 1;
    const expiry = valueOf(date);
    // It is not known when a device that is active after its date expires.
    if (expiry === null || expiry.at <= now) continue;
    expiring.set(expiry.day, (expiring.get(expiry.day) ?? 0) + 1);
  }
  const total = licences?.total ?? null;
  let used = licences?.used ?? inUse;
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
  /** By day: many devices expire on the same one. */
  const daysLeft = new Map<string, number>();
  const daysUntil = (day: string) => {
    const known = daysLeft.get(day) ?? daysBetween(today, day);
    daysLeft.set(day, known);
    return known;
  };
  for (const device of devices) {
    if (device.unlistedAt !== null) continue;
    const { state, date } = expiryOf(device, timeZone, now);
    const expiry = valueOf(date);
    if (expiry === null || state === 'expired') continue;
    const { day } = expiry;
    const left = expiry.at <= now ? -1 : daysUntil(day);
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
