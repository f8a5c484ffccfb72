import type { z } from 'zod';
import type { FieldChange } from '#shared/domain/change';
import type { JobStep } from '#shared/domain/job';
import type { ImportError, ImportField } from '#shared/ipc/exchange';
import { isTooLong } from './cell-text';
import type { SourceRow, SourceTable } from './table';

export interface PlannedStep {
  row: number;
  /** A description of the record. */
  label: string;
  step: JobStep;
  /** The changes by field, for the preview; a password is shown as "(set)". */
  changes: FieldChange[];
}

/** What the rows of a file do. Rows with an error have no step; planning sends nothing. */
export interface PlannedRows {
  steps: PlannedStep[];
  errors: ImportError[];
  /** Rows that are already up to date. */
  unchanged: number;
}

/** The effects of an import, and how the file was read. */
export interface ImportPlan extends PlannedRows {
  /** Rows of records in the file. */
  rows: number;
  /** Headings of columns that are ignored. */
  unknownColumns: string[];
  fields: ImportField[];
  source: SourceTable;
}

/** One row of the file, its cells by field. */
export class ImportRow {
  readonly errors: ImportError[] = [];

  readonly number: number;
  readonly #refused = new Set<string>();
  readonly #source: SourceTable;
  readonly #cells: readonly string[];
  readonly #fields: ReadonlyMap<string, ImportField>;

  constructor(source: SourceTable, row: SourceRow, fields: ReadonlyMap<string, ImportField>) {
    this.#source = source;
    this.#cells = row.cells;
    this.number = row.number;
    this.#fields = fields;
  }

  /**
   * The cell as in the file; null if it is empty, or if the file has no such column and there is no
   * value for new records.
   */
  cell(key: string): string | null {
    const field = this.#fields.get(key);
    if (!field) return null;
    const { columns, value } = field;
    if (columns.length === 0) return value !== null && this.cell('id') === null ? value : null;
    const texts = columns.map((index) => this.#cells[index] ?? '');
    const text =
      texts.length === 1
        ? texts[0]!
        : texts
            .map((each) => each.trim())
            .join(' ')
            .trim();
    return text.trim() === '' || isTooLong(text) ? null : text;
  }

  /** Whether something is wrong with this field. */
  isRefused(key: string): boolean {
    return this.#refused.has(key);
  }

  refuse(key: string, message: string): null {
    this.#refused.add(key);
    const field = this.#fields.get(key);
    const columnIndex = field?.columns[0] ?? null;
    const heading = columnIndex === null ? undefined : this.#source.header[columnIndex]?.trim();
    const column = heading || field?.title || key;
    this.errors.push({ row: this.number, column, columnIndex, message });
    return null;
  }
}

/** The user-visible message for a value that the schema rejects. */
export function problemOf(error: z.ZodError): string {
  const [issue] = error.issues;
  if (issue?.code === 'too_big') return `At most ${issue.maximum} characters are kept.`;
  return issue?.message ?? 'This cannot be read.';
}
