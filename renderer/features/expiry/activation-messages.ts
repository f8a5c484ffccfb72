import type { Device } from '#shared/domain/device';
import { dayText } from '#shared/domain/calendar';
import { expiryOf } from '#shared/domain/expiry';
import { valueOf } from '#shared/domain/known';

/**
 * What an activation made of a date that had been reached; null: there was none. Services differ: they
 * switch Expires off and keep the date stored, keep both, or state no date any more.
 */
export type PassedDate = { is: 'switchedOff' | 'kept' | 'gone'; day: string } | null;

export function passedDateAfter(
  before: Device,
  after: Device,
  zone: string,
  now: number,
): PassedDate {
  const was = valueOf(expiryOf(before, zone, now).date);
  if (was === null || was.at > now) return null;
  const { day } = was;
  const date = valueOf(expiryOf(after, zone, now).date);
  if (date !== null) return date.at <= now ? { is: 'kept', day } : null;
  return { is: after.limits?.expires === false ? 'switchedOff' : 'gone', day };
}

/** Whether the date of a device has been reached, so that an activation alone may not suffice. */
export function isPastDate(device: Device, zone: string, now: number): boolean {
  const date = valueOf(expiryOf(device, zone, now).date);
  return date !== null && date.at <= now;
}

const passedDateMessages = {
  switchedOff: (day: string) => `Activated. Expires was switched off, its date was ${day}.`,
  kept: (day: string) => `Activated. Expires is still on, and its date ${day} has passed.`,
  gone: (day: string) =>
    `Activated. The service states no expiration date any more, it was ${day}.`,
};

export const passedDateText = ({ is, day }: NonNullable<PassedDate>) =>
  passedDateMessages[is](dayText(day));
