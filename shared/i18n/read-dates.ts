/// <reference lib="esnext.temporal" />
import { isCalendarDay, plusDays } from '../domain/calendar';
import { fold } from '../domain/text';
import { languages } from './languages';

// Dates and times as people type them: in the notation of their language, in that of the others and in ISO 8601.

/** Names by the text that they are typed as: without case, accents, points and marks of direction. */
type Names = ReadonlyMap<string, number>;

const lettersOf = (folded: string) => (folded.match(/\p{L}+/gu) ?? []).join(' ');

const made = new Map<string, Names>();

function namesOf(kind: string, locale: string, list: (add: Add) => void): Names {
  const name = `${kind} ${locale}`;
  const known = made.get(name);
  if (known) return known;
  const names = new Map<string, number>();
  list((text, value) => names.set(lettersOf(fold(text)), value));
  made.set(name, names);
  return names;
}

type Add = (text: string, value: number) => void;

/** The names of months, alone and within a date, where some languages inflect them. */
const monthsOf = (locale: string): Names =>
  namesOf('months', locale, (add) => {
    for (const month of ['short', 'long'] as const) {
      const alone = new Intl.DateTimeFormat(locale, { month, timeZone: 'UTC' });
      const dated = new Intl.DateTimeFormat(locale, { month, day: 'numeric', timeZone: 'UTC' });
      for (let number = 1; number <= 12; number++) {
        const at = Date.UTC(2026, number - 1, 1);
        add(alone.format(at), number);
        add(partOf(dated, 'month', at), number);
      }
    }
  });

/** 0 before noon, 12 after it. */
const dayPeriodsOf = (locale: string): Names =>
  namesOf('periods', locale, (add) => {
    const format = new Intl.DateTimeFormat(locale, {
      hour: 'numeric',
      hourCycle: 'h12',
      timeZone: 'UTC',
    });
    for (const hour of [0, 12]) add(partOf(format, 'dayPeriod', Date.UTC(2026, 0, 1, hour)), hour);
  });

/** The days around today that have a name: -1, 0 and 1. */
const namedDaysOf = (locale: string): Names =>
  namesOf('days', locale, (add) => {
    const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
    for (const days of [-1, 0, 1]) add(format.format(days, 'day'), days);
  });

function partOf(format: Intl.DateTimeFormat, wanted: string, at: number): string {
  return format.formatToParts(at).find(({ type }) => type === wanted)?.value ?? '';
}

/** Arabic months have other names in the Levant and in the Maghreb. */
const allLocales = [...languages.map(({ locale }) => locale), 'ar-SY', 'ar-DZ', 'ar-MA'];

/** What a name means in this language, or else in another one; null: nothing, or several things. */
function meaningOf(
  text: string,
  locale: string,
  of: (locale: string) => Names,
  leastLetters = Infinity,
): number | null {
  if (text === '') return null;
  for (const each of [locale, ...allLocales]) {
    const names = of(each);
    const exact = names.get(text);
    if (exact !== undefined) return exact;
    if (text.length < leastLetters) continue;
    const begun = new Set<number>();
    for (const [name, value] of names) if (name.startsWith(text)) begun.add(value);
    if (begun.size > 0) return begun.size === 1 ? [...begun][0]! : null;
  }
  return null;
}

const shortestMonth = 3;
/** "22 de noviembre de 2026", "22nd of November". */
const joining = /(?<![\p{L}\p{N}])(?:de|del|di|of)(?!\p{L})/gu;
const ordinal = /(?<=\d)(?:st|nd|rd|th|er|o|a)(?!\p{L})/gu;

function monthNamed(text: string, locale: string): string | null {
  const month =
    meaningOf(text, locale, monthsOf, shortestMonth) ??
    // Hebrew writes "in November" in one word.
    (text.startsWith('ב') ? meaningOf(text.slice(1), locale, monthsOf, shortestMonth) : null);
  return month === null ? null : String(month);
}

/** Which of day, month and year comes first where dates are numbers alone. */
function orderOf(locale: string): string {
  const format = new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return format
    .formatToParts(0)
    .flatMap(({ type }) => (type === 'literal' ? [] : type[0]!))
    .join('');
}

/**
 * The day `YYYY-MM-DD` that a text means: "22 Nov 2026", "Nov 22, 2026", "22/11/2026", "22.11.2026" or
 * "2026-11-22", with the months of any of the languages and digits of any script; numbers alone are in the order
 * of the locale. With `today`, also "today", "tomorrow" and "yesterday". null if it is no existing day.
 */
export function readDate(text: string, locale = 'en-GB', today?: string): string | null {
  const plain = fold(text).trim();
  const numbers = plain.match(/\d+/g) ?? [];
  if (today !== undefined && numbers.length === 0) {
    const days = meaningOf(lettersOf(plain), locale, namedDaysOf);
    return days === null ? null : plusDays(today, days);
  }
  const words = plain.replace(ordinal, '').replace(joining, ' ');
  if (!/^[\p{L}\d\s,،./'׳-]*$/u.test(words)) return null;
  const name = lettersOf(words);
  const [first, second, third] = numbers;
  if (numbers.length === 2) {
    const month = monthNamed(name, locale);
    if (month === null) return null;
    return /^\d{4}$/.test(first!) ? dayOf(first!, month, second!) : dayOf(second!, month, first!);
  }
  if (numbers.length !== 3 || name !== '') return null;
  if (/^\d{4}$/.test(first!)) return dayOf(first!, second!, third!);
  // Dots separate the day first wherever they are used.
  const isMonthFirst = orderOf(locale) === 'mdy' && !plain.includes('.');
  return isMonthFirst ? dayOf(third!, first!, second!) : dayOf(third!, second!, first!);
}

function dayOf(year: string, month: string, day: string): string | null {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isCalendarDay(text) ? text : null;
}

/**
 * Whether a text of numbers with slashes or dashes is another day where the month comes first:
 * "3/4/2027".
 */
export function otherReading(text: string): string | null {
  const parts = /^\s*(\d{1,2})[/-](\d{1,2})[/-](\d{4})\s*$/.exec(text);
  if (!parts || parts[1] === parts[2]) return null;
  return dayOf(parts[3]!, parts[1]!, parts[2]!);
}

const period = String.raw`(\p{L}[\p{L}.\s]*)?`;
const timeForm = String.raw`${period}\s*(\d{1,2})(?:[:.h](\d{2}))?(?:[:.]\d{2}(?:\.\d+)?)?\s*${period}`;
const wholeTime = new RegExp(`^${timeForm}$`, 'u');
const momentForm = new RegExp(
  String.raw`^(.*[\p{L}\d])(?:\s*[,،]\s*|\s+|(?<=\d)t(?=\d))(${timeForm})$`,
  'u',
);

/** The minute of the day for "22:05", "7.30", "10:05 pm" or "7 am"; null if it is no time. */
export function readTime(text: string, locale = 'en-GB'): number | null {
  const match = wholeTime.exec(fold(text).trim());
  if (!match) return null;
  const [, before, hourText, minuteText, after] = match;
  const minutes = Number(minuteText ?? 0);
  const hours = Number(hourText);
  if (minutes >= 60 || (before && after)) return null;
  const named = (before ?? after ?? '').trim();
  if (named === '') return minuteText !== undefined && hours < 24 ? hours * 60 + minutes : null;
  const letters = lettersOf(named);
  const half =
    meaningOf(letters, locale, dayPeriodsOf) ??
    // "a. m." is two words.
    meaningOf(letters.replaceAll(' ', ''), locale, dayPeriodsOf);
  if (half === null || hours < 1 || hours > 12) return null;
  return ((hours % 12) + half) * 60 + minutes;
}

/** The moment that a date and a time mean in a time zone; null if the text is incomplete. */
export function readMoment(
  text: string,
  timeZone: string,
  locale = 'en-GB',
  today?: string,
): number | null {
  const [, dayText = '', timeText = ''] = momentForm.exec(fold(text).trim()) ?? [];
  const day = readDate(dayText, locale, today);
  const minute = readTime(timeText, locale);
  if (day === null || minute === null) return null;
  return Temporal.PlainDate.from(day).toZonedDateTime({
    timeZone,
    plainTime: new Temporal.PlainTime(Math.floor(minute / 60), minute % 60),
  }).epochMilliseconds;
}
