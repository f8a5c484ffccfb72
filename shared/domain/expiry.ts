// Why it is so: docs/decisions/0076-expiry-and-validity.md
import {
  dayInZone,
  dayMs,
  daysBetween,
  isCalendarDay,
  lastDay,
  startOfDayInZone,
} from './calendar';
import { type Device, type Limits, knownLimits } from './device';
import type { LimitsEdit } from './edit';
import { knownMoment, knownOf, mapKnown, valueOf, type Known, type MomentOrDay } from './known';
import { message, type Message } from '../i18n/translate';

/** Validation errors of the limits form, by field; each message says what to do. */
export type LimitsProblems = Partial<Record<keyof LimitsEdit, Message>>;

/** The rules of section 2.3 for the current form: `edit` on top of `current`. */
export function checkLimits(edit: LimitsEdit, current: Limits | null): LimitsProblems {
  const problems: LimitsProblems = {};
  const expires = edit.expires ?? current?.expires ?? false;
  const day =
    edit.expirationDate === undefined ? (current?.expirationDate ?? null) : edit.expirationDate;
  if (day !== null && day !== '' && !isCalendarDay(day)) {
    problems.expirationDate = message('fields.problem.noSuchDate');
  } else if (expires && (day === null || day === '')) {
    problems.expirationDate = message('fields.problem.noDate');
  }
  for (const field of ['dailyEmailLimit', 'dailySmsLimit'] as const) {
    const limit = edit[field];
    if (limit === undefined || limit === null) continue;
    if (!Number.isSafeInteger(limit) || limit < 0) {
      problems[field] = message('fields.problem.limit');
    }
  }
  return problems;
}

export type ExpiringDevice = Pick<
  Device,
  'id' | 'expiresAt' | 'limits' | 'isActive' | 'unlistedAt' | 'receivedAt' | 'gaps'
>;

export type DatedDevice = Pick<Device, 'expiresAt' | 'limits' | 'gaps' | 'receivedAt'>;

export interface ExpiryDate {
  /** The calendar day `YYYY-MM-DD` in the time zone of the account. */
  day: string;
  /** The moment: as stated, or the start of the day if the service states a day (section 3). */
  at: number;
  /** True if the service states a day without a time. */
  isDay: boolean;
  /** The member that states it: `expires` of the device, or the expiration date of its limits. */
  from: 'expires' | 'expirationDate';
}

/** Parts of a record that contradict each other. */
export type ExpiryContradiction =
  /** The service says active, although the date has passed. */
  | { kind: 'activeAfterDate' }
  /** The service says not active, although the date has not been reached. */
  | { kind: 'inactiveBeforeDate' }
  /** The service says not active and states that there is no date. */
  | { kind: 'inactiveWithoutDate' }
  /** The limits have another date, on which possibly only the limits end (section 2.3). */
  | { kind: 'twoDates'; limitsDate: ExpiryDate }
  /** The device states no expiry, but its limits have a date. */
  | { kind: 'onlyLimitsDate' }
  /** The device states a date, but its Expires switch is off. */
  | { kind: 'switchedOff' };

/**
 * Whether only the day of a date is shown: it has no other time, or its moment is on another day in
 * `timeZone`, as the service counts days in a zone that it does not state.
 */
export function isShownAsDay({ day, at, isDay }: ExpiryDate, timeZone: string): boolean {
  return isDay || dayInZone(at, timeZone) !== day || at === startOfDayInZone(day, timeZone);
}

/** What is known of the expiry of a device. */
export interface Expiry {
  state: 'active' | 'expired' | 'unknown';
  /** What decides the state: `active` of the service, its date, or its statement of no date. */
  statedBy: 'active' | 'date' | 'noDate' | null;
  /** The date that counts; null in it: the service states that there is none. */
  date: Known<ExpiryDate | null>;
  /** False for a device that expired by its date after the service last stated its record. */
  isConfirmed: boolean;
  contradictions: ExpiryContradiction[];
}

/**
 * Whether and when a device expires: the one rule, also for the map, whose columns are computed
 * with it. `active` of the service counts before the date. But a record that was received before
 * the date says nothing about the time after it: a device stated active then has expired since.
 */
export function expiryOf(device: ExpiringDevice, timeZone: string, now: number): Expiry {
  const dates = statedDates(device);
  const date = mapKnown(dates.date, (known) => known && dateOf(known, dates.day, timeZone));
  const contradictions = contradictionsOf(dates, timeZone);
  const expiresAt = valueOf(date)?.at ?? null;
  const isStated = date.is === 'value';
  const from = expiredFrom(device.isActive, expiresAt, device.receivedAt ?? null);
  const isExpired = from !== null && from <= now;
  const isPast = expiresAt !== null && expiresAt <= now;
  if (device.isActive === true && isPast && !isExpired) {
    contradictions.push({ kind: 'activeAfterDate' });
  }
  if (device.isActive === false && expiresAt !== null && !isPast) {
    contradictions.push({ kind: 'inactiveBeforeDate' });
  }
  if (device.isActive === false && isStated && expiresAt === null) {
    contradictions.push({ kind: 'inactiveWithoutDate' });
  }
  const hasStatus = typeof device.isActive === 'boolean';
  const isByStatus = hasStatus && !(isExpired && device.isActive === true);
  const byDate = !isStated ? null : expiresAt === null ? 'noDate' : 'date';
  return {
    state: isExpired ? 'expired' : hasStatus || isStated ? 'active' : 'unknown',
    statedBy: isByStatus ? 'active' : byDate,
    date,
    isConfirmed: isByStatus || !isExpired || (device.receivedAt ?? -Infinity) >= (from ?? 0),
    contradictions,
  };
}

function contradictionsOf(dates: StatedDates, timeZone: string): ExpiryContradiction[] {
  const { contradiction: kind, limitsDate: stated } = dates;
  if (kind === null) return [];
  if (kind !== 'twoDates') return [{ kind }];
  if (stated === null) return [];
  return [{ kind, limitsDate: dateOf({ stated, from: 'expirationDate' }, null, timeZone) }];
}

/** Stands for a device that the service says is not active: it has expired, whatever the time. */
const always = 0;

/** From when on a device is expired, in epoch milliseconds; null: never. */
function expiredFrom(
  isActive: boolean | null | undefined,
  expiresAt: number | null,
  receivedAt: number | null,
): number | null {
  if (isActive === false) return always;
  const isStatedAfterDate = receivedAt !== null && expiresAt !== null && receivedAt >= expiresAt;
  return isActive === true && isStatedAfterDate ? null : expiresAt;
}

/**
 * The expiry of a device for the columns of the fleet: the moment for display (Infinity: stated to
 * have none, -Infinity: not understood, NaN: not provided), and from when on it is expired (NaN:
 * never).
 */
export function expiryColumns(
  device: ExpiringDevice,
  timeZone: string,
): { expiresAt: number; expiredFrom: number } {
  const { date, day } = statedDates(device);
  const known = valueOf(date);
  const expiresAt = known && momentOf(known.stated, timeZone);
  const from = expiredFrom(device.isActive, expiresAt, device.receivedAt ?? null);
  const start = day === null ? null : startOf(day, timeZone);
  // The table shows the day of this moment; it must be the day that was set. Most moments are its start.
  const isOtherDay =
    expiresAt !== null &&
    expiresAt !== start &&
    start !== null &&
    dayInZone(expiresAt, timeZone) !== day;
  const shown = isOtherDay ? start : expiresAt;
  return {
    expiresAt:
      date.is === 'value'
        ? (shown ?? Number.POSITIVE_INFINITY)
        : date.is === 'notUnderstood'
          ? Number.NEGATIVE_INFINITY
          : Number.NaN,
    expiredFrom: from ?? Number.NaN,
  };
}

interface Stated {
  stated: MomentOrDay;
  from: ExpiryDate['from'];
}

/** What the record states as its date, and contradictions between its dates. */
interface StatedDates {
  /** null in it: the service states that there is none. */
  date: Known<Stated | null>;
  /** The day that was set, if `date` is a moment of that day. */
  day: string | null;
  contradiction: 'twoDates' | 'switchedOff' | 'onlyLimitsDate' | null;
  limitsDate: MomentOrDay | null;
}

function statedDates(device: DatedDevice): StatedDates {
  const own = mapKnown(knownMoment(device, 'expiresAt', device.receivedAt ?? null), (stated) =>
    isLastDay(stated) ? null : stated,
  );
  const limits = statedLimitsDate(device);
  const [ownDate, date] = [valueOf(own), valueOf(limits)];
  const ofOwn = mapKnown(own, (stated) => stated && { stated, from: 'expires' as const });
  const ofLimits = mapKnown(
    limits,
    (stated) => stated && { stated, from: 'expirationDate' as const },
  );
  const result = { day: null, contradiction: null, limitsDate: date };
  if (ownDate && date) {
    if (!isSameDate(ownDate, date)) return { ...result, date: ofOwn, contradiction: 'twoDates' };
    return { ...result, date: ofOwn, day: 'day' in date ? date.day : null };
  }
  if (ownDate) {
    const isOff = device.limits?.expires === false;
    return { ...result, date: ofOwn, contradiction: isOff ? 'switchedOff' : null };
  }
  if (date) {
    const isNone = own.is === 'value';
    return { ...result, date: ofLimits, contradiction: isNone ? 'onlyLimitsDate' : null };
  }
  const gaps = [ofOwn, ofLimits];
  const found =
    gaps.find(({ is }) => is === 'notUnderstood') ?? gaps.find(({ is }) => is === 'value');
  return { ...result, date: found ?? ofOwn };
}

/** The date that counts, in the time zone of the account. */
function statedDate(device: DatedDevice, timeZone: string): Known<ExpiryDate | null> {
  const { date, day } = statedDates(device);
  return mapKnown(date, (known) => known && dateOf(known, day, timeZone));
}

/**
 * The date on which the limits of a device end: their own, else that of the device. null: none, or not
 * known.
 */
export function limitsDate(device: DatedDevice, timeZone: string): ExpiryDate | null {
  const own = statedLimitsDate(device);
  const stated = valueOf(own);
  if (stated !== null) return dateOf({ stated, from: 'expirationDate' }, null, timeZone);
  return own.is === 'notProvided' ? valueOf(statedDate(device, timeZone)) : null;
}

/** The expiration date among the limits; null: Expires is off, so it does not count. */
function statedLimitsDate(device: DatedDevice): Known<MomentOrDay | null> {
  const known = knownLimits(device);
  if (known.is !== 'value') return known;
  const { value: limits, asOf } = known;
  if (limits.expires === false) return { is: 'value', value: null, asOf };
  const at = limits.expirationAt ?? null;
  if (at !== null) return { is: 'value', value: { at }, asOf };
  const day = knownOf(limits, 'expirationDate', asOf);
  // Expires requires a date, so "none" is no statement while it is on.
  const isMissing = day.is === 'value' && day.value === null && limits.expires === true;
  if (isMissing) return { is: 'notProvided', asOf };
  return mapKnown(day, (value) => (value === null || value === lastDay ? null : { day: value }));
}

/** The last day of all calendars stands for "never". */
const isLastDay = (stated: MomentOrDay | null): boolean =>
  stated !== null && 'day' in stated && stated.day === lastDay;

function dateOf({ stated, from }: Stated, day: string | null, timeZone: string): ExpiryDate {
  const at = momentOf(stated, timeZone);
  if ('day' in stated) return { day: stated.day, at, isDay: true, from };
  return { day: day ?? dayInZone(at, timeZone), at, isDay: false, from };
}

/** A day begins in the time zone of the account. */
const momentOf = (stated: MomentOrDay, timeZone: string): number =>
  'day' in stated ? startOf(stated.day, timeZone) : stated.at;

/**
 * Whether two dates are one: the same day, or a moment that is within the day in some time zone, as
 * the service may use another one than this computer.
 */
function isSameDate(a: MomentOrDay, b: MomentOrDay): boolean {
  if ('day' in a) return 'day' in b ? a.day === b.day : isWithinDay(b.at, a.day);
  return 'at' in b ? Math.abs(a.at - b.at) < 24 * hourMs : isWithinDay(a.at, b.day);
}

/** Whether a moment is on a day in some time zone. */
function isWithinDay(at: number, day: string): boolean {
  const hours = (at - Date.parse(`${day}T00:00:00Z`)) / hourMs;
  return hours >= -14 && hours <= 36;
}

const hourMs = 3_600_000;
const starts = new Map<string, number>();
const mostStarts = 10_000;

/** The start of a day; whole fleets expire on few days. */
function startOf(day: string, timeZone: string): number {
  const key = `${day} ${timeZone}`;
  let start = starts.get(key);
  if (start === undefined) {
    start = startOfDayInZone(day, timeZone);
    if (starts.size >= mostStarts) starts.clear();
    starts.set(key, start);
  }
  return start;
}

/**
 * The calendar day on which a device expires; null: none, or not known. `lastDay` where the service
 * writes it for "never".
 */
export function expiryDay(device: DatedDevice, timeZone: string): string | null {
  const known = statedDate(device, timeZone);
  if (known.is !== 'value' || known.value) return valueOf(known)?.day ?? null;
  const { gaps, limits } = device;
  const ofLimits = limits?.expires === false ? null : limits?.expirationDate;
  return [gaps?.days?.['expiresAt'], ofLimits].includes(lastDay) ? lastDay : null;
}

export function isExpired(device: ExpiringDevice, now: number, timeZone: string): boolean {
  return expiryOf(device, timeZone, now).state === 'expired';
}

/**
 * Days until a device expires: 1 is tomorrow, 0 today, negative in the past. null: it does not
 * expire, or that is not known.
 */
export function daysLeft(device: DatedDevice, now: number, timeZone: string): number | null {
  const day = valueOf(statedDate(device, timeZone))?.day ?? null;
  return day === null ? null : daysBetween(dayInZone(now, timeZone), day);
}

export const expiryBands = [
  'expired',
  'pastDate',
  'day',
  'week',
  'month',
  'twoMonths',
  'later',
  'none',
  'notProvided',
  'notUnderstood',
] as const;
export type ExpiryBand = (typeof expiryBands)[number];

/**
 * The band of the expiry board: expired, active after its date, today or tomorrow, in 2 to 7, 8 to 30
 * or 31 to 60 days, later, stated to have no expiry, or a date that is not known.
 */
export function bandOf({ state, date }: Expiry, now: number, timeZone: string): ExpiryBand {
  if (state === 'expired') return 'expired';
  if (date.is === 'notUnderstood') return 'notUnderstood';
  if (date.is !== 'value') return 'notProvided';
  if (date.value === null) return 'none';
  if (date.value.at <= now) return 'pastDate';
  const days = daysBetween(dayInZone(now, timeZone), date.value.day);
  if (days <= 1) return 'day';
  if (days <= 7) return 'week';
  if (days <= 30) return 'month';
  return days <= 60 ? 'twoMonths' : 'later';
}

/** What contradicts in the record of a device. */
function contradictionNote(
  { date }: Pick<Expiry, 'date'>,
  contradiction: ExpiryContradiction,
): Message {
  const { kind } = contradiction;
  if (kind === 'inactiveWithoutDate') return message('expiry.note.inactiveWithoutDate');
  const day = dayMs(valueOf(date)!.day);
  if (kind !== 'twoDates') return message(`expiry.note.${kind}`, { day });
  const limitsDay = dayMs(contradiction.limitsDate.day);
  return message('expiry.note.twoDates', { day, limitsDay });
}

/** Everything that the user should know about an expiry beside its state and date. */
export function expiryNotes(
  expiry: Pick<Expiry, 'date' | 'contradictions' | 'isConfirmed'>,
): Message[] {
  const notes = expiry.contradictions.map((each) => contradictionNote(expiry, each));
  return expiry.isConfirmed ? notes : [message('expiry.note.notConfirmed'), ...notes];
}
