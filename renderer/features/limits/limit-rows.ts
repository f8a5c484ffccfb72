import { deviceLabel, type Device } from '#shared/domain/device';
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
import type { Format } from '#lib/format';
import type { SortValue } from '#lib/in-order';
import type { ListFilter } from '#ui/use-list';

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
  /** The day on which its limits ended; null: they have not. */
  endedOn: string | null;
  email: Sending;
  sms: Sending;
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
      endedOn,
      email: sending(device, 'emailsSentToday', 'dailyEmailLimit', hasEnded),
      sms: sending(device, 'smsSentToday', 'dailySmsLimit', hasEnded),
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

/** Whether the service still lists the device. */
export const isListed = ({ device }: LimitRow): boolean => device.unlistedAt === null;

/** The filters; of the devices no longer listed only unsaved edits are found beside them. */
export const limitFilters = (
  isChanged: (id: string) => boolean,
  format: Format,
): ListFilter<LimitRow>[] => [
  willReachFilter(format),
  {
    id: 'reached',
    word: format.t('limits.filter.reached'),
    passes: hasReached,
    isAlwaysOffered: true,
  },
  {
    id: 'changed',
    word: format.t('limits.filter.changed'),
    passes: ({ id }) => isChanged(id),
    isAlwaysOffered: true,
  },
  { id: 'unlisted', word: format.t('limits.filter.unlisted'), passes: isUnlisted, isApart: true },
];

const isUnlisted = (row: LimitRow) => !isListed(row);
const willReach = (row: LimitRow) => isListed(row) && outlookOf(row) === 'willReach';
/** The devices that will reach a limit before the day of the account ends. */
export const willReachFilter = ({ t }: Format): ListFilter<LimitRow> => ({
  id: 'willReach',
  word: t('limits.filter.willReach'),
  passes: willReach,
  isAlwaysOffered: true,
});
const hasReached = (row: LimitRow) => isListed(row) && outlookOf(row) === 'reached';

/** The value by which a column is sorted. */
export const limitSortValues: Record<
  'name' | 'emailLimit' | 'emailSent' | 'smsLimit' | 'smsSent' | 'outlook',
  (row: LimitRow) => SortValue
> = {
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

/** "e-mail limit at about 16:40"; null if there is nothing to report. */
export function outlookText(
  { inForce, forecast, reachedAt }: Sending,
  which: 'email' | 'sms',
  now: number,
  format: Format,
): string | null {
  const { t } = format;
  if (valueOf(inForce) === 0) return t(`limits.outlook.${which}.off`);
  if (forecast?.outlook === 'reached') return t(`limits.outlook.${which}.reached`);
  if (reachedAt === null) return null;
  const time = format.time(reachedAt);
  return reachedAt > now
    ? t(`limits.outlook.${which}.willReach`, { time })
    : t(`limits.outlook.${which}.mayHaveReached`, { time });
}
