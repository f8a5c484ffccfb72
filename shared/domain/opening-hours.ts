import { mostOpenTimes, type PlaceHours } from './places';

/** From Monday to Sunday, as in the notation of OpenStreetMap. */
const dayNames = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'] as const;
const always = '24/7';
const dayMinutes = 24 * 60;
const weekMinutes = 7 * dayMinutes;

/** Open at every time. */
export const alwaysOpen: PlaceHours = dayNames.map(() => [[0, dayMinutes]]);

/**
 * Opening hours in the notation of OpenStreetMap: "Mo-Fr 08:00-12:00,13:00-18:00; Sa 22:00-02:00", "24/7", "off"
 * if it is never open. A time that ends before it begins goes on into the next day.
 */
export function openingHoursText(hours: PlaceHours): string {
  const texts = hours.map((times) =>
    times.map(([from, to]) => `${timeText(from)}-${timeText(to)}`).join(','),
  );
  if (texts.every((text) => text === '00:00-24:00')) return always;
  const rules: string[] = [];
  for (let day = 0; day < texts.length;) {
    let last = day;
    while (texts[last + 1] === texts[day]) last += 1;
    const days = last > day ? `${dayNames[day]}-${dayNames[last]}` : dayNames[day];
    if (texts[day] !== '') rules.push(`${days} ${texts[day]}`);
    day = last + 1;
  }
  return rules.join('; ') || 'off';
}

function timeText(minute: number): string {
  const ofDay = minute > dayMinutes ? minute - dayMinutes : minute;
  const [hour, rest] = [Math.floor(ofDay / 60), ofDay % 60];
  return `${String(hour).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
}

const dayList = /^(?:mo|tu|we|th|fr|sa|su)(?:\s*[-,]\s*(?:mo|tu|we|th|fr|sa|su))*$/i;
const timeRange = /^(\d{1,2}):(\d{2})\s*[-–]\s*(\d{1,2}):(\d{2})$/;

/** Reads that notation; a later rule replaces the days of an earlier one. null: it is something else. */
export function readOpeningHours(text: string): PlaceHours | null {
  const plain = text.trim();
  if (plain === always) return alwaysOpen;
  const hours: [number, number][][] = dayNames.map(() => []);
  if (/^(?:off|closed)$/i.test(plain)) return hours;
  for (const rule of plain.replace(/;\s*$/, '').split(';')) {
    const [, days = '', times = ''] =
      /^\s*([a-z][a-z\s,-]*?)?\s*(\d.*|off|closed)\s*$/i.exec(rule) ?? [];
    const chosen = days === '' && times !== '' ? dayNames.map((_, day) => day) : daysIn(days);
    const open = /^(?:off|closed)$/i.test(times) ? [] : timesIn(times);
    if (!chosen || !open) return null;
    for (const day of chosen) hours[day] = open;
  }
  return hours;
}

function daysIn(text: string): number[] | null {
  if (!dayList.test(text)) return null;
  const dayOf = (name: string) =>
    dayNames.findIndex((day) => day.toLowerCase() === name.trim().toLowerCase());
  return text.split(',').flatMap((part) => {
    const [first, last = first] = part.split('-').map(dayOf) as [number, number?];
    return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, i) => (first + i) % 7);
  });
}

function timesIn(text: string): [number, number][] | null {
  const times: [number, number][] = [];
  for (const part of text.split(',')) {
    const range = timeRange.exec(part.trim());
    if (!range) return null;
    const [hour, minute, toHour, toMinute] = range.slice(1).map(Number) as [
      number,
      number,
      number,
      number,
    ];
    const [from, end] = [hour * 60 + minute, toHour * 60 + toMinute];
    if (minute > 59 || toMinute > 59 || from >= dayMinutes || end > dayMinutes) return null;
    times.push([from, end <= from ? end + dayMinutes : end]);
  }
  return times.length <= mostOpenTimes ? times : null;
}

/** When somewhere is open, in minutes of a week from Monday, sorted; what goes on into the next week ends after it. */
export type OpenWeek = readonly (readonly [from: number, to: number])[];

/** When at least one of several is open. */
export function openWeekOf(all: Iterable<PlaceHours>): OpenWeek {
  const times = new Map<string, [number, number]>();
  for (const hours of all) {
    for (const [day, open] of hours.entries()) {
      for (const [from, to] of open) {
        const start = day * dayMinutes;
        times.set(`${start + from} ${start + to}`, [start + from, start + to]);
      }
    }
  }
  return [...times.values()].toSorted(([a], [b]) => a - b);
}

/** Whether that is open in a minute of the week. */
export const isOpenAt = (week: OpenWeek, minute: number): boolean =>
  week.some(
    ([from, to]) =>
      (minute >= from && minute < to) ||
      (minute + weekMinutes >= from && minute + weekMinutes < to),
  );

/** The minute of the week, from Monday, of a moment by a clock. */
export const minuteOfWeek = ({
  dayOfWeek,
  hour,
  minute,
}: Pick<Temporal.ZonedDateTime, 'dayOfWeek' | 'hour' | 'minute'>): number =>
  (dayOfWeek - 1) * dayMinutes + hour * 60 + minute;
