import { dayInZone, daysBetween } from '#shared/domain/calendar';

const withYear = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: '2-digit',
  month: 'short',
  year: 'numeric',
});
const withoutYear = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
});

/** A calendar day as text, independent of any time zone. */
export function dayText(day: string, hasYear = true): string {
  return (hasYear ? withYear : withoutYear).format(Date.parse(`${day}T00:00:00Z`));
}

/** How far away a calendar day is: "in 29 d", "today", "3 d ago". The one rounding rule of days. */
export function daysText(days: number): string {
  if (days === 0) return 'today';
  return days > 0 ? `in ${inYears(days)}` : `${inYears(-days)} ago`;
}

/** The same for a moment, counted in calendar days of a time zone. */
export function daysUntilText(at: number, now: number, timeZone: string): string {
  return daysText(daysBetween(dayInZone(now, timeZone), dayInZone(at, timeZone)));
}

function inYears(days: number): string {
  return days < 730 ? `${days} d` : `${Math.floor(days / 365.25)} y`;
}
