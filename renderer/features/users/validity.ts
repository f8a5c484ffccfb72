import { dayInZone, isCalendarDay, plusDays, startOfDayInZone } from '#shared/domain/calendar';

/**
 * Converts a period of validity between moments and whole days: from the start of the first day to
 * the end of the last one.
 */
export const validity = {
  firstDay: (at: number, zone: string) => dayInZone(at, zone),
  fromFirstDay: (day: string, zone: string) => startOfDayInZone(day, zone),
  /** The last day on which the user can log in, for a part of it at least. */
  lastDay: (at: number, zone: string) => dayInZone(at - 1, zone),
  fromLastDay: (day: string, zone: string) => startOfDayInZone(plusDays(day, 1), zone),
};

/** The day in a date field; null if it is empty or incomplete. */
export function readDay(text: string): string | null {
  return isCalendarDay(text) ? text : null;
}
