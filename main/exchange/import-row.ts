import { message, type Message, type Said } from '#shared/i18n/translate';
import type { z } from 'zod';
import { otherReading, readDate } from '#shared/i18n/read-dates';
import type { FieldChange } from '#shared/domain/change';
import type { Field, FieldKind } from '#shared/domain/field';
import type { JobStep } from '#shared/domain/job';
import { tagsProblem, isValidityField, validityMoment } from '#shared/domain/user';
import { plainDigits } from '#shared/domain/text';
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
  withoutDirection,
} from './cell-text';
import { type SourceRow, type SourceTable, cellText, type ColumnOf } from './table';

interface PlannedStep {
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
  unknownColumns: Said[];
  fields: ImportField[];
  source: SourceTable;
}

/** One row of the file, its cells by field. */
export class ImportRow {
  readonly errors: ImportError[] = [];

  readonly number: number;
  readonly #refused = new Set<string>();
  readonly #cells: readonly string[];

  constructor(
    private readonly source: SourceTable,
    row: SourceRow,
    private readonly fields: ReadonlyMap<string, ImportField>,
  ) {
    this.#cells = row.cells;
    this.number = row.number;
  }

  /**
   * The cell as in the file; null if it is empty, or if the file has no such column and there is no
   * value for new records.
   */
  cell(key: string): string | null {
    const field = this.fields.get(key);
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

  refuse(key: string, problem: Said): null {
    this.#refused.add(key);
    const field = this.fields.get(key);
    const columnIndex = field?.columns[0] ?? null;
    const heading = columnIndex === null ? undefined : this.source.header[columnIndex]?.trim();
    const column = heading || (field?.title ?? key);
    this.errors.push({ row: this.number, column, columnIndex, message: problem });
    return null;
  }
}

const problemsOfId = {
  user: { none: 'exchange-files.problem.noUser', same: 'exchange-files.problem.sameUser' },
  group: { none: 'exchange-files.problem.noGroup', same: 'exchange-files.problem.sameGroup' },
} as const;

/** The record that the id of a row names; null: none, or the row creates one. */
export function currentOf<T extends { id: string }>(
  row: ImportRow,
  word: 'user' | 'group',
  find: (id: string) => T | null,
  /** The first row of each record. */
  seen: Map<string, number>,
): T | null {
  const cell = row.cell('id');
  if (cell === null) return null;
  const current = find(cellToText(cell));
  if (!current) {
    return row.refuse('id', message(problemsOfId[word].none));
  }
  const before = seen.get(current.id);
  if (before === undefined) seen.set(current.id, row.number);
  else row.refuse('id', message(problemsOfId[word].same, { row: String(before) }));
  return current;
}

/** Adds what a row does to the plan: its errors, nothing, or a step. */
export function addRow(
  plan: PlannedRows,
  row: ImportRow,
  current: object | null,
  edit: object,
  stepOf: () => Omit<PlannedStep, 'row'>,
): void {
  if (row.errors.length > 0) plan.errors.push(...row.errors);
  else if (current && Object.keys(edit).length === 0) plan.unchanged += 1;
  else plan.steps.push({ row: row.number, ...stepOf() });
}

/** What the columns of a table of records are read with. */
interface EditReader<T> {
  columns: readonly ColumnOf<T>[];
  fields: Readonly<Record<string, Field>>;
  schemas: Readonly<Record<string, z.ZodType>>;
  /** The zone of timestamps without an offset. */
  timeZone: string;
  /** The value for the service; may refuse the row. */
  resolve?: (row: ImportRow, field: string, value: unknown, current: T | null) => unknown;
}

/** The fields that a row names, each as the service takes it. Errors are told to the row. */
export function readEdit<T>(
  row: ImportRow,
  current: T | null,
  { columns, fields, schemas, timeZone, resolve }: EditReader<T>,
): Record<string, unknown> {
  const edit: Record<string, unknown> = {};
  for (const column of columns) {
    const { key } = column;
    const { kind, required } = fields[key]!;
    const input = readField(row, column, kind, current, timeZone);
    if (!input) continue;
    if (input.value === null && (required || kind === 'switch')) {
      row.refuse(key, kind === 'switch' ? yesOrNo : message('exchange-files.problem.notEmpty'));
      continue;
    }
    const value =
      resolve && input.value !== null ? resolve(row, key, input.value, current) : input.value;
    const checked = schemas[key]!.safeParse(value);
    if (checked.success) edit[key] = checked.data;
    else row.refuse(key, problemOf(checked.error));
  }
  return edit;
}

/** The user-visible message for a value that the schema rejects. */
export function problemOf(error: z.ZodError): Said {
  const [issue] = error.issues;
  if (issue?.code === 'too_big') {
    return message('exchange-files.problem.tooLong', { most: Number(issue.maximum) });
  }
  return message('exchange-files.problem.unreadable');
}

export const yesOrNo = message('exchange-files.problem.yesOrNo');

/** A value, or undefined to leave the field unchanged, also after an error. */
type CellInput = { value: unknown } | undefined;

const emptyOf: Partial<Record<FieldKind, unknown>> = { set: [], map: {} };

/**
 * Reads one field of one row. A cell that equals the exported text of the record leaves the field
 * unchanged, so importing an unchanged export changes nothing.
 */
function readField<T>(
  row: ImportRow,
  column: ColumnOf<T>,
  kind: FieldKind,
  current: T | null,
  timeZone: string,
): CellInput {
  const cell = row.cell(column.key);
  if (cell === null) return undefined;
  if (isClear(cell)) return { value: emptyOf[kind] ?? null };
  const text = withoutDirection(cellToText(cell));
  if (current) {
    const exported = cellText(column.of(current), column.kind, timeZone);
    if (comparable(text) === comparable(exported)) return undefined;
  }
  const refuse = (problem: Said) => void row.refuse(column.key, problem);
  /** The parsers return null for text that they cannot read. */
  const orRefuse = (value: unknown, problem: Message): CellInput =>
    value === null ? refuse(problem) : { value };
  switch (kind) {
    case 'switch':
      return orRefuse(parseBoolean(text), yesOrNo);
    case 'count': {
      const digits = plainDigits(text);
      const isCount = /^\s*\d+\s*$/.test(digits) && Number.isSafeInteger(Number(digits));
      return orRefuse(
        isCount ? Number(digits) : null,
        message('exchange-files.problem.wholeNumber'),
      );
    }
    case 'moment':
      return readMomentCell(plainDigits(text), column.key, timeZone, refuse);
    case 'set': {
      const problem = message('exchange-files.problem.list');
      return orRefuse(parseList(text), problem);
    }
    case 'map': {
      const tags = parseMap(text);
      const problem = tags ? tagsProblem(tags) : message('exchange-files.problem.tags');
      return problem === null ? { value: tags } : refuse(problem);
    }
    case 'text':
    case 'day':
    case 'secret':
      return { value: text };
  }
}

/** A day in a validity is valid as a whole, as in the form and in the export. */
function readMomentCell(
  text: string,
  field: string,
  timeZone: string,
  refuse: (problem: Message) => undefined,
): CellInput {
  const read = readMomentOrDay(text);
  // What stands for "no date", as in the answers of a service.
  if (read === null) return { value: null };
  const day = read instanceof DayOnly ? read.day : (readDate(text) ?? otherReading(text));
  if (day === null || !isValidityField(field)) {
    const moment = parseMoment(text, timeZone);
    if (moment !== null) return { value: moment };
    return refuse(message('exchange-files.problem.moment'));
  }
  const other = otherReading(text);
  if (other === null || other === day) return { value: validityMoment(field, day, timeZone) };
  return refuse(
    message('exchange-files.problem.twoDays', {
      first: Date.parse(day),
      second: Date.parse(other),
      firstText: day,
      secondText: other,
    }),
  );
}
