import { message, type Message } from '#shared/i18n/translate';
import { failInvalid } from '#shared/fault';
import type { ImportKind, TableFormat, TableReading } from '#shared/ipc/exchange';
import {
  columnName,
  type CellProblem,
  type IsTitle,
  type SourceRow,
  type SourceTable,
  type TableWidth,
} from './table';

/** What a table to import may contain at most. */
export interface TableLimits {
  rows: number;
  columns: number;
  /** Cells of all rows, counting the empty ones before the last cell of a row. */
  cells: number;
  cellCharacters: number;
  characters: number;
}

export const recordLimits: TableLimits = {
  rows: 100_000,
  columns: 1_000,
  cells: 5_000_000,
  cellCharacters: 100_000,
  characters: 200_000_000,
};

/** A row of a membership is short, and a large account has several for each device. */
export const tableLimits: Record<ImportKind, TableLimits> = {
  users: recordLimits,
  groups: recordLimits,
  membership: { ...recordLimits, rows: 1_000_000 },
};

/** A table without the way in which it was read. */
type ReadRows = Omit<SourceTable, 'reading'> &
  Pick<TableReading, 'headerRow' | 'headerRows' | 'rowsAbove'>;

export type TableBuilder = ReturnType<typeof createTableBuilder>;

/** The header is looked for in so many rows; titles and remarks may be above it. */
const mostRowsToHeader = 20;

/**
 * Collects the rows of a file while it is read; the first row over a limit refuses the file. `headerRow`: as the user chose; otherwise it is found by its titles. `isTitle`: null if none is known,
 * then the first row is the header.
 */
export function createTableBuilder(
  limits: TableLimits,
  format: TableFormat,
  isTitle: IsTitle | null,
  headerRow?: number,
) {
  /** The first rows, until the header is found. */
  const first: SourceRow[] = [];
  let header: SourceRow | null = null;
  const rows: SourceRow[] = [];
  let cellCount = 0;
  let characters = 0;

  function count(number: number, cells: readonly string[]): void {
    if (cells.length > limits.columns) refuseColumns(limits);
    cellCount += cells.length;
    if (cellCount > limits.cells) {
      refuseFile(message('exchange-files.limit.cells', { most: limits.cells }));
    }
    for (const { length } of cells) {
      if (length > limits.cellCharacters) refuseText(limits, number);
      characters += length;
    }
    if (characters > limits.characters) refuseCharacters(limits);
  }

  function addRow(row: SourceRow): void {
    if (rows.length === limits.rows) {
      refuseFile(message('exchange-files.limit.rows', { most: limits.rows }));
    }
    rows.push(row);
  }

  function findHeader(): void {
    header = first.find(({ number }) => number === headerRow) ?? headerOf(first, isTitle);
    if (header) for (const row of first) if (row.number > header.number) addRow(row);
  }

  return {
    /** `number`: as a spreadsheet shows it, from 1. */
    add(number: number, cells: readonly string[], problems: readonly CellProblem[] = []): void {
      count(number, cells);
      if (cells.every(isBlank) && problems.length === 0) return;
      const row = { number, cells, ...(problems.length > 0 && { problems }) };
      if (header) return addRow(row);
      if (first.length === 0 && isNote(cells)) return undefined;
      first.push(row);
      if (first.length >= mostRowsToHeader || number === headerRow) findHeader();
      return undefined;
    },
    hasHeader: () => header !== null,
    /** null if there is no header. */
    table(): ReadRows | null {
      if (!header) findHeader();
      if (!header) return null;
      const { number, cells } = header;
      const titledColumns = cells.findLastIndex((title) => !isBlank(title)) + 1;
      // In a workbook every value is in its column; in a text they are only counted.
      const width = { titledColumns, mostCells: format === 'csv' ? cells.length : limits.columns };
      const candidates = first.map((row) => row.number);
      return {
        ...titlesOf(cells, width, rows),
        headerRow: number,
        ...width,
        rows,
        headerRows: candidates,
        rowsAbove: candidates.filter((each) => each < number),
      };
    },
  };
}

const isBlank = (cell: string) => cell.trim() === '';

/** A note above the table, such as an export has; "#" alone is the title of a column of numbers. */
function isNote([first = '', ...others]: readonly string[]): boolean {
  return first.startsWith('#') && (first.trim() !== '#' || others.every(isBlank));
}

/**
 * The row with most of the known titles. Without two of them, the first row with a known title or,
 * below titles and remarks of one cell, the first that is as wide as the table.
 */
function headerOf(rows: readonly SourceRow[], isTitle: IsTitle | null): SourceRow | null {
  const titles = ({ cells }: SourceRow) => cells.filter((cell) => !isBlank(cell)).length;
  const knownTitles = ({ cells }: SourceRow) =>
    new Set(isTitle ? cells.filter(isTitle).map(columnName) : []).size;
  const [best] = rows.toSorted((a, b) => knownTitles(b) - knownTitles(a));
  const [first] = rows;
  if (!best || !first || !isTitle) return first ?? null;
  if (knownTitles(best) > 1 || knownTitles(first) > 0) return best;
  const width = Math.max(...rows.map(titles));
  return rows.find((row) => titles(row) * 2 >= width) ?? first;
}

/** The titles as they are in the file, and the columns that have content and no title. */
function titlesOf(
  header: readonly string[],
  width: TableWidth,
  rows: readonly SourceRow[],
): { header: string[]; untitled: Set<number> } {
  const titles = header.map((title) => title.trim());
  const untitled = new Set<number>();
  for (const { cells } of rows) {
    if (isShifted(cells, width)) continue;
    for (const [index, cell] of cells.entries()) {
      if (titles[index] || isBlank(cell)) continue;
      while (titles.length < index) titles.push('');
      titles[index] ??= '';
      untitled.add(index);
    }
  }
  return { header: titles, untitled };
}

/**
 * Whether a row has a value directly beside the table, or more cells than the header: a text was
 * split, so its values may be in the wrong columns.
 */
export function isShifted(
  cells: readonly string[],
  { titledColumns, mostCells }: TableWidth,
): boolean {
  if (cells.length <= titledColumns) return false;
  const last = cells.findLastIndex((cell) => !isBlank(cell));
  return last >= mostCells || (last >= titledColumns && !isBlank(cells[titledColumns] ?? ''));
}

export function refuseColumns({ columns }: Pick<TableLimits, 'columns'>): never {
  return refuseFile(message('exchange-files.limit.columns', { most: columns }));
}

export function refuseText({ cellCharacters }: TableLimits, row: number): never {
  return refuseFile(
    message('exchange-files.limit.text', { most: cellCharacters, row: String(row) }),
  );
}

export function refuseCharacters({ characters }: TableLimits): never {
  return refuseFile(message('exchange-files.limit.characters', { most: characters }));
}

/** Refuses a file for a reason that its reader can understand. */
export function refuseFile(reason: Message): never {
  return failInvalid('file', reason);
}
