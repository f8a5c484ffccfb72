import Papa from 'papaparse';
import { fail } from '#shared/fault';
import { textToCsvCell } from './cell-text';
import { batchesOf, type CountRows } from './pieces';
import { cellText, sourceTable, type LongTable, type SourceTable, type Table } from './table';
import { createTableBuilder, recordLimits, type TableLimits } from './table-limits';

const byteOrderMark = '\uFEFF';

/** Rows formatted at a time. */
const batchRows = 500;
/** Characters in which the header is looked for. */
const sniffedLength = 1 << 20;
/** Rows per progress report. */
const toldEvery = 5_000;

/**
 * A table as CSV that Excel opens correctly: UTF-8 with a byte order mark, CRLF, RFC 4180, nothing
 * that would run as a formula. Notes are lines that begin with "#", above the header.
 */
export function* csvText(
  table: Pick<LongTable, 'columns' | 'notes' | 'rows' | 'timeZone'>,
  count?: CountRows,
): Generator<string> {
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
        const text = cellText(cell, kind, table.timeZone);
        // A number or timestamp that begins with a minus needs no mark. A column of numbers may also
        // contain the original of a value that was not understood, which is a text.
        return typeof cell === 'number' ? text : textToCsvCell(text);
      }),
    );
    yield lines(rows);
    count?.(batch.length);
  }
}

export function writeCsv(table: Table): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode([...csvText(table)].join(''));
}

export interface CsvTable extends SourceTable {
  /** The line of the file on which a row begins, counted from 1 as in a text editor. */
  lineOf: (rowNumber: number) => number;
}

/**
 * Reads common CSV files: separated by comma, semicolon or tab, in UTF-8, UTF-16 or the Windows
 * code page. Rows are counted as they are read, so a file over a limit is refused at that row.
 */
export function readCsv(
  bytes: Uint8Array,
  limits: TableLimits = recordLimits,
  onShare: (share: number) => void = () => undefined,
): CsvTable {
  const { text, delimiter } = withoutSeparatorLine(decoded(bytes));
  const builder = createTableBuilder(limits);
  const lines: number[] = [];
  let line = delimiter === null ? 1 : 2;
  Papa.parse<string[]>(text, {
    delimiter: delimiter ?? sniffed(text),
    step: ({ data, errors, meta }) => {
      const number = lines.length + 1;
      if (errors.some(({ type }) => type === 'Quotes')) refuseQuotes(number);
      builder.add(number, data);
      lines.push(line);
      line += 1 + lineBreaksIn(data, meta.linebreak);
      if (number % toldEvery === 0) onShare(meta.cursor / text.length);
    },
  });
  const table = builder.table();
  if (!table) return fail({ kind: 'invalid', field: 'file', message: 'The file is empty.' });
  return { ...table, lineOf: (rowNumber) => lines[rowNumber - 1]! };
}

function refuseQuotes(row: number): never {
  return fail({
    kind: 'invalid',
    field: 'file',
    message: `A quotation mark in row ${row} is not closed, so the file cannot be read from there on.`,
  });
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

function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  // UTF-16 without a mark: a table begins with a letter, which has one byte of zero.
  if (first && second === 0 && bytes[2]) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0 && second && bytes[2] === 0) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Excel writes this as plain "CSV" in western countries.
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The line `sep=;` in which Excel stores the delimiter. */
function withoutSeparatorLine(text: string): { text: string; delimiter: string | null } {
  const match = /^sep=(.)(?:\r\n|\r|\n)/i.exec(text);
  if (!match) return { text, delimiter: null };
  return { text: text.slice(match[0].length), delimiter: match[1] ?? null };
}

/** The delimiter that splits the header row into the most columns. */
function sniffed(whole: string): string {
  const text = whole.slice(0, sniffedLength);
  const columns = (delimiter: string) => {
    const { data } = Papa.parse<string[]>(text, { delimiter, preview: 100 });
    return sourceTable(data)?.header.length ?? 0;
  };
  return [',', ';', '\t'].reduce((best, each) => (columns(each) > columns(best) ? each : best));
}
