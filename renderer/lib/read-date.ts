import { isCalendarDay, zonedMoment } from '#shared/domain/calendar';
import { dayText } from '#shared/domain/day-text';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * The day `YYYY-MM-DD` that a text means: "22 Nov 2026", "Nov 22, 2026", "22/11/2026", "22.11.2026" or
 * "2026-11-22"; numbers alone are in the order of the displayed dates. null if it is no existing day.
 */
export function readDate(text: string): string | null {
  const parts = text
    .trim()
    .toLowerCase()
    .split(/[\s,./-]+/)
    .filter(Boolean);
  if (parts.length !== 3) return null;
  const [first, second, third] = parts as [string, string, string];
  if (/^\d{4}$/.test(first)) return dayOf(first, monthOf(second), third);
  return /^\d/.test(first)
    ? dayOf(third, monthOf(second), first)
    : dayOf(third, monthOf(first), second);
}

function monthOf(text: string): string {
  if (/^\d{1,2}$/.test(text)) return text;
  const found = text.length < 3 ? -1 : months.indexOf(text.slice(0, 3));
  return String(found + 1);
}

function dayOf(year: string, month: string, day: string): string | null {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isCalendarDay(text) ? text : null;
}

/** The minute of the day for "22:05" or "7.30"; null if it is no time. */
export function readTime(text: string): number | null {
  const match = /^\s*(\d{1,2})[:.](\d{2})(?:[:.]\d{2}(?:\.\d+)?)?\s*$/.exec(text);
  if (!match) return null;
  const [hours, minutes] = [Number(match[1]), Number(match[2])];
  return hours < 24 && minutes < 60 ? hours * 60 + minutes : null;
}

/** The moment that a date and a time mean in a time zone; null if the text is incomplete. */
export function readMoment(text: string, timeZone: string): number | null {
  const match = /^(.*\d)(?:,\s*|\s+|T)(\d{1,2}[:.]\d{2}(?:[:.][\d.]+)?)\s*$/.exec(text);
  const day = match && readDate(match[1]!);
  const minute = match && readTime(match[2]!);
  if (day === null || minute === null) return null;
  return Temporal.PlainDate.from(day).toZonedDateTime({
    timeZone,
    plainTime: new Temporal.PlainTime(Math.floor(minute / 60), minute % 60),
  }).epochMilliseconds;
}

/** "22 Nov 2026, 14:03" in a time zone: what `readMoment` reads. */
export function momentText(at: number, timeZone: string): string {
  const moment = zonedMoment(at, timeZone);
  const time = moment.toPlainTime().toString({ smallestUnit: 'minute' });
  return `${dayText(moment.toPlainDate().toString())}, ${time}`;
}
