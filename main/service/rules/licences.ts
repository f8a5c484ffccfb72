import type { Quirks } from '../quirks';
import type { DemoRow, DeviceRow } from '../store';
import { dayOf, startOfDay } from './calendar';

/** What the expiration date of a device ends. */
export type ExpiryEnds = Quirks['expiryEnds'];

/** The moment of expiry: the start of the expiration date in the account's time zone. */
export function expiresAt(device: DeviceRow, timeZone: string): number | null {
  const { expires, expirationDate } = device.limits;
  return expires && expirationDate ? startOfDay(expirationDate, timeZone) : null;
}

/** An expired demo device stops reporting. */
function silenced(demo: DemoRow | null, since: number): DemoRow | null {
  return demo && { ...demo, silentSince: Math.min(demo.silentSince ?? since, since) };
}

/** Whether the expiration date of a device has been reached while Expires is on. */
export function isPastExpiry(device: DeviceRow, now: number, timeZone: string): boolean {
  const expiry = expiresAt(device, timeZone);
  return expiry !== null && expiry <= now;
}

/**
 * The device at `now` (sections 2.3 and 3): it and its limits expired once the date is reached; counters
 * reset on a new day. Returns the same object if nothing changed.
 */
export function settled(
  device: DeviceRow,
  now: number,
  timeZone: string,
  expiryEnds: ExpiryEnds = 'both',
): DeviceRow {
  const expiry = expiresAt(device, timeZone);
  const isPast = expiry !== null && expiry <= now;
  const isKept = device.keptDate === device.limits.expirationDate;
  const hasExpired = device.isActive && isPast && !isKept && expiryEnds !== 'limits';
  const areLimitsExpired = isPast && expiryEnds !== 'device';
  const today = dayOf(now, timeZone);
  // A day never begins again for an instance whose clock is behind.
  const isNewDay = today > device.counters.day;
  const isSame = areLimitsExpired === (device.areLimitsExpired ?? false);
  if (!hasExpired && !isNewDay && isSame) return device;
  return {
    ...device,
    isActive: device.isActive && !hasExpired,
    areLimitsExpired,
    demo: hasExpired ? silenced(device.demo, expiry) : device.demo,
    counters: isNewDay ? { day: today, emails: 0, sms: 0 } : device.counters,
  };
}

/** Later than every day. */
export const noEnd = '9999-99-99';

/** The day that ends the licence of a device where dates end devices; null: it uses none. */
export function licenceEnd({ isActive, limits, keptDate }: DeviceRow): string | null {
  if (!isActive) return null;
  const { expires, expirationDate } = limits;
  return expires && expirationDate !== null && expirationDate !== keptDate ? expirationDate : noEnd;
}

/** The device after an activation; its settings do not change. */
export function activated(device: DeviceRow): DeviceRow {
  return {
    ...device,
    isActive: true,
    demo: device.demo && { ...device.demo, silentSince: null },
  };
}
