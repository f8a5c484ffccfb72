import { unzipSync } from 'fflate';
import readXlsxFile from 'read-excel-file/universal';
import writeXlsxFile, { type CellObject } from 'write-excel-file/node';
import { fail, FaultError } from '#shared/fault';
import { textToTypedCell } from './cell-text';
import {
  cellText,
  columnName,
  sourceTable,
  type Cell,
  type CellKind,
  type Column,
  type SourceTable,
  type Table,
} from './table';
import { hex, isNumberCell, refuseTooManyRows, storedText } from './xlsx-text';

/** More than this unpacked is no table of ours but an attack on the memory. */
const mostUnpackedBytes = 512 * 1024 * 1024;

/**
 * A table as a workbook: the sheet itself, with every text typed as text (ids keep their zeros and
 * formulas stay inert), and a second sheet with the notes.
 */
export async function writeXlsx(table: Table): Promise<Uint8Array> {
  refuseTooManyRows(table.rows.length);
  const header = table.columns.map(({ title }) => ({
    ...textCell(title),
    fontWeight: 'bold' as const,
  }));
  const rows = table.rows.map((cells) =>
    table.columns.map(({ kind }, index) => typedCell(cells[index] ?? null, kind, table.timeZone)),
  );
  const notes = table.notes.map((note) => note.map((text) => textCell(text)));
  const file = writeXlsxFile([
    {
      sheet: table.name,
      data: [header, ...rows],
      stickyRowsCount: 1,
      columns: table.columns.map(({ title }) => ({ width: Math.max(14, title.length + 2) })),
    },
    { sheet: 'About', data: notes, columns: [{ width: 22 }, { width: 90 }] },
  ]);
  return file.toBuffer();
}

function typedCell(cell: Cell, kind: CellKind, timeZone: string): CellObject | null {
  if (isNumberCell(cell, kind)) return { value: cell, type: Number };
  const text = cellText(cell, kind, timeZone);
  return text === '' ? null : textCell(textToTypedCell(text));
}

/** Format "@" is "text": what is typed over it later keeps its zeros too. */
function textCell(text: string): CellObject {
  return { value: withoutTakenName(storedText(text)), type: String, format: '@' };
}

/** The writer keeps its strings in a plain object, where these names are taken ("constructor"). */
function withoutTakenName(text: string): string {
  return text in Object.prototype ? hex(text, 0) + text.slice(1) : text;
}

/** Reads the sheet of a workbook that has most of the columns; the first one where none has any. */
export async function readXlsx(
  bytes: Uint8Array,
  columns: readonly Column[],
): Promise<SourceTable> {
  const sheets = await sheetsIn(bytes);
  const known = new Set(columns.flatMap(({ key, title }) => [columnName(key), columnName(title)]));
  let best: { table: SourceTable; found: number } | null = null;
  for (const sheet of sheets) {
    const table = sourceTable(sheet);
    if (!table) continue;
    const found = table.header.filter((title) => known.has(columnName(title))).length;
    if (!best || found > best.found) best = { table, found };
  }
  return best?.table ?? fail({ kind: 'invalid', field: 'file', message: 'The workbook is empty.' });
}

async function sheetsIn(bytes: Uint8Array): Promise<string[][][]> {
  try {
    refuseBombs(bytes);
    const file = new Uint8Array(bytes).buffer;
    const sheets = await readXlsxFile(file, { trim: false });
    return sheets.map(({ data }) => data.map((row) => row.map((value) => textOf(value))));
  } catch (error) {
    if (error instanceof FaultError) throw error;
    return fail({
      kind: 'invalid',
      field: 'file',
      message: 'The workbook cannot be read. Save it again as "Excel workbook (.xlsx)" or as CSV.',
    });
  }
}

function refuseBombs(bytes: Uint8Array): void {
  let unpacked = 0;
  unzipSync(bytes, {
    filter: ({ originalSize }) => {
      unpacked += originalSize;
      return false;
    },
  });
  if (unpacked > mostUnpackedBytes) {
    fail({ kind: 'invalid', field: 'file', message: 'The workbook is too large to be read.' });
  }
}

/** A date cell has no zone: it is the day or the time as written, and a moment is made of it later. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) {
    const [day = '', time = ''] = value.toISOString().slice(0, 19).split('T');
    return time === '00:00:00' ? day : `${day}T${time}`;
  }
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
