/// <reference lib="esnext.temporal" />

/** The last day that `YYYY-MM-DD` can write. As the end of something it stands for "never". */
export const lastDay = '9999-12-31';

const firstZonedMs = Date.parse('0001-01-02T00:00:00Z');
const lastZonedMs = Date.parse(`${lastDay}T00:00:00Z`);

/**
 * The zone to write a moment in: UTC at either end of the calendar, where the given zone may be in
 * year 0 or 10000, which nothing can read back.
 */
export const writableZone = (at: number, timeZone: string): string =>
  at >= firstZonedMs && at < lastZonedMs ? timeZone : 'UTC';

/**
 * A moment, in epoch milliseconds, as the wall clock of a time zone shows it. The moment may lie
 * between two milliseconds, as while a track is played.
 */
export function zonedMoment(at: number, timeZone: string): Temporal.ZonedDateTime {
  const zone = writableZone(at, timeZone);
  return Temporal.Instant.fromEpochMilliseconds(Math.floor(at)).toZonedDateTimeISO(zone);
}

/** The calendar day `YYYY-MM-DD` of a moment in a time zone. */
export function dayInZone(at: number, timeZone: string): string {
  return zonedMoment(at, timeZone).toPlainDate().toString();
}

/** The hour of the day, 0 to 23, of a moment in a time zone. */
export function hourInZone(at: number, timeZone: string): number {
  return zonedMoment(at, timeZone).hour;
}

/**
 * The first moment of a day in a time zone; not always 00:00, because clocks may change at
 * midnight.
 */
export function startOfDayInZone(day: string, timeZone: string): number {
  return Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds;
}

/** The moment of a minute of a day, counted on the clock of the zone; one that a clock change skips is an hour later. */
export function momentInZone(day: string, minuteOfDay: number, timeZone: string): number {
  const time = { hour: Math.floor(minuteOfDay / 60), minute: minuteOfDay % 60 };
  return Temporal.PlainDate.from(day).toPlainDateTime(time).toZonedDateTime(timeZone)
    .epochMilliseconds;
}

export function plusDays(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString();
}

/** Whole days between two calendar days; negative if `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to), { largestUnit: 'days' })
    .days;
}

/** What to add to a moment for the wall clock of a time zone, in milliseconds. */
export function zoneOffsetMs(at: number, timeZone: string): number {
  return zonedMoment(at, timeZone).offsetNanoseconds / 1e6;
}

/** Whether the text is an existing day, written `YYYY-MM-DD`. */
export function isCalendarDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  try {
    return Temporal.PlainDate.from(text).toString() === text;
  } catch {
    return false;
  }
}

/** A name as in the IANA database, or a difference from UTC: `Temporal` also takes a moment for a zone. */
const zoneForm = /^([A-Za-z][\w+-]*(\/[\w+-]+)*|[+-]\d\d:\d\d)$/;

/** Whether this computer knows the time zone; a service, a file and the computer itself may name any text. */
export function isTimeZone(name: string): boolean {
  if (!zoneForm.test(name)) return false;
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return true;
  } catch {
    return false;
  }
}

/** The elapsed part of the day at `now`, 0 to 1, including days of 23 and 25 hours. */
export function dayFractionInZone(now: number, timeZone: string): number {
  const today = dayInZone(now, timeZone);
  const start = startOfDayInZone(today, timeZone);
  return (now - start) / (startOfDayInZone(plusDays(today, 1), timeZone) - start);
}

/**
 * The time zone for displaying and reading times: a name, or one of three choices. If the service does not provide the zone of the
 * account, that of the computer is used.
 */
export function chosenTimeZone(
  choice: string,
  zones: { account: string | null; computer: string },
): string {
  if (choice === 'utc') return 'UTC';
  if (choice !== 'account' && choice !== 'computer') return choice;
  return (choice === 'account' ? zones.account : null) ?? zones.computer;
}

/** A calendar day as a value of `{day, date, calendar}` in messages. */
export const dayMs = (day: string): number => Date.parse(`${day}T00:00:00Z`);
