import type { RememberedColumns } from '#shared/domain/settings';
import { textKey } from '#shared/domain/text';
import type { ImportChoices, ImportError, ImportField, ImportKind } from '#shared/ipc/exchange';
import { headingName, knownHeadings, nameParts } from './heading-words';
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

/** The names by which exports and templates know a column. */
function namesOf({ key, title }: Column): ReadonlySet<string> {
  return new Set([key, title].map(columnName));
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

/** What the contents of columns are compared with. */
export interface KnownValues {
  countries: Readonly<Record<string, string>> | null;
  timeZones: Readonly<Record<string, string>> | null;
  groups: readonly { id: string; name: string | null }[];
  devices: readonly { id: string; name: string | null }[];
}

/** Rows whose contents are looked at. */
const sampledRows = 200;
/** Share of the texts of a column that show what it contains. */
const enough = 0.6;
/** Shorter headings are recognised only as a whole: "to", "ab", "nom". */
const shortestPart = 4;

const emailPattern = /^[^\s@,;]{1,100}@[^\s@,;]{1,200}$/;
/** Two to five words of letters. */
const personPattern = /^\p{L}[\p{L}\p{M}'’.-]*(?: \p{L}[\p{L}\p{M}'’.-]*){1,4}$/u;

/**
 * Guesses the columns of the fields that have none: by heading, then by content. Columns that are
 * used are not given a second use.
 */
export function guessColumns(
  kind: ImportKind,
  { header, rows }: SourceTable,
  open: { fields: ReadonlySet<string>; columns: ReadonlySet<number> },
  known: KnownValues,
): Map<string, number[]> {
  const found = new Map<string, number[]>();
  const fields = new Set(open.fields);
  const columns = new Set(open.columns);
  const names = header.map(headingName);
  const samples = header.map((_, index) =>
    rows
      .slice(0, sampledRows)
      .map(({ cells }) => (cells[index] ?? '').trim())
      .filter((text) => text !== ''),
  );

  function use(field: string, indexes: readonly number[]): void {
    found.set(field, [...indexes]);
    fields.delete(field);
    for (const index of indexes) columns.delete(index);
  }

  /** Whether the texts of a column may be values of a field; unknown if it is empty. */
  function fits(field: string, index: number): boolean {
    const texts = samples[index]!;
    return field !== 'email' || texts.length === 0 || shareOf(texts, isEmail) >= enough;
  }

  const indexOf = (wanted: ReadonlySet<string>) =>
    [...columns].find((index) => wanted.has(names[index]!));

  const parts = kind === 'users' && fields.has('name') ? partsOfName(header, rows) : null;
  if (parts?.every((index) => columns.has(index))) use('name', parts);
  const byField = knownHeadings(kind);
  for (const [field, wanted] of byField) {
    const index = indexOf(wanted);
    if (fields.has(field) && index !== undefined) use(field, [index]);
  }
  for (const { field, index } of partialMatches(byField, names)) {
    if (fields.has(field) && columns.has(index) && fits(field, index)) use(field, [index]);
  }
  for (const [field, matches] of contentsOf(kind, known)) {
    const best = [...columns]
      .map((index) => ({ index, share: shareOf(samples[index]!, matches) }))
      .reduce((most, each) => (each.share > most.share ? each : most), { index: -1, share: 0 });
    if (fields.has(field) && best.share >= enough) use(field, [best.index]);
  }
  // A list of one column is a list of names.
  const [only, ...others] = columns;
  if (kind === 'groups' && fields.has('name') && only !== undefined && others.length === 0) {
    if (header.length === 1) use('name', [only]);
  }
  return found;
}

/**
 * The columns of first and last names; null if there is only one of them, or if the other is the full
 * name: "Nombre" beside "Apellidos" is a first name, and "Name" beside "Vorname" may be either.
 */
export function partsOfName(
  header: SourceTable['header'],
  rows: SourceTable['rows'],
): [first: number, last: number] | null {
  const names = header.map(headingName);
  const last = names.findIndex((name) => nameParts.last.has(name));
  const first = names.findIndex((name, index) => nameParts.first.has(name) && index !== last);
  if (first < 0 || last < 0) return null;
  const pairs = rows.slice(0, sampledRows).flatMap(({ cells }) => {
    const pair = { first: textKey(cells[first] ?? ''), last: textKey(cells[last] ?? '') };
    return pair.first === '' || pair.last === '' ? [] : [pair];
  });
  const whole = pairs.filter((pair) => pair.last.includes(pair.first));
  return whole.length > pairs.length / 2 ? null : [first, last];
}

/** Known headings that are a part of a heading, the longest first: "E-mail (work)". */
function partialMatches(
  byField: readonly [string, ReadonlySet<string>][],
  names: readonly string[],
): { field: string; index: number }[] {
  const matches = byField.flatMap(([field, wanted]) =>
    [...wanted].flatMap((part) =>
      part.length < shortestPart
        ? []
        : names.flatMap((name, index) =>
            ` ${name} `.includes(` ${part} `) ? { field, index, length: part.length } : [],
          ),
    ),
  );
  return matches.toSorted((a, b) => b.length - a.length);
}

type Matches = (text: string) => boolean;

const isEmail: Matches = (text) => emailPattern.test(text);

function shareOf(texts: readonly string[], matches: Matches): number {
  return texts.length === 0 ? 0 : texts.filter(matches).length / texts.length;
}

/** What texts of the fields look like, the most certain first. */
function contentsOf(kind: ImportKind, known: KnownValues): [field: string, matches: Matches][] {
  if (kind === 'users') {
    return [
      ['email', isEmail],
      ['timeZone', within(Object.keys(known.timeZones ?? {}))],
      ['country', within(Object.entries(known.countries ?? {}).flat())],
      ['group', within(known.groups.flatMap(({ id, name }) => [id, name ?? '']))],
      ['name', (text) => personPattern.test(text)],
    ];
  }
  if (kind === 'groups') return [];
  return [
    ['groupId', within(known.groups.map(({ id }) => id))],
    ['group', within(known.groups.map(({ name }) => name ?? ''))],
    ['deviceId', within(known.devices.map(({ id }) => id))],
    ['device', within(known.devices.map(({ name }) => name ?? ''))],
  ];
}

function within(values: readonly string[]): Matches {
  const known = new Set(values.map(textKey));
  known.delete('');
  return (text) => known.has(textKey(text));
}
