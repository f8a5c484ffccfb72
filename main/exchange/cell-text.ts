/// <reference lib="esnext.temporal" />
/// <reference types="vite/types/importMeta.d.ts" />
import { message, type Message, createTranslate, type Said } from '#shared/i18n/translate';
import { isCalendarDay, startOfDayInZone, zonedMoment } from '#shared/domain/calendar';
import { fold, textKey } from '#shared/domain/text';
import { readMoment } from '#shared/wire/read';
import { languages, type Catalogue } from '#shared/i18n/languages';

/** The titles of columns and the words of cells: a file is read in whatever language it was written. */
const catalogues = import.meta.glob<Catalogue>('../../shared/locales/*/{columns,fields}.json', {
  eager: true,
  import: 'default',
});

const catalogueOf = (tag: string): Catalogue =>
  Object.fromEntries(
    Object.entries(catalogues)
      .filter(([file]) => file.includes(`/${tag}/`))
      .flatMap(([, messages]) => Object.entries(messages)),
  );

const translates = languages.map(({ tag, locale }) =>
  createTranslate({ tag, locale, messages: catalogueOf(tag) }),
);

/** A title of a column or a word of a cell, as an export in each language writes it. */
export const inEveryLanguage = (said: Said): string[] =>
  typeof said === 'string' ? [said] : translates.map((t) => t(said));

/** In an imported cell: clears the field. An empty cell leaves it unchanged. */
const clearWord = '<clear>';
/** Replaces text longer than a spreadsheet cell allows; import leaves the field unchanged. */
export const tooLongWord = '<too long for a cell>';

const words = new Set([clearWord, tooLongWord]);
/** Texts that import does not take as they are. */
export const isWord = (text: string) => words.has(textKey(text)) || cellProblem(text) !== null;

/**
 * The errors of spreadsheets in every language, such as #N/A, #REF!, #¡VALOR! and #ИМЯ?, the marks of
 * a number that is too wide for its column, and those of LibreOffice.
 */
const errorText =
  /^(?:#[\p{Lu}\p{M}\d/_¡¿]{1,24}[!?]|#\p{Lu}[/\\]\p{Lu}|#(?:NV|YOK|HIÁNYZIK|GETTING_DATA)|#{3,}|Err:\d{3})$/u;
/** As a spreadsheet shortens a number, whose other digits are lost: 8.61235E+14. */
const shortenedNumber = /^-?\d(?:[.,]\d{1,14})?E\+\d{2,3}$/;

const shortenedProblem = message('exchange-files.problem.shortenedNumber');
export const errorProblem = (error: string) => message('exchange-files.problem.error', { error });
export const lostLetterProblem = message('exchange-files.problem.lostLetter');

/** Why the text of a cell is no value; null: it is one. */
export function cellProblem(cell: string): Message | null {
  // Most cells are neither, and this is asked for each of them.
  const text = cell.length > 60 ? '' : cell.trim();
  // A file holds � for half of a surrogate pair.
  if (cell.toWellFormed().includes('\uFFFD') && !cell.startsWith(mark)) return lostLetterProblem;
  if (errorText.test(text)) return errorProblem(text);
  if (!shortenedNumber.test(text)) return null;
  // The cell may hold a password, so it is not quoted.
  return shortenedProblem;
}

export const isClear = (cell: string) => textKey(cell) === clearWord;
export const isTooLong = (cell: string) => textKey(cell) === tooLongWord;

const wordsOf = (...texts: readonly string[]): ReadonlySet<string> => new Set(texts.map(fold));

/** In the first column: marks an example row of a template, which import skips. */
const exampleWords = wordsOf(...inEveryLanguage(message('columns.example')));
export const isExample = (cell: string) => exampleWords.has(fold(cell.trim()));

/**
 * How a formula begins: = + - @, also full-width, small, raised and lowered, the minus sign and the
 * Hebrew plus. Programs that normalise text make the first four of them.
 */
const formulaSigns = new Set('=+-@＝＋－＠﹦﹢﹣﹫⁼⁺⁻₌₊₋−﬩');

/**
 * Where a program may split a text into cells, whatever separates the cells of the file: it may assume
 * another separator, and then does not see our quotation marks.
 */
const separators = new Set(';,|\t\n\r\v\f\x1C\x1D\x1E\x1F\x85\u2028\u2029；，؛،');

/** What may be before a formula in its cell: white space, invisible characters and quotation marks. */
const skipped = /[\s\p{Cc}\p{Cf}"']/u;

/** Inert text begins with this mark. */
const mark = "'";

/** The positions in a text at which a spreadsheet might begin a formula. */
function formulaStarts(text: string): Set<number> {
  const starts = new Set<number>();
  // From the end, so that long runs of white space are passed once.
  let isFormula = false;
  for (let at = text.length - 1; at >= 0; at--) {
    const character = text[at]!;
    if (isFormula && separators.has(character)) starts.add(at + 1);
    if (formulaSigns.has(character)) isFormula = true;
    else if (isFormula && !skipped.test(character)) isFormula = false;
  }
  const withoutMarks = text.replace(/^'+/, '');
  if (isFormula || /^[\t\r\n]/.test(withoutMarks) || isWord(withoutMarks)) starts.add(0);
  return starts;
}

/**
 * Text for a cell of a CSV file. A formula that a spreadsheet would evaluate gets an apostrophe before
 * it, wherever the text may be split, but also a telephone number does, which would lose its + and be
 * subtracted at its dashes. So does text that equals one of our keywords. `cellToText` removes them.
 */
export function textToCsvCell(text: string): string {
  const starts = formulaStarts(text);
  if (starts.size === 0) return text;
  let cell = '';
  let from = 0;
  for (const start of [...starts].toSorted((a, b) => a - b)) {
    cell += text.slice(from, start) + mark;
    from = start;
  }
  return cell + text.slice(from);
}

/** Text for a typed text cell, where formulas are inert: only ambiguous text is marked. */
export function textToTypedCell(text: string): string {
  return cellToText(text) !== text || isWord(text) ? textToCsvCell(text) : text;
}

/** The text of a cell in either format. Any other apostrophe is kept. */
export function cellToText(cell: string): string {
  if (!cell.includes(mark)) return cell;
  const marks = [...formulaStarts(cell)].filter((start) => cell[start] === mark);
  if (marks.length === 0) return cell;
  let text = '';
  let from = 0;
  for (const at of marks.toSorted((a, b) => a - b)) {
    text += cell.slice(from, at);
    from = at + 1;
  }
  return text + cell.slice(from);
}

const outerMarks = /^[\u200e\u200f\u061c\ufeff]+|[\u200e\u200f\u061c\ufeff]+$/g;
const isolated =
  /^[\u2066-\u2068\u202a\u202b\u202d\u202e]([^\u2066-\u2069\u202a-\u202e]*)[\u2069\u202c]$/;

/** A value without the marks of direction that programs put around it: nobody sees them. */
export const withoutDirection = (text: string): string =>
  text.replace(outerMarks, '').replace(isolated, '$1').replace(outerMarks, '');

/**
 * A normal form of text that survives every file format: one kind of line end, without characters
 * that no file can hold. Import treats two texts with the same form as equal.
 */
export function comparable(text: string): string {
  return withoutDirection(text).toWellFormed().replaceAll(/\r\n?/g, '\n');
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
  return zonedMoment(at, zone).toString({ timeZoneName: 'never' });
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

/** Beside the words of exports, those that spreadsheets and people write. */
const yesWords = wordsOf(
  ...inEveryLanguage(message('columns.yes')),
  ...'y true on 1 ✓ ✔ ☑ j wahr s verdadero x verdadeiro vrai vero v tak prawda да истина صح صحيح صواب אמת'.split(
    ' ',
  ),
);
const noWords = wordsOf(
  ...inEveryLanguage(message('columns.no')),
  ...'n false off 0 ✗ ✘ ☐ falsch falso faux f nee onwaar nie fałsz нет ложь كلا خطأ שקר'.split(' '),
);

/** Yes or no in several languages, also as true, false, on, off, 1, 0 and marks; null for anything else. */
export function parseBoolean(cell: string): boolean | null {
  const word = fold(cell.trim());
  if (yesWords.has(word)) return true;
  return noWords.has(word) ? false : null;
}
