import { isCalendarDay } from '#shared/domain/calendar';

/** How a workbook shows a number. */
export type NumberFormat =
  /** Days since the first day of the workbook; a duration is shown in hours above 24. */
  | { kind: 'date' | 'time' | 'dateTime' | 'duration' }
  | {
      kind: 'number';
      /** The digits with their signs, such as 000-000; null: as the number is. */
      digits: string | null;
    };

export const plainNumber: NumberFormat = { kind: 'number', digits: null };

/** The formats of dates and times that every workbook has without declaring them. */
const builtIn: readonly [first: number, last: number, kind: 'date' | 'time' | 'dateTime'][] = [
  [14, 17, 'date'],
  [18, 21, 'time'],
  [22, 22, 'dateTime'],
  [27, 31, 'date'],
  [32, 35, 'time'],
  [36, 36, 'date'],
  [45, 47, 'time'],
  [50, 58, 'date'],
  [71, 74, 'date'],
  [75, 76, 'time'],
  [77, 77, 'dateTime'],
  [78, 80, 'time'],
  [81, 81, 'date'],
];

const dateTokens = new Set(
  'd dd ddd dddd aaa aaaa aaaaa mmm mmmm mmmmm y yy yyyy e ee eeee'.split(' '),
);
const timeTokens = new Set('s ss h hh am pm a p'.split(' '));
/** Months, or minutes beside hours or seconds. */
const eitherTokens = new Set(['m', 'mm']);

export function numberFormat(id: number, code: string | undefined): NumberFormat {
  if (code === undefined || code.length > 255) {
    const kind = builtIn.find(([first, last]) => id >= first && id <= last)?.[2];
    return kind ? { kind } : plainNumber;
  }
  const sections = code.split(/;(?=(?:[^"]*"[^"]*")*[^"]*$)/);
  const kind = sections.map(dateKind).find((each) => each !== null);
  return kind ? { kind } : { kind: 'number', digits: digitsOf(sections[0] ?? '') };
}

/** Whether a section of a format shows a date or a time: it consists of nothing else. */
function dateKind(section: string): 'date' | 'time' | 'dateTime' | 'duration' | null {
  const text = section
    .toLowerCase()
    .replaceAll(/\\./g, ' ')
    .replaceAll(/"[^"]*"/g, ' ')
    .replaceAll(/(\[?[smhd]{1,2}\]?)[.,]00?0?/g, '$1');
  const isDuration = /\[[smh]{1,2}\]/.test(text);
  const tokens = text
    .replaceAll(/\[([smhd]{1,2})\]/g, '$1')
    .replaceAll(/\[[^\]]*\]/g, '')
    .split(/[^a-z0#?%]+/)
    .filter((token) => token !== '');
  const isTime = tokens.some((token) => timeTokens.has(token));
  const isDate = tokens.some(
    (token) => dateTokens.has(token) || (!isTime && eitherTokens.has(token)),
  );
  const isOther = (token: string) =>
    !dateTokens.has(token) && !timeTokens.has(token) && !eitherTokens.has(token);
  if (tokens.length === 0 || tokens.some(isOther)) return null;
  if (isDuration) return 'duration';
  if (!isTime) return 'date';
  return isDate ? 'dateTime' : 'time';
}

/** A format of digits that are always shown, such as 00000 of a staff number. */
function digitsOf(section: string): string | null {
  const shown = section
    .replaceAll(/\[[^\]]*\]/g, '')
    .replaceAll(/"([^"]*)"/g, (_, text: string) => text)
    .replaceAll(/\\(.)/g, '$1');
  return /^(?!.*(?:General|E[+-]))[^#?%.,*_@]*$/i.test(shown) &&
    (shown.match(/0/g)?.length ?? 0) > 1
    ? shown
    : null;
}

/** A whole number in a format of digits; digits without a place are put before the first. */
export function inDigits(number: number, digits: string): string {
  const left = Array.from(String(Math.abs(number)));
  const first = digits.indexOf('0');
  let text = '';
  for (let at = digits.length - 1; at >= 0; at--) {
    const character = digits[at]!;
    if (character !== '0') text = character + text;
    else
      text = (at === first ? left.splice(0).join('').padStart(1, '0') : (left.pop() ?? '0')) + text;
  }
  return number < 0 ? `-${text}` : text;
}

const daySeconds = 86_400;
/** 1970-01-01 as a spreadsheet counts days from 1900 and from 1904. */
const daysBefore1970 = { from1900: 25_569, from1904: 24_107 };

/**
 * A date cell as it is shown, without a zone: the import adds one. null if a spreadsheet shows no
 * date for this number.
 */
export function dateText(
  days: number,
  kind: NumberFormat['kind'],
  isFrom1904: boolean,
): string | null {
  // A time is stored as a fraction of a day, which is a little below many full seconds.
  const seconds = Math.round(days * daySeconds);
  if (seconds < 0 || days > 2_958_466) return null;
  if (kind === 'duration' || (kind === 'time' && seconds < daySeconds)) return timeText(seconds);
  const day = Math.floor(seconds / daySeconds);
  // The year 1900 of a spreadsheet begins with day 1 and has a 29 February.
  if (!isFrom1904 && (day === 0 || day === 60)) return null;
  const shift = !isFrom1904 && day < 60 ? 1 : 0;
  const { from1900, from1904 } = daysBefore1970;
  const unixDay = day + shift - (isFrom1904 ? from1904 : from1900);
  const date = new Date(unixDay * daySeconds * 1_000).toISOString().slice(0, 10);
  const time = timeText(seconds % daySeconds);
  return time === '00:00:00' && kind !== 'dateTime' ? date : `${date}T${time}`;
}

function timeText(seconds: number): string {
  return [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}

/**
 * The same of a cell that stores its date as text (ISO 8601). A zone is kept, if one is stated.
 * null if it is no such text.
 */
export function isoDateText(text: string, kind: NumberFormat['kind']): string | null {
  const duration =
    /^P(?:(\d{1,6})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,8})(?:\.\d+)?S)?)?$/.exec(text);
  if (duration) {
    const [days = 0, hours = 0, minutes = 0, seconds = 0] = duration
      .slice(1)
      .map((each) => Number(each ?? 0));
    return timeText(days * daySeconds + hours * 3_600 + minutes * 60 + seconds);
  }
  const found =
    /^(?:(\d{4}-\d{2}-\d{2})(?:[T ]|$))?(?:T?(\d{2}:\d{2})(?::(\d{2}(?:\.\d{1,9})?))?(Z|[+-]\d{2}:?\d{2})?)?$/.exec(
      text.trim(),
    );
  if (!found || text.trim() === '') return null;
  const [, day, minutes, seconds = '00', zone = ''] = found;
  if (day !== undefined && !isCalendarDay(day)) return null;
  if (minutes === undefined) return kind === 'dateTime' ? `${day}T00:00:00` : (day ?? null);
  // Programs write a day as its midnight in UTC.
  const isDay = kind === 'date' && minutes === '00:00' && Number(seconds) === 0;
  if (zone !== '' && !(isDay && zone === 'Z')) return day === undefined ? null : text.trim();
  const rounded = Date.parse(`${day ?? '1970-01-01'}T${minutes}:${seconds}Z`);
  if (Number.isNaN(rounded)) return null;
  const shown = new Date(Math.round(rounded / 1_000) * 1_000).toISOString().slice(0, 19);
  if (day === undefined) return shown.slice(11);
  return kind === 'date' && shown.endsWith('T00:00:00') ? shown.slice(0, 10) : shown;
}
