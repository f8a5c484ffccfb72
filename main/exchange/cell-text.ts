/// <reference lib="esnext.temporal" />
import { isCalendarDay, startOfDayInZone } from '#shared/domain/calendar';
import { readMoment } from '#shared/wire/read';

/** In an imported cell: clears the field. An empty cell leaves it unchanged. */
export const clearWord = '<clear>';
/** Replaces text longer than a spreadsheet cell allows; import leaves the field unchanged. */
export const tooLongWord = '<too long for a cell>';
/** In the first column: marks an example row of a template, which import skips. */
export const exampleWord = '# example';

const words = new Set([clearWord, tooLongWord]);
const isWord = (text: string) => words.has(text.trim().toLowerCase());

export const isClear = (cell: string) => cell.trim().toLowerCase() === clearWord;
export const isTooLong = (cell: string) => cell.trim().toLowerCase() === tooLongWord;
export const isExample = (cell: string) => cell.trim().toLowerCase() === exampleWord;

/**
 * What a spreadsheet interprets as a formula: = + - @, also full-width, or a tab or line break
 * first.
 */
const formula = /^['\s]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^'*[\t\r\n]/;

/**
 * Text for a cell of a CSV file. Text that a spreadsheet would evaluate gets a leading apostrophe:
 * formulas, but also telephone numbers, which would lose their + and be subtracted at their dashes.
 * So does text that equals one of our keywords. `cellToText` removes it.
 */
export function textToCsvCell(text: string): string {
  return formula.test(text) || isWord(text.replace(/^'+/, '')) ? `'${text}` : text;
}

/** Text for a typed text cell, where formulas are inert: only ambiguous text is marked. */
export function textToTypedCell(text: string): string {
  return cellToText(text) !== text || isWord(text) ? `'${text}` : text;
}

/** The text of a cell in either format. Any other leading apostrophe is kept. */
export function cellToText(cell: string): string {
  if (!cell.startsWith("'")) return cell;
  return formula.test(cell) || isWord(cell.replace(/^'+/, '')) ? cell.slice(1) : cell;
}

/**
 * A normal form of text that survives every file format: one kind of line end, without characters
 * that no file can hold. Import treats two texts with the same form as equal.
 */
export function comparable(text: string): string {
  return text.toWellFormed().replaceAll(/\r\n?/g, '\n');
}

/** Items joined by "; "; an ambiguous item is put in double quotes. */
export function listText(items: readonly string[]): string {
  return items.map((item) => quoted(item)).join('; ');
}

/** `name=value` pairs joined like a list; "=" and "\" in a name are escaped with "\". */
export function mapText(map: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(map).map(
    ([key, value]) => `${key.replaceAll(/[\\=]/g, (character) => `\\${character}`)}=${value}`,
  );
  return listText(pairs);
}

function quoted(item: string): string {
  const isPlain = item !== '' && item.trim() === item && !/[;"\r\n]/.test(item);
  return isPlain ? item : `"${item.replaceAll('"', '""')}"`;
}

/** The items of a list cell; null if a quote is not closed or is followed by text. */
export function parseList(text: string): string[] | null {
  const items: string[] = [];
  const item = /\s*(?:"((?:[^"]|"")*)"\s*|([^";\s][^;]*)?)(;|$)/y;
  if (text.trim() === '') return items;
  for (;;) {
    const match = item.exec(text);
    if (!match) return null;
    const [, inQuotes, plain, end] = match;
    if (inQuotes !== undefined) items.push(inQuotes.replaceAll('""', '"'));
    else if (plain?.trim()) items.push(plain.trim());
    if (end === '') return items;
  }
}

/** The pairs of a map cell; null if one has no "=". */
export function parseMap(text: string): Record<string, string> | null {
  const pairs = parseList(text)?.map((item) => /^((?:[^\\=]|\\[^])*)=([^]*)$/.exec(item));
  if (!pairs || pairs.some((pair) => pair === null)) return null;
  return Object.fromEntries(
    pairs.map((pair) => [(pair?.[1] ?? '').replaceAll(/\\([^])/g, '$1'), pair?.[2] ?? '']),
  );
}

/**
 * A timestamp as ISO 8601 with the offset of the zone: exact, sortable, and text to a spreadsheet,
 * which would otherwise reformat it for its locale.
 */
export function momentText(at: number, timeZone: string): string {
  // Offsets before 1970 had seconds, which this format cannot represent.
  const zone = at < 0 ? 'UTC' : timeZone;
  return Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(zone)
    .toString({ timeZoneName: 'never' });
}

/** Reads a timestamp; one without an offset, or a date alone, is in the given zone. */
export function parseMoment(cell: string, timeZone: string): number | null {
  const text = cell.trim();
  if (isCalendarDay(text)) return startOfDayInZone(text, timeZone);
  if (!/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?$/i.test(text)) {
    return readMoment(text) ?? null;
  }
  try {
    return Temporal.PlainDateTime.from(text.replace(' ', 'T')).toZonedDateTime(timeZone)
      .epochMilliseconds;
  } catch {
    return null;
  }
}

/** Yes or no, also as true, false, on, off, 1 and 0; null for anything else. */
export function parseBoolean(cell: string): boolean | null {
  const word = cell.trim().toLowerCase();
  if (['yes', 'true', 'on', '1'].includes(word)) return true;
  return ['no', 'false', 'off', '0'].includes(word) ? false : null;
}
