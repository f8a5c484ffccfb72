import Papa from 'papaparse';
import { fail } from '#shared/fault';
import { textToCsvCell } from './cell-text';
import { batchesOf, type CountRows } from './pieces';
import { cellText, sourceTable, type LongTable, type SourceTable, type Table } from './table';

const byteOrderMark = '\uFEFF';

/** Rows formatted at a time. */
const batchRows = 500;

/**
 * A table as CSV that Excel opens correctly: UTF-8 with a byte order mark, CRLF, RFC 4180, nothing
 * that would run as a formula. Notes are lines that begin with "#", above the header.
 */
export function* csvText(
  table: Pick<LongTable, 'columns' | 'notes' | 'rows' | 'timeZone'>,
  count?: CountRows,
): Generator<string> {
  const notes = table.notes.map(([label, text]) => [`# ${label}: ${text.replaceAll(/\s+/g, ' ')}`]);
  const titles = table.columns.map(({ title }) => textToCsvCell(title));
  const lines = (rows: string[][]) => `${Papa.unparse(rows, { newline: '\r\n' })}\r\n`;
  yield `${byteOrderMark}${lines([...notes, titles])}`;
  for (const batch of batchesOf(table.rows, batchRows)) {
    const rows = batch.map((cells) =>
      table.columns.map(({ kind }, index) => {
        const text = cellText(cells[index] ?? null, kind, table.timeZone);
        // A number or timestamp that begins with a minus needs no mark.
        return kind === 'number' || kind === 'moment' ? text : textToCsvCell(text);
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
 * code page.
 */
export function readCsv(bytes: Uint8Array): CsvTable {
  const { text, delimiter } = withoutSeparatorLine(decoded(bytes));
  const { data, errors, meta } = Papa.parse<string[]>(text, {
    delimiter: delimiter ?? sniffed(text),
  });
  const broken = errors.find(({ type }) => type === 'Quotes');
  if (broken) {
    const row = (broken.row ?? 0) + 1;
    fail({
      kind: 'invalid',
      field: 'file',
      message: `A quotation mark in row ${row} is not closed, so the file cannot be read from there on.`,
    });
  }
  const table = sourceTable(data);
  if (!table) return fail({ kind: 'invalid', field: 'file', message: 'The file is empty.' });
  const lines = linesOf(data, meta.linebreak, delimiter === null ? 1 : 2);
  return { ...table, lineOf: (rowNumber) => lines[rowNumber - 1]! };
}

/**
 * The first line of each row. A quoted cell may contain line breaks, so a row may take several
 * lines.
 */
function linesOf(rows: readonly (readonly string[])[], linebreak: string, first: number): number[] {
  // The character that every line break of this file contains; with mixed line ends the other one
  // stays in a cell.
  const mark = linebreak === '\r' ? '\r' : '\n';
  let line = first;
  return rows.map((cells) => {
    const begins = line++;
    for (const cell of cells) if (cell.includes(mark)) line += cell.split(mark).length - 1;
    return begins;
  });
}

function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
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
function sniffed(text: string): string {
  const columns = (delimiter: string) => {
    const { data } = Papa.parse<string[]>(text, { delimiter, preview: 100 });
    return sourceTable(data)?.header.length ?? 0;
  };
  return [',', ';', '\t'].reduce((best, each) => (columns(each) > columns(best) ? each : best));
}
