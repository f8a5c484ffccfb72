import { deviceLabel, type Device, knownLimits } from '#shared/domain/device';
import {
  knownLimit,
  limitForecast,
  sentCount,
  type CounterName,
  type DayCount,
  type LimitForecast,
  type LimitName,
  limitsEndedOn,
} from '#shared/domain/device-limits';
import { dayFractionInZone, dayInZone, plusDays, startOfDayInZone } from '#shared/domain/calendar';
import { valueOf, type Known } from '#shared/domain/known';
import { fold } from '#shared/domain/text';
import { nameSearch } from '#lib/search-rank';
import { inOrder, type Sort, type SortValue } from '#lib/in-order';

/** One kind of message of one device: the daily limit, and how many were sent on which day. */
export interface Sending {
  /** As set at the service; null in it: the service states that there is no limit. */
  limit: Known<number | null>;
  /** The same, but none once the limits have ended. */
  inForce: Known<number | null>;
  sent: Known<DayCount>;
  /** Of today only: counters of a past day give none. */
  forecast: LimitForecast | null;
  /** When the limit is reached at the rate of today, epoch milliseconds; null if not today. */
  reachedAt: number | null;
}

export interface LimitRow {
  id: string;
  label: string;
  device: Device;
  /** False if the service sends no limits for this device, or none that are understood. */
  isProvided: boolean;
  /** The day on which its limits ended; null: they have not. */
  endedOn: string | null;
  email: Sending;
  sms: Sending;
  /** The searched text. */
  text: string;
}

/** `timeZone` is the account's: the counters start again on its days. */
export function limitRows(devices: readonly Device[], now: number, timeZone: string): LimitRow[] {
  const today = dayInZone(now, timeZone);
  const start = startOfDayInZone(today, timeZone);
  const length = startOfDayInZone(plusDays(today, 1), timeZone) - start;
  const sending = (
    device: Device,
    counter: CounterName,
    name: LimitName,
    hasEnded: boolean,
  ): Sending => {
    const limit = knownLimit(device, name);
    const inForce = hasEnded && limit.is === 'value' ? { ...limit, value: null } : limit;
    const sent = sentCount(device, counter, timeZone, now);
    const count = valueOf(sent);
    // The rate is that of the time at which the counter was received.
    const fraction = dayFractionInZone(device.receivedAt ?? now, timeZone);
    const forecast =
      count?.daysAgo === 0 ? limitForecast(count.count, valueOf(inForce), fraction) : null;
    const at = forecast?.reachedAt ?? null;
    return { sent, limit, inForce, forecast, reachedAt: at === null ? null : start + at * length };
  };
  return devices.map((device) => {
    const label = deviceLabel(device);
    const endedOn = limitsEndedOn(device, timeZone, now);
    const hasEnded = endedOn !== null;
    return {
      id: device.id,
      label,
      device,
      isProvided: knownLimits(device).is === 'value',
      endedOn,
      email: sending(device, 'emailsSentToday', 'dailyEmailLimit', hasEnded),
      sms: sending(device, 'smsSentToday', 'dailySmsLimit', hasEnded),
      text: fold(`${label} ${device.id} ${device.description ?? ''} ${device.phone ?? ''}`),
    };
  });
}

export type Outlook = 'reached' | 'willReach' | 'within' | null;

/** The worse of the two outlooks; null if neither is known. */
export function outlookOf({ email, sms }: Pick<LimitRow, 'email' | 'sms'>): Outlook {
  // A limit of 0 turns messages off; it counts as not reached.
  const both = [email, sms].map(({ inForce, forecast }) =>
    valueOf(inForce) === 0 ? null : forecast?.outlook,
  );
  return (['reached', 'willReach', 'within'] as const).find((each) => both.includes(each)) ?? null;
}

export const limitFilters = ['all', 'willHit', 'reached', 'changed', 'unlisted'] as const;
export type LimitFilter = (typeof limitFilters)[number];

/** The number of rows of each filter; of the devices no longer listed only edits count beside them. */
export function filterCounts(
  rows: readonly LimitRow[],
  isChanged: (id: string) => boolean,
): Record<LimitFilter, number> {
  const counts = { all: 0, willHit: 0, reached: 0, changed: 0, unlisted: 0 };
  for (const row of rows) {
    if (isChanged(row.id)) counts.changed += 1;
    if (isUnlisted(row)) {
      counts.unlisted += 1;
      continue;
    }
    counts.all += 1;
    const outlook = outlookOf(row);
    if (outlook === 'willReach') counts.willHit += 1;
    if (outlook === 'reached') counts.reached += 1;
  }
  return counts;
}

const isUnlisted = ({ device }: LimitRow): boolean => device.unlistedAt !== null;

export const limitSorts = [
  'name',
  'emailLimit',
  'emailSent',
  'smsLimit',
  'smsSent',
  'outlook',
] as const;
export type LimitSort = (typeof limitSorts)[number];

export interface LimitQuery {
  search: string;
  filter: LimitFilter;
  sort: Sort<LimitSort>;
}

/** The rows that match, sorted. Unknown values come last in both directions. */
export function findLimitRows(
  rows: readonly LimitRow[],
  query: LimitQuery,
  isChanged: (id: string) => boolean,
): LimitRow[] {
  const { words } = nameSearch(query.search);
  const matches = (row: LimitRow) => {
    if (query.filter === 'changed' && !isChanged(row.id)) return false;
    if (query.filter !== 'changed' && isUnlisted(row) !== (query.filter === 'unlisted'))
      return false;
    if (query.filter === 'willHit' && outlookOf(row) !== 'willReach') return false;
    if (query.filter === 'reached' && outlookOf(row) !== 'reached') return false;
    return words.every((word) => row.text.includes(word));
  };
  const { column, descending } = query.sort;
  return inOrder(rows.filter(matches), sortValues[column], ({ label }) => label, descending);
}

const sortValues: Record<LimitSort, (row: LimitRow) => SortValue> = {
  name: ({ label }) => label,
  emailLimit: ({ email }) => valueOf(email.limit),
  emailSent: ({ email }) => valueOf(email.sent)?.count ?? null,
  smsLimit: ({ sms }) => valueOf(sms.limit),
  smsSent: ({ sms }) => valueOf(sms.sent)?.count ?? null,
  // The larger of the two projected shares of the limit.
  outlook: ({ email, sms }) => {
    const shares = [email, sms].flatMap(({ forecast, inForce }) => {
      const limit = valueOf(inForce);
      return forecast && limit !== null && limit > 0 ? [forecast.projected / limit] : [];
    });
    return shares.length === 0 ? null : Math.max(...shares);
  },
};
