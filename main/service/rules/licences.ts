import type { DemoRow, DeviceRow } from '../store';
import { dayOf, startOfDay } from './calendar';

/** The moment a device's limits expire: the start of the expiration date where the account lives. */
export function expiresAt(device: DeviceRow, timeZone: string): number | null {
  const { expires, expirationDate } = device.limits;
  return expires && expirationDate ? startOfDay(expirationDate, timeZone) : null;
}

/** An expired demo device stops reporting. */
function silenced(demo: DemoRow | null, since: number): DemoRow | null {
  return demo && { ...demo, silentSince: Math.min(demo.silentSince ?? since, since) };
}

/**
 * The device at `now` (section 3): expired once its date is reached, counters reset on a new day.
 * Returns the same object if nothing changed.
 */
export function settled(device: DeviceRow, now: number, timeZone: string): DeviceRow {
  const expiry = expiresAt(device, timeZone);
  const hasExpired = device.isActive && expiry !== null && expiry <= now;
  const today = dayOf(now, timeZone);
  const isNewDay = device.counters.day !== today;
  if (!hasExpired && !isNewDay) return device;
  return {
    ...device,
    isActive: device.isActive && !hasExpired,
    demo: hasExpired ? silenced(device.demo, expiry) : device.demo,
    counters: isNewDay ? { day: today, emails: 0, sms: 0 } : device.counters,
  };
}

/** Devices that count as a used licence. */
export function usedLicences(devices: readonly DeviceRow[]): number {
  return devices.reduce((count, device) => count + (device.isActive ? 1 : 0), 0);
}

/**
 * The device after an activation. With a date in the past it would expire again immediately, so the
 * Expires switch is turned off unless a later date was given.
 */
export function activated(device: DeviceRow, now: number, timeZone: string): DeviceRow {
  const expiry = expiresAt(device, timeZone);
  const isSpent = expiry !== null && expiry <= now;
  return {
    ...device,
    isActive: true,
    demo: device.demo && { ...device.demo, silentSince: null },
    limits: isSpent ? { ...device.limits, expires: false, expirationDate: null } : device.limits,
  };
}
