/// <reference lib="esnext.temporal" />

/** The calendar day `YYYY-MM-DD` of a moment in a time zone. */
export function dayOf(at: number, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .toString();
}

/** The first moment of a calendar day in a time zone; not always 00:00 where clocks change then. */
export function startOfDay(day: string, timeZone: string): number {
  return Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds;
}

export function plusDays(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString();
}

/** True for a day that exists, in the one form `YYYY-MM-DD`. */
export function isCalendarDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  try {
    return Temporal.PlainDate.from(text).toString() === text;
  } catch {
    return false;
  }
}

/**
 * Reads an ISO 8601 moment as epoch milliseconds; one without a zone is UTC (wire contract 1.4).
 * null for anything else.
 */
export function readMoment(text: string): number | null {
  const form = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/i;
  const match = form.exec(text);
  if (!match) return null;
  const at = Date.parse(match[3] ? text : `${text}Z`);
  return Number.isNaN(at) ? null : at;
}

/** UTC with `Z`; fractions of a second only where there are any. Both forms occur on the wire. */
export function writeMoment(at: number): string {
  return new Date(at).toISOString().replace('.000Z', 'Z');
}
