import { dayInZone, daysBetween } from './calendar';
import { displayLocale } from '../display-locale';

const withYear = new Intl.DateTimeFormat(displayLocale, {
  timeZone: 'UTC',
  day: '2-digit',
  month: 'short',
  year: 'numeric',
});
const withoutYear = new Intl.DateTimeFormat(displayLocale, {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
});

/** A calendar day as text, independent of any time zone. */
export function dayText(day: string, hasYear = true): string {
  return (hasYear ? withYear : withoutYear).format(Date.parse(`${day}T00:00:00Z`));
}

/** How far away a calendar day is: "in 29 d", "today", "3 d ago". Never rounded, so that all pages agree. */
export function daysText(days: number): string {
  if (days === 0) return 'today';
  return days > 0 ? `in ${days} d` : `${-days} d ago`;
}

/** The same for a moment, counted in calendar days of a time zone. */
export function daysUntilText(at: number, now: number, timeZone: string): string {
  return daysText(daysBetween(dayInZone(now, timeZone), dayInZone(at, timeZone)));
}
