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
