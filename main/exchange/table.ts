import { message, type Message, type Said } from '#shared/i18n/translate';
import { textKey } from '#shared/domain/text';
import type { TableReading } from '#shared/ipc/exchange';
import { listText, mapText, momentText } from './cell-text';

/**
 * The kind of value in a column; it decides how a cell is written and read. `asRead`: a cell of a file, in which a
 * keyword of the import stays one.
 */
export type CellKind = 'text' | 'asRead' | 'number' | 'moment' | 'day' | 'boolean' | 'list' | 'map';

/** One value: timestamps are epoch milliseconds, days `YYYY-MM-DD`. null means empty. */
export type Cell =
  string | number | boolean | readonly string[] | Readonly<Record<string, string>> | null;

export interface Column {
  /** Stable name, for programs. */
  key: string;
  /** The title shown above the column; import recognises a column by either. */
  title: string;
  kind: CellKind;
  /** Exports have it; import knows it and does not read it. */
  isWrittenOnly?: true;
}

/** A line about the whole table, such as filter, time and zone. */
export type Note = readonly [label: string, text: string];

export interface Table {
  /** Name of the sheet. */
  name: string;
  columns: readonly Column[];
  rows: readonly (readonly Cell[])[];
  notes: readonly Note[];
  /** IANA zone in which timestamps are written. */
  timeZone: string;
}

/** A table whose rows are generated while it is written: there may be a million. */
export interface LongTable extends Omit<Table, 'rows'> {
  rowCount: number;
  rows: Iterable<readonly Cell[]>;
}

/** A column with a function that returns its value. */
export interface ColumnOf<T> extends Column {
  of: (record: T) => Cell;
}

export const column = <T>(
  key: string,
  title: string,
  kind: CellKind,
  of: (record: T) => Cell,
): ColumnOf<T> => ({ key, title, kind, of });

/** The description in an export. It must not contain secrets. */
export interface ExportContext {
  /** User name and address of the account. */
  account: string;
  /** A description of the filter; null: everything. */
  filter: string | null;
  timeZone: string;
  /** The zone of the account's days; absent: that of the timestamps. */
  accountTimeZone?: string;
  exportedAt: number;
}

/** The table of all given records. */
export function tableOf<T>(
  name: string,
  columns: readonly ColumnOf<T>[],
  records: readonly T[],
  context: ExportContext,
): Table {
  return {
    name,
    columns,
    rows: records.map((record) => columns.map((column) => column.of(record))),
    notes: exportNotes(name, records.length, context),
    timeZone: context.timeZone,
  };
}

/** The same for many records, whose cells are not in memory at the same time. */
export function longTableOf<T>(
  name: string,
  columns: readonly ColumnOf<T>[],
  records: { count: number; each: () => Iterable<T> },
  context: ExportContext,
): LongTable {
  function* rows(): Generator<Cell[]> {
    for (const record of records.each()) yield columns.map((column) => column.of(record));
  }
  return {
    name,
    columns,
    rowCount: records.count,
    rows: { [Symbol.iterator]: rows },
    notes: exportNotes(name, records.count, context),
    timeZone: context.timeZone,
  };
}

export function exportNotes(name: string, count: number, context: ExportContext): Note[] {
  return [
    ['Waypost', `${name}, ${count} ${count === 1 ? 'row' : 'rows'}`],
    ['Account', context.account],
    ['Filter', context.filter ?? 'none, everything is here'],
    ['Exported', momentText(context.exportedAt, context.timeZone)],
    ['Time zone', context.timeZone],
  ];
}

/** A cell as text, the same in every format; "" for nothing. */
export function cellText(cell: Cell, kind: CellKind, timeZone: string): string {
  if (cell === null) return '';
  if (kind === 'moment' && typeof cell === 'number') return momentText(cell, timeZone);
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  if (typeof cell === 'object') return isList(cell) ? listText(cell) : mapText(cell);
  return String(cell);
}

function isList(cell: object): cell is readonly string[] {
  return Array.isArray(cell);
}

/** A table read from a file: text cells below a header row. */
export interface SourceTable extends TableWidth {
  /** '' for a column without a title. */
  header: readonly string[];
  /** Columns without a title that have content. */
  untitled: ReadonlySet<number>;
  /** Row number of the header. */
  headerRow: number;
  rows: readonly SourceRow[];
  reading: TableReading;
}

export interface TableWidth {
  /** Columns up to the last one with a title of its own. */
  titledColumns: number;
  /** A row with more cells was split at the wrong places. */
  mostCells: number;
}

export interface SourceRow {
  /** Row number as a spreadsheet shows it, from 1. */
  number: number;
  cells: readonly string[];
  /** What the reader did not understand. */
  problems?: readonly CellProblem[];
}

/** Why a value cannot be used; `column` from 0, null: the whole row. */
export interface CellProblem {
  column: number | null;
  message: Message;
}

/** How columns are recognised: by key or title, whatever the case and the blanks. */
export function columnName(text: string): string {
  return textKey(text);
}

/** Whether a text is the title of a column that the reader knows. */
export type IsTitle = (text: string) => boolean;

/** The title of a column, or "Column D" as in a spreadsheet. */
export function headingOf({ header }: Pick<SourceTable, 'header'>, index: number): Said {
  const letters = columnLetters(index);
  return header[index]?.trim() || message('exchange-files.columnLetters', { letters });
}

/** "D" for the fourth column. */
export function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter;
}
