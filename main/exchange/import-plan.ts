import type { z } from 'zod';
import type { FieldChange } from '#shared/domain/change';
import type { JobStep } from '#shared/domain/job';
import type { ImportError } from '#shared/ipc/exchange';
import { isExample, isTooLong } from './cell-text';
import { columnName, type Column, type SourceRow, type SourceTable } from './table';

export interface PlannedStep {
  row: number;
  /** A description of the record. */
  label: string;
  step: JobStep;
  /** The changes by field, for the preview; a password is shown as "(set)". */
  changes: FieldChange[];
}

/** The effects of an import. Rows with an error have no step; planning sends nothing. */
export interface ImportPlan {
  steps: PlannedStep[];
  errors: ImportError[];
  /** Titles of unknown columns, which are ignored. */
  unknownColumns: string[];
  /** Rows that are already up to date. */
  unchanged: number;
}

/** One row of the file, its cells by the key of their column. */
export class ImportRow {
  readonly errors: ImportError[] = [];

  readonly #cells: ReadonlyMap<string, string>;
  readonly #titles: ReadonlyMap<string, string>;

  constructor(
    readonly number: number,
    cells: ReadonlyMap<string, string>,
    titles: ReadonlyMap<string, string>,
  ) {
    this.#cells = cells;
    this.#titles = titles;
  }

  /** The cell as in the file; null if it is empty or the file has no such column. */
  cell(key: string): string | null {
    const cell = this.#cells.get(key);
    return cell === undefined || cell.trim() === '' || isTooLong(cell) ? null : cell;
  }

  refuse(key: string | null, message: string): null {
    const column = key === null ? null : (this.#titles.get(key) ?? key);
    this.errors.push({ row: this.number, column, message });
    return null;
  }
}

export interface ImportRows {
  rows: ImportRow[];
  /** About the file as a whole. */
  errors: ImportError[];
  unknownColumns: string[];
}

/** Finds the columns of a file and its rows, without the examples of a template. */
export function importRows(source: SourceTable, columns: readonly Column[]): ImportRows {
  const keys = new Map(
    columns.flatMap(({ key, title }) => [
      [columnName(key), key],
      [columnName(title), key],
    ]),
  );
  const titles = new Map(columns.map(({ key, title }) => [key, title]));
  const errors: ImportError[] = [];
  const unknownColumns: string[] = [];
  const indexes = new Map<string, number>();
  source.header.forEach((title, index) => {
    const key = keys.get(columnName(title));
    if (key === undefined) {
      if (title.trim() !== '') unknownColumns.push(title.trim());
    } else if (indexes.has(key)) {
      const message = 'This column is there twice. Keep the one that counts.';
      errors.push({ row: source.headerRow, column: title.trim(), message });
    } else {
      indexes.set(key, index);
    }
  });
  if (indexes.size === 0) {
    const wanted = columns.map(({ title }) => `“${title}”`).join(', ');
    const message = `None of the columns is known. The header names them: ${wanted}.`;
    errors.push({ row: source.headerRow, column: null, message });
  }
  const rows = errors.length > 0 ? [] : source.rows.filter((row) => !isExample(row.cells[0] ?? ''));
  return {
    rows: rows.map((row) => new ImportRow(row.number, cellsOf(row, indexes), titles)),
    errors,
    unknownColumns,
  };
}

function cellsOf(row: SourceRow, indexes: ReadonlyMap<string, number>): Map<string, string> {
  return new Map([...indexes].map(([key, index]) => [key, row.cells[index] ?? '']));
}

/** The user-visible message for a value that the schema rejects. */
export function problemOf(error: z.ZodError): string {
  const [issue] = error.issues;
  if (issue?.code === 'too_big') return `At most ${issue.maximum} characters are kept.`;
  return issue?.message ?? 'This cannot be read.';
}
