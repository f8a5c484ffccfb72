import { zonedMoment, dayText, readDate } from '#shared/domain/calendar';

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
