import type { RememberedColumns } from '#shared/domain/settings';
import type { ImportChoices, ImportError, ImportField, ImportKind } from '#shared/ipc/exchange';
import { guessColumns, partsOfName, type KnownValues } from './guess-columns';
import { headingName } from './heading-words';
import { columnName, type Column, type SourceTable } from './table';

/** Where the values of each field are in a file. */
export interface MappedColumns {
  fields: ImportField[];
  /** Headings of columns that no field uses. */
  unknownColumns: string[];
  errors: ImportError[];
}

export interface MappingContext extends KnownValues {
  /** The columns that the user accepted in earlier files. */
  remembered?: RememberedColumns | undefined;
  /** The zone of the account, for new users of whom the file names none. */
  accountTimeZone?: string | null;
}

/** Fields of which a new record needs one each. */
const needed: Record<ImportKind, readonly (readonly string[])[]> = {
  users: [['name'], ['email'], ['country'], ['timeZone']],
  groups: [['name']],
  membership: [
    ['group', 'groupId'],
    ['device', 'deviceId'],
  ],
};

/**
 * Finds the columns of each field: those that the user chose; else those with its title or key, those
 * that the user accepted in an earlier file, and guesses. A file with the titles of Waypost needs none.
 */
export function mapColumns(
  kind: ImportKind,
  source: SourceTable,
  columns: readonly Column[],
  choices: ImportChoices,
  context: MappingContext,
): MappedColumns {
  const read = columns.filter(({ isWrittenOnly }) => !isWrittenOnly);
  const written = new Set(
    columns.flatMap((column) => (column.isWrittenOnly ? [...namesOf(column)] : [])),
  );
  const isWritten = (heading: string) => written.has(columnName(heading));
  const fields = new Map(
    read.map(({ key, title }): [string, ImportField] => [
      key,
      { key, title, columns: [], by: null, value: null, isMissing: false },
    ]),
  );
  const errors: ImportError[] = [];
  const free = new Set(source.header.flatMap((heading, at) => (isWritten(heading) ? [] : at)));

  function use(key: string, indexes: readonly number[], by: ImportField['by']): void {
    const field = fields.get(key);
    if (!field || indexes.length === 0) return;
    field.columns = [...indexes];
    field.by = by;
    for (const index of indexes) free.delete(index);
  }

  if (choices.columns) {
    for (const [key, indexes] of Object.entries(choices.columns)) {
      const inFile = indexes.filter((index) => index < source.header.length);
      use(key, inFile, 'choice');
    }
  } else {
    useTitles(source, read, use, errors);
    if (!isOfWaypost(kind, fields)) {
      const remembered = context.remembered?.headings ?? {};
      const parts =
        kind === 'users' &&
        !isRemembered(source, remembered) &&
        partsOfName(source.header, source.rows);
      if (parts) use('name', parts, 'guess');
      for (const [key, indexes] of rememberedColumns(source, remembered, free)) {
        if (fields.get(key)?.columns.length === 0) use(key, indexes, 'remembered');
      }
      const open = new Set(
        [...fields.values()].flatMap((field) => (field.columns.length === 0 ? field.key : [])),
      );
      const isNew = (index: number) =>
        !Object.hasOwn(remembered, headingName(source.header[index]!));
      const candidates = new Set([...free].filter(isNew));
      const guessed = guessColumns(kind, source, { fields: open, columns: candidates }, context);
      for (const [key, indexes] of guessed) use(key, indexes, 'guess');
    }
  }
  useValues(fields, choices, context);
  return {
    fields: [...fields.values()],
    unknownColumns: [...free].flatMap((index) => source.header[index]!.trim() || []),
    errors,
  };
}

/** The names by which exports and templates of any version know a column. */
function namesOf({ key, title, formerTitle = title }: Column): ReadonlySet<string> {
  return new Set([key, title, formerTitle].map(columnName));
}

type Use = (key: string, indexes: readonly number[], by: ImportField['by']) => void;

function useTitles(
  { header, headerRow }: SourceTable,
  columns: readonly Column[],
  use: Use,
  errors: ImportError[],
): void {
  for (const column of columns) {
    const { key } = column;
    const names = namesOf(column);
    const [first, second] = header.flatMap((text, at) => (names.has(columnName(text)) ? at : []));
    if (first === undefined) continue;
    use(key, [first], 'title');
    if (second === undefined) continue;
    errors.push({
      row: headerRow,
      column: header[second]!.trim(),
      columnIndex: second,
      message: 'This column is there twice. Choose the one that counts.',
    });
  }
}

/** Whether the titles are those of an export or a template: what else is in the file is not of Waypost. */
function isOfWaypost(kind: ImportKind, fields: ReadonlyMap<string, ImportField>): boolean {
  const has = (key: string) => (fields.get(key)?.columns.length ?? 0) > 0;
  return kind === 'membership' ? needed.membership.every((keys) => keys.some(has)) : has('id');
}

const isRemembered = ({ header }: SourceTable, remembered: RememberedColumns['headings']) =>
  header.some((heading) => remembered[headingName(heading)] === 'name');

function rememberedColumns(
  { header }: SourceTable,
  remembered: RememberedColumns['headings'],
  free: ReadonlySet<number>,
): Map<string, number[]> {
  const byField = Map.groupBy(free, (index) => remembered[headingName(header[index]!)] ?? '');
  byField.delete('');
  return byField;
}

/** One value for all new records, for fields without a column. */
function useValues(
  fields: ReadonlyMap<string, ImportField>,
  choices: ImportChoices,
  { remembered, accountTimeZone }: MappingContext,
): void {
  const guessed: Record<string, string> = accountTimeZone ? { timeZone: accountTimeZone } : {};
  const values = choices.values ?? { ...guessed, ...remembered?.values };
  for (const field of fields.values()) {
    if (field.columns.length === 0) field.value = values[field.key]?.trim() || null;
  }
}

/** Marks the fields that new records need and that have neither a column nor a value. */
export function markMissing(kind: ImportKind, fields: readonly ImportField[]): ImportField[] {
  const isThere = (key: string) =>
    fields.some((field) => field.key === key && (field.columns.length > 0 || field.value !== null));
  const missing = needed[kind].flatMap((keys) => (keys.some(isThere) ? [] : keys[0]!));
  return fields
    .filter(({ key }) => missing.includes(key))
    .map((field) => {
      field.isMissing = true;
      return field;
    });
}
