import { dayInZone, daysBetween } from './calendar';
import type { Device } from './device';
import { knownOf, mapKnown, type Known } from './known';
import type { Limits } from './limit';

export type LimitedDevice = Pick<Device, 'limits' | 'gaps' | 'receivedAt'>;

/** What is known of the limits and counters of a device as a whole. */
export function knownLimits(device: LimitedDevice): Known<Limits> {
  const known = knownOf(device, 'limits', device.receivedAt ?? null);
  if (known.is !== 'value') return known;
  const { value } = known;
  return value === null ? { is: 'notProvided', asOf: known.asOf } : { ...known, value };
}

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
export function knownMember<F extends LimitName | CounterName>(
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
