import { dayInZone, isCalendarDay, plusDays, startOfDayInZone } from '#shared/domain/calendar';

/**
 * Validity as days: the first one from its beginning, the last one to its end. A moment within a day
 * counts as that day; it stays to the second until the day is changed.
 */
export const validity = {
  firstDay: (at: number, zone: string) => dayInZone(at, zone),
  fromFirstDay: (day: string, zone: string) => startOfDayInZone(day, zone),
  /** The last day on which the account works, a part of it at least. */
  lastDay: (at: number, zone: string) => dayInZone(at - 1, zone),
  fromLastDay: (day: string, zone: string) => startOfDayInZone(plusDays(day, 1), zone),
};

/** A day that a date field holds; null where it is empty or half typed. */
export function readDay(text: string): string | null {
  return isCalendarDay(text) ? text : null;
}
