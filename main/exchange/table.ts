import {
  createTranslate,
  message,
  type Message,
  type PlainKey,
  saidIn,
  type Said,
  type Translate,
} from '#shared/i18n/translate';
import { languages, type Language, type LanguageTag } from '#shared/i18n/languages';
import { textKey } from '#shared/domain/text';
import type { TableReading } from '#shared/ipc/exchange';
import { listText, mapText, momentText } from './cell-text';
import type { DistanceUnit, SpeedUnit } from '#shared/domain/units';

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
  /** The title shown above the column, in the language of the file. */
  title: string;
  kind: CellKind;
}

/** A column of exports and imports. An import recognises it by its key, and by its title in every language. */
export interface FileColumn extends Omit<Column, 'title'> {
  title: Said;
  /** Exports have it; import knows it and does not read it. */
  isWrittenOnly?: true;
}

/** A line about the whole table, such as filter, time and zone. */
export type Note = readonly [label: string, text: string];

export interface Table {
  name: string;
  columns: readonly Column[];
  rows: readonly (readonly Cell[])[];
  notes: readonly Note[];
  /** IANA zone in which timestamps are written. */
  timeZone: string;
  /** Absent: English. */
  wording?: Wording;
}

/** What a file says in its language beside its titles, notes and values. */
export interface Wording {
  tag: LanguageTag;
  yes: string;
  no: string;
  /** Name of the sheet with the notes. */
  about: string;
}

const english: Wording = { tag: 'en', yes: 'yes', no: 'no', about: 'About' };

export const wordingOf = ({ wording = english }: Pick<Table, 'wording'>): Wording => wording;

/** A table whose rows are generated while it is written: there may be a million. */
export interface LongTable extends Omit<Table, 'rows'> {
  rowCount: number;
  rows: Iterable<readonly Cell[]>;
}

/** A column with a function that returns its value. */
export interface ColumnOf<T> extends FileColumn {
  of: (record: T) => Cell;
}

export const column = <T>(
  key: string,
  title: PlainKey | Message,
  kind: CellKind,
  of: (record: T) => Cell,
): ColumnOf<T> => ({ key, title: typeof title === 'string' ? message(title) : title, kind, of });

export const writtenOnly = <T>(...columns: readonly ColumnOf<T>[]): ColumnOf<T>[] =>
  columns.map((each) => ({ ...each, isWrittenOnly: true }));

/** The description in an export. It must not contain secrets. */
export interface ExportContext {
  /** In which the file is written. */
  language: Language;
  /** User name and address of the account; null: the file does not name it. */
  account: string | null;
  /** A description of the filter; null: everything. */
  filter: string | null;
  timeZone: string;
  /** The zone of the account's days; absent: that of the timestamps. */
  accountTimeZone?: string;
  exportedAt: number;
}

export const tableOf = <T>(
  name: PlainKey,
  columns: readonly ColumnOf<T>[],
  records: readonly T[],
  context: ExportContext,
): Table => ({
  ...headOf(name, columns, records.length, context),
  rows: records.map((record) => columns.map((column) => column.of(record))),
});

/** The same for many records, whose cells are not in memory at the same time. */
export function longTableOf<T>(
  name: PlainKey,
  columns: readonly ColumnOf<T>[],
  records: { count: number; each: () => Iterable<T> },
  context: ExportContext,
): LongTable {
  function* rows(): Generator<Cell[]> {
    for (const record of records.each()) yield columns.map((column) => column.of(record));
  }
  return {
    ...headOf(name, columns, records.count, context),
    rowCount: records.count,
    rows: { [Symbol.iterator]: rows },
  };
}

/** All of a table but its rows. */
function headOf(
  name: PlainKey,
  columns: readonly FileColumn[],
  count: number,
  context: ExportContext,
): Omit<Table, 'rows'> {
  const t = createTranslate(context.language);
  return {
    name: t(name),
    columns: titled(columns, t),
    notes: exportNotes(name, count, context),
    timeZone: context.timeZone,
    wording: wordingIn(context.language, t),
  };
}

export const titled = (columns: readonly FileColumn[], t: Translate): Column[] =>
  columns.map(({ key, title, kind }) => ({ key, title: saidIn(t, title), kind }));

export const wordingIn = ({ tag }: Language, t: Translate): Wording => ({
  tag,
  yes: t('columns.yes'),
  no: t('columns.no'),
  about: t('exchange-files.about'),
});

export function exportNotes(name: PlainKey, count: number, context: ExportContext): Note[] {
  const { language, account, filter, exportedAt, timeZone } = context;
  const t = createTranslate(language);
  return [
    ['Waypost', t('exchange-files.about.rows', { table: t(name), count })],
    ...(account === null ? [] : [[t('exchange-files.about.account'), account] as const]),
    [t('exchange-files.about.filter'), filter ?? t('exchange-files.about.noFilter')],
    [t('exchange-files.about.exported'), momentText(exportedAt, timeZone)],
    [t('exchange-files.about.timeZone'), timeZone],
    languageNote(language, t),
  ];
}

/** Which language a file is in, for its reader and for programs: "Español (es)". */
export function languageNote({ tag }: Language, t: Translate): Note {
  const name = languages.find((each) => each.tag === tag)?.name ?? tag;
  return [t('exchange-files.about.language'), `${name} (${tag})`];
}

/** A cell as text, the same in every format; "" for nothing. */
export function cellText(
  cell: Cell,
  kind: CellKind,
  timeZone: string,
  { yes, no }: Pick<Wording, 'yes' | 'no'> = english,
): string {
  if (cell === null) return '';
  if (kind === 'moment' && typeof cell === 'number') return momentText(cell, timeZone);
  if (typeof cell === 'boolean') return cell ? yes : no;
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

const speedWords = { 'm/s': 'other', 'km/h': 'kmh', mph: 'mph', kn: 'kn' } as const;

export const speedTitle = (key: 'columns.speed' | 'columns.maxSpeed', unit: SpeedUnit): Message =>
  message(key, { unit: speedWords[unit] });

const distanceWords = { km: 'other', mi: 'mi', nmi: 'nmi' } as const;

export const distanceTitle = (
  key: 'columns.mileage' | 'columns.distance' | 'columns.length' | 'columns.sinceLastPlace',
  unit: DistanceUnit,
): Message => message(key, { unit: distanceWords[unit] });
