import { isCalendarDay } from './calendar';

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

/**
 * Whether a text of numbers with slashes or dashes is another day where the month comes first:
 * "3/4/2027". Dots separate the day first wherever they are used.
 */
export function otherReading(text: string): string | null {
  const parts = /^\s*(\d{1,2})[/-](\d{1,2})[/-](\d{4})\s*$/.exec(text);
  if (!parts || parts[1] === parts[2]) return null;
  return dayOf(parts[3]!, parts[1]!, parts[2]!);
}
