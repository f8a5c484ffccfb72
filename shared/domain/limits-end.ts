import { dayInZone, isCalendarDay, plusDays, startOfDayInZone } from './calendar';
import { knownLimit, knownMember, sentCount, type LimitName } from './device-limits';
import { limitsDate, type DatedDevice, type ExpiryDate } from './expiry';
import { valueOf, type Known } from './known';
import type { LimitsEdit } from './edit';
import type { Limits } from './limit';

/**
 * When the limits of a device end (specification section 2.3): on their date while Expires is on,
 * whatever the service does to the device itself on that date. null: never, or not known.
 */
export function limitsEnd(device: DatedDevice, timeZone: string): ExpiryDate | null {
  return device.limits === null ? null : limitsDate(device, timeZone);
}

/** The day on which the limits of a device ended; null: they have not, as far as is known. */
export function limitsEndedOn(device: DatedDevice, timeZone: string, now: number): string | null {
  const end = limitsEnd(device, timeZone);
  return end !== null && end.at <= now ? end.day : null;
}

/** What is known of the daily limit that holds at present; null in it: none, also after the end. */
export function limitInForce(
  device: DatedDevice,
  name: LimitName,
  timeZone: string,
  now: number,
): Known<number | null> {
  const known = knownLimit(device, name);
  if (known.is !== 'value' || limitsEndedOn(device, timeZone, now) === null) return known;
  return { ...known, value: null };
}

export const counterOf = {
  dailyEmailLimit: 'emailsSentToday',
  dailySmsLimit: 'smsSentToday',
} as const satisfies Record<LimitName, keyof Limits>;

/**
 * The daily limit that holds back the next message, after `more` messages that the counter does not
 * contain yet; null: none does, or that is not known.
 */
export function reachedLimit(
  device: DatedDevice,
  name: LimitName,
  timeZone: string,
  now: number,
  more = 0,
): number | null {
  const limit = valueOf(limitInForce(device, name, timeZone, now));
  if (limit === null || limit === 0) return limit;
  const sent = valueOf(sentCount(device, counterOf[name], timeZone, now));
  if (sent === null || sent.daysAgo === null) return null;
  // The counter of a past day starts again.
  return (sent.daysAgo === 0 ? sent.count : 0) + more >= limit ? limit : null;
}

/**
 * Until when a device is over a daily limit: the end of the day on which a count above the limit was
 * received, or of the limits. null: it is not, or the service did not send both the limit and the count.
 */
export function overLimitUntil(device: DatedDevice, timeZone: string): number | null {
  const { receivedAt } = device;
  if (receivedAt === null || receivedAt === undefined) return null;
  const isOver = (Object.keys(counterOf) as LimitName[]).some((name) => {
    const limit = valueOf(knownLimit(device, name));
    const sent = valueOf(knownMember(device, counterOf[name]));
    return limit !== null && sent !== null && sent > limit;
  });
  // Few devices are: the days are computed for them only.
  if (!isOver || limitsEndedOn(device, timeZone, receivedAt) !== null) return null;
  const dayEnd = startOfDayInZone(plusDays(dayInZone(receivedAt, timeZone), 1), timeZone);
  return Math.min(dayEnd, limitsEnd(device, timeZone)?.at ?? Infinity);
}

/**
 * The date by which an edit makes a device expire at once, because it has been reached; null: it does
 * not.
 */
export function expiresAtOnce(
  edit: LimitsEdit,
  current: Limits | null,
  timeZone: string,
  now: number,
): string | null {
  if (edit.expires === undefined && edit.expirationDate === undefined) return null;
  const at = current?.expirationAt ?? null;
  const present = at === null ? (current?.expirationDate ?? null) : dayInZone(at, timeZone);
  const day = edit.expirationDate === undefined ? present : edit.expirationDate;
  const isOn = edit.expires ?? current?.expires ?? false;
  if (!isOn || day === null || !isCalendarDay(day)) return null;
  return day <= dayInZone(now, timeZone) ? day : null;
}

export const expiresAtOnceText = (day: string) =>
  `The date ${day} has been reached: once this is saved, the device expires, its licence is released and its limits no longer hold. Some services end only the device, or only its limits.`;
