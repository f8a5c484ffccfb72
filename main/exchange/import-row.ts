import type { z } from 'zod';
import { dayText, otherReading, readDate } from '#shared/domain/calendar';
import type { FieldChange } from '#shared/domain/change';
import type { FieldKind } from '#shared/domain/field';
import type { JobStep } from '#shared/domain/job';
import { tagsProblem, isValidityField, validityMoment } from '#shared/domain/user';
import type { ImportError, ImportField } from '#shared/ipc/exchange';
import { DayOnly, readMomentOrDay } from '#shared/wire/read';
import {
  isTooLong,
  cellToText,
  comparable,
  isClear,
  parseBoolean,
  parseList,
  parseMap,
  parseMoment,
} from './cell-text';
import { type SourceRow, type SourceTable, cellText, type ColumnOf } from './table';

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

/**
 * The result of a cell: a value, or undefined to leave the field unchanged (also after an error).
 */
export type CellInput = { value: unknown } | undefined;

const emptyOf: Partial<Record<FieldKind, unknown>> = { set: [], map: {} };

/**
 * Reads one field of one row. A cell that equals the exported text of the record leaves the field
 * unchanged, so importing an unchanged export changes nothing.
 */
export function readField<T>(
  row: ImportRow,
  column: ColumnOf<T>,
  kind: FieldKind,
  current: T | null,
  timeZone: string,
): CellInput {
  const cell = row.cell(column.key);
  if (cell === null) return undefined;
  if (isClear(cell)) return { value: emptyOf[kind] ?? null };
  const text = cellToText(cell);
  if (current) {
    const exported = cellText(column.of(current), column.kind, timeZone);
    if (comparable(text) === comparable(exported)) return undefined;
  }
  const read = parsed(text, column.key, kind, timeZone);
  if (read.ok) return { value: read.value };
  row.refuse(column.key, read.problem);
  return undefined;
}

type Parsed = { ok: true; value: unknown } | { ok: false; problem: string };

/** The parsers return null or undefined for text they cannot read. */
function orProblem(value: unknown, problem: string): Parsed {
  return value === null || value === undefined ? { ok: false, problem } : { ok: true, value };
}

function parsed(text: string, field: string, kind: FieldKind, timeZone: string): Parsed {
  switch (kind) {
    case 'switch':
      return orProblem(parseBoolean(text), 'Write yes or no.');
    case 'count': {
      const isCount = /^\s*\d+\s*$/.test(text) && Number.isSafeInteger(Number(text));
      return orProblem(isCount ? Number(text) : null, 'Write a whole number from 0.');
    }
    case 'moment':
      return parsedMoment(text, field, timeZone);
    case 'set':
      return orProblem(
        parseList(text),
        'Separate the items by semicolons and close every quotation mark.',
      );
    case 'map':
      return parsedTags(text);
    case 'text':
    case 'day':
    case 'secret':
      return { ok: true, value: text };
  }
}

/** A day in a validity is valid as a whole, as in the form and in the export. */
function parsedMoment(text: string, field: string, timeZone: string): Parsed {
  const read = readMomentOrDay(text);
  // What stands for "no date", as in the answers of a service.
  if (read === null) return { ok: true, value: null };
  const day = read instanceof DayOnly ? read.day : (readDate(text) ?? otherReading(text));
  if (day === null || !isValidityField(field)) {
    return orProblem(
      parseMoment(text, timeZone),
      'Not a date or time. Write it as 2030-01-31, 2030-01-31T08:00 or 2030-01-31T08:00:00Z.',
    );
  }
  const other = otherReading(text);
  if (other === null || other === day)
    return { ok: true, value: validityMoment(field, day, timeZone) };
  const problem = `This can be ${dayText(day)} or ${dayText(other)}. Write it as ${day} or ${other}.`;
  return { ok: false, problem };
}

function parsedTags(text: string): Parsed {
  const tags = parseMap(text);
  if (!tags) {
    return { ok: false, problem: 'Write name=value and separate several by semicolons.' };
  }
  const problem = tagsProblem(tags);
  return problem === null ? { ok: true, value: tags } : { ok: false, problem };
}
