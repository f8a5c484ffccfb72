import { fail } from '#shared/fault';
import type { ImportKind } from '#shared/ipc/exchange';
import type { SourceRow, SourceTable } from './table';

/** What a table to import may contain at most. */
export interface TableLimits {
  rows: number;
  columns: number;
  /** Cells of all rows, counting the empty ones before the last cell of a row. */
  cells: number;
  /** Characters in one cell. */
  cellCharacters: number;
  /** Characters in all cells. */
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

/** Collects the rows of a file while it is read; the first row over a limit refuses the file. */
export interface TableBuilder {
  /** `number`: as a spreadsheet shows it, from 1. */
  add(number: number, cells: readonly string[]): void;
  hasHeader(): boolean;
  /** null if there is no header. */
  table(): SourceTable | null;
}

export function createTableBuilder(limits: TableLimits): TableBuilder {
  let header: { number: number; cells: readonly string[] } | null = null;
  const rows: SourceRow[] = [];
  let cellCount = 0;
  let characters = 0;

  function count(number: number, cells: readonly string[]): void {
    if (cells.length > limits.columns) refuseColumns(limits);
    cellCount += cells.length;
    if (cellCount > limits.cells) refuse(`more than ${figure(limits.cells)} cells`);
    for (const { length } of cells) {
      if (length > limits.cellCharacters) refuseText(limits, number);
      characters += length;
    }
    if (characters > limits.characters) refuse(`more than ${figure(limits.characters)} characters`);
  }

  return {
    add(number, cells) {
      count(number, cells);
      if (cells.every((cell) => cell.trim() === '')) return;
      if (header === null) {
        // A note above the table.
        if (!cells[0]?.startsWith('#')) header = { number, cells };
        return;
      }
      if (rows.length === limits.rows) refuse(`more than ${figure(limits.rows)} rows`);
      rows.push({ number, cells });
    },
    hasHeader: () => header !== null,
    table: () => header && { header: header.cells, headerRow: header.number, rows },
  };
}

export function refuseColumns({ columns }: Pick<TableLimits, 'columns'>): never {
  return refuse(
    `more than ${figure(columns)} columns`,
    'Remove the columns that you do not import.',
  );
}

export function refuseText({ cellCharacters }: TableLimits, row: number): never {
  return refuse(
    `more than ${figure(cellCharacters)} characters in one cell, in row ${row}`,
    'Shorten that text.',
  );
}

/** "100,000", as in the rest of the user interface. */
export const figure = (count: number): string => count.toLocaleString('en');

const split = 'Split it and import the parts one after another.';

/** Refuses a file; `what` names the limit and its value. */
export function refuse(what: string, todo = split): never {
  return fail({
    kind: 'invalid',
    field: 'file',
    message: `This file has ${what}. ${todo}`,
  });
}
