/// <reference lib="esnext.temporal" />
import { z } from 'zod';

/** The latest result per zone: a whole fleet is evaluated at the same moment. */
const lastDays = new Map<string, { day: string; start: number; end: number }>();

/** The calendar day `YYYY-MM-DD` of a moment in a time zone. */
export function dayOf(at: number, timeZone: string): string {
  const last = lastDays.get(timeZone);
  if (last && at >= last.start && at < last.end) return last.day;
  const date = Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate();
  const start = date.toZonedDateTime(timeZone).epochMilliseconds;
  const end = date.add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds;
  lastDays.set(timeZone, { day: date.toString(), start, end });
  return date.toString();
}

const starts = new Map<string, number>();
const mostStarts = 10_000;

/** The first moment of a calendar day in a time zone; not always 00:00 when clocks change. */
export function startOfDay(day: string, timeZone: string): number {
  const key = `${day} ${timeZone}`;
  let start = starts.get(key);
  if (start === undefined) {
    start = Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds;
    if (starts.size >= mostStarts) starts.clear();
    starts.set(key, start);
  }
  return start;
}

export function plusDays(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString();
}

/** True for an existing day in the form `YYYY-MM-DD`. */
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
 * null for anything else, such as a day that does not exist.
 */
export function readMoment(text: string): number | null {
  const form = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/i;
  const match = form.exec(text);
  // The engine would read 30 February as 2 March.
  if (!match || !isCalendarDay(text.slice(0, 10))) return null;
  const at = Date.parse(match[3] ? text : `${text}Z`);
  return Number.isNaN(at) ? null : at;
}

/** UTC with `Z`; fractions of a second only if present. Both forms occur on the wire. */
export function writeMoment(at: number): string {
  return new Date(at).toISOString().replace('.000Z', 'Z');
}

const form = 'must be an ISO 8601 date and time that exists, such as 2030-01-15T06:00:00Z';

/** The one reader of moments in bodies, as epoch milliseconds; `missing` is the error for no text. */
export const moment = (missing = form) =>
  z.string(missing).transform((text, refinement) => {
    const at = readMoment(text);
    if (at !== null) return at;
    refinement.addIssue(form);
    return z.NEVER;
  });
