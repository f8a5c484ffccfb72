import { dayInZone, daysBetween, isCalendarDay, plusDays, startOfDayInZone } from './calendar';
import { knownLimits, type LimitedDevice, type Limits } from './device';
import { knownOf, mapKnown, type Known, valueOf } from './known';
import { limitsDate, type DatedDevice, type ExpiryDate } from './expiry';
import type { LimitsEdit } from './edit';

export type LimitName = 'dailyEmailLimit' | 'dailySmsLimit';

/** What is known of a daily limit; null: the service states that there is none. */
export function knownLimit(device: LimitedDevice, name: LimitName): Known<number | null> {
  return knownMember(device, name);
}

export type CounterName = 'emailsSentToday' | 'smsSentToday';

/** How many messages a device sent on one day of the account. */
export interface DayCount {
  count: number;
  /** The day `YYYY-MM-DD` on which the count was received; null if that was not recorded. */
  day: string | null;
  /** 0 is today, 1 yesterday; null if the day is not known. */
  daysAgo: number | null;
}

/**
 * What is known of a counter of messages sent. The service counts "today", so a count belongs to the
 * account's day on which it was received: on the next morning it is the count of yesterday.
 */
export function sentCount(
  device: LimitedDevice,
  name: CounterName,
  timeZone: string,
  now: number,
): Known<DayCount> {
  const known = knownMember(device, name);
  if (known.is === 'value' && known.value === null) return { is: 'notProvided', asOf: known.asOf };
  return mapKnown(known, (count) => dayCount(count ?? 0, device.receivedAt, timeZone, now));
}

function dayCount(
  count: number,
  receivedAt: number | null | undefined,
  timeZone: string,
  now: number,
): DayCount {
  if (receivedAt === null || receivedAt === undefined) return { count, day: null, daysAgo: null };
  const day = dayInZone(receivedAt, timeZone);
  return { count, day, daysAgo: daysBetween(day, dayInZone(now, timeZone)) };
}

/** What is known of a limit or counter as it was received. */
function knownMember<F extends LimitName | CounterName>(
  device: LimitedDevice,
  field: F,
): Known<Limits[F]> {
  const limits = knownLimits(device);
  return limits.is === 'value' ? knownOf(limits.value, field, limits.asOf) : limits;
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
 * Whether a device reaches its daily limit today at the current rate (section 3). `dayFraction` is
 * the part of the day that had passed when the counter was received. null if unknown: no limit, no
 * counter of today, or too early in the day.
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

const counterOf = {
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
