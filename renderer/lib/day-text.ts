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

/** A calendar day in words; a day is no moment, so no zone can shift it. */
export function dayText(day: string, hasYear = true): string {
  return (hasYear ? withYear : withoutYear).format(Date.parse(`${day}T00:00:00Z`));
}
