// Why it is so: docs/decisions/0035-tables-and-files.md
import { message } from '#shared/i18n/translate';
import Papa from 'papaparse';
import { separators, type TableChoices } from '#shared/ipc/exchange';
import { isWord, textToCsvCell, lostLetterProblem } from './cell-text';
import { batchesOf, type CountRows } from './pieces';
import { decodeText, refuseMarkup } from './encoding';
import {
  cellText,
  type CellProblem,
  type IsTitle,
  type LongTable,
  type SourceTable,
  wordingOf,
} from './table';
import { createTableBuilder, recordLimits, refuseFile, type TableLimits } from './table-limits';

const byteOrderMark = '\uFEFF';

/** Rows formatted at a time. */
const batchRows = 500;
/** Characters in which the header is looked for. */
const sniffedLength = 1 << 20;
/** Rows per progress report. */
const toldEvery = 5_000;
const noLimits: TableLimits = {
  rows: Infinity,
  columns: Infinity,
  cells: Infinity,
  cellCharacters: Infinity,
  characters: Infinity,
};

/**
 * A table as CSV that Excel opens correctly: UTF-8 with a byte order mark, CRLF, RFC 4180, nothing
 * that would run as a formula. Notes are lines that begin with "#", above the header.
 */
export function* csvText(
  table: Pick<LongTable, 'columns' | 'notes' | 'rows' | 'timeZone' | 'wording'>,
  count?: CountRows,
): Generator<string> {
  const wording = wordingOf(table);
  const notes = table.notes.map(([label, text]) => [
    textToCsvCell(`# ${label}: ${text.replaceAll(/\s+/g, ' ')}`),
  ]);
  const titles = table.columns.map(({ title }) => textToCsvCell(title));
  const lines = (rows: string[][]) => `${Papa.unparse(rows, { newline: '\r\n' })}\r\n`;
  yield `${byteOrderMark}${lines([...notes, titles])}`;
  for (const batch of batchesOf(table.rows, batchRows)) {
    const rows = batch.map((cells) =>
      table.columns.map(({ kind }, index) => {
        const cell = cells[index] ?? null;
        const text = cellText(cell, kind, table.timeZone, wording);
        // A number or timestamp that begins with a minus needs no mark. A column of numbers may also
        // contain the original of a value that was not understood, which is a text.
        const isPlain = typeof cell === 'number' || (kind === 'asRead' && isWord(text));
        return isPlain ? text : textToCsvCell(text);
      }),
    );
    yield lines(rows);
    count?.(batch.length);
  }
}

interface CsvTable extends SourceTable {
  /** The line of the file on which a row begins, counted from 1 as in a text editor. */
  lineOf: (rowNumber: number) => number;
}

/**
 * Reads common CSV files, whatever separates their cells and whatever their encoding. Rows are
 * counted as they are read, so a file over a limit is refused at that row.
 */
export function readCsv(
  bytes: Uint8Array,
  isTitle: IsTitle | null = null,
  limits: TableLimits = recordLimits,
  onShare: (share: number) => void = () => undefined,
  choices: TableChoices = {},
): CsvTable {
  const decoded = decodeText(bytes, choices.encoding);
  refuseMarkup(decoded.text);
  const { text, delimiter } = withoutSeparatorLine(withoutWrapping(decoded.text));
  const separator = choices.separator ?? delimiter ?? sniffed(text, isTitle);
  const builder = createTableBuilder(limits, 'csv', isTitle, choices.headerRow);
  const lines: number[] = [];
  let line = delimiter === null ? 1 : 2;
  let cellsBefore = 0;
  Papa.parse<string[]>(text, {
    delimiter: separator,
    step: ({ data, errors, meta }) => {
      const number = lines.length + 1;
      const isLast = meta.cursor >= text.length && !/[\r\n]$/.test(text);
      const quotes = errors.find(({ type }) => type === 'Quotes')?.code;
      const isOpen = quotes === 'MissingQuotes';
      const isOneLine = lineBreaksIn(data, meta.linebreak) === 0;
      if (quotes !== undefined && !(isOpen && isLast && isOneLine)) refuseQuotes(number, isOpen);
      const isCut = isLast && (isOpen || data.length < cellsBefore);
      cellsBefore = data.length;
      builder.add(number, data.map(withoutForcedText), problemsOf(data, isCut, decoded.isDamaged));
      lines.push(line);
      line += 1 + lineBreaksIn(data, meta.linebreak);
      if (number % toldEvery === 0) onShare(meta.cursor / text.length);
    },
  });
  const table = builder.table();
  if (!table) return refuseFile(message('exchange-files.file.empty'));
  const { headerRows, rowsAbove, ...rest } = table;
  const { encoding, isGuessed, encodings } = decoded;
  return {
    ...rest,
    reading: {
      format: 'csv',
      headerRow: rest.headerRow,
      headerRows,
      rowsAbove,
      separator,
      encoding,
      isEncodingGuessed: isGuessed,
      encodings,
      samples: [],
    },
    lineOf: (rowNumber) => lines[rowNumber - 1]!,
  };
}

/** What cannot be read of a row: all of it if the file ends in it, and damaged letters. */
function problemsOf(cells: readonly string[], isCut: boolean, isDamaged: boolean): CellProblem[] {
  if (isCut) {
    const problem = message('exchange-files.csv.cutOff', { cells: cells.length });
    return [{ column: null, message: problem }];
  }
  if (!isDamaged) return [];
  return cells.flatMap((cell, column) =>
    cell.includes('\uFFFD') ? [{ column, message: lostLetterProblem }] : [],
  );
}

function refuseQuotes(row: number, isOpen: boolean): never {
  const key = isOpen ? 'exchange-files.csv.quotesOpen' : 'exchange-files.csv.quotes';
  return refuseFile(message(key, { row: String(row) }));
}

/** A quoted cell may contain line breaks, so a row may take several lines. */
function lineBreaksIn(cells: readonly string[], linebreak: string): number {
  // The character that every line break of this file contains; with mixed line ends the other one
  // stays in a cell.
  const mark = linebreak === '\r' ? '\r' : '\n';
  let count = 0;
  for (const cell of cells) if (cell.includes(mark)) count += cell.split(mark).length - 1;
  return count;
}

/** Programs write `="00123"` so that a spreadsheet does not take a text for a number. */
function withoutForcedText(cell: string): string {
  if (!cell.startsWith('="')) return cell;
  const [, text] = /^="((?:[^"]|"")*)"$/.exec(cell) ?? [];
  return text === undefined ? cell : text.replaceAll('""', '"');
}

const wrapped = /^"(?:[^"]|"")*"$/;
const judgedLines = 100;

/**
 * The text without what is around it: the mark that ends a file of DOS, and quotation marks around each whole line,
 * which some spreadsheets add to a file that was opened as one column.
 */
function withoutWrapping(given: string): string {
  const end = given.lastIndexOf('\u001A');
  const text = end >= 0 && given.slice(end + 1).trim() === '' ? given.slice(0, end) : given;
  const [head = '', ...rows] = text
    .slice(0, sniffedLength)
    .split(/\r\n|\r|\n/, judgedLines)
    .filter((line) => line.trim() !== '');
  const inside = (line: string) =>
    wrapped.test(line) ? line.slice(1, -1).replaceAll('""', '"') : line;
  const isWrapped =
    rows.length > 0 &&
    rows.every((line) => wrapped.test(line)) &&
    separators.some((delimiter) => {
      const cells = (line: string) =>
        Papa.parse<string[]>(inside(line), { delimiter }).data[0]?.length ?? 0;
      return cells(head) > 1 && rows.every((line) => cells(line) === cells(head));
    });
  return isWrapped ? text.replaceAll(/[^\r\n]+/g, inside) : text;
}

/** The line `sep=;` in which Excel stores the delimiter. */
function withoutSeparatorLine(text: string): { text: string; delimiter: string | null } {
  const match = /^("?)sep=(.)\1(?:\r\n|\r|\n)/i.exec(text);
  if (!match) return { text, delimiter: null };
  return { text: text.slice(match[0].length), delimiter: match[2] ?? null };
}

/** The delimiter that splits the header into the most titles, known ones first. */
function sniffed(whole: string, isTitle: IsTitle | null): string {
  const text = whole.slice(0, sniffedLength);
  const titles = (delimiter: string) => {
    const builder = createTableBuilder(noLimits, 'csv', isTitle);
    const { data } = Papa.parse<string[]>(text, { delimiter, preview: 100 });
    for (const [index, cells] of data.entries()) builder.add(index + 1, cells);
    const { header = [] } = builder.table() ?? {};
    const found = isTitle ? header.filter(isTitle).length : 0;
    return found * sniffedLength + header.length;
  };
  return separators.reduce((best, each) => (titles(each) > titles(best) ? each : best));
}
