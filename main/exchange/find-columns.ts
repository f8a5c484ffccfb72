import { message } from '#shared/i18n/translate';
import type { RememberedColumns } from '#shared/domain/settings';
import { headingName, textKey } from '#shared/domain/text';
import type { ImportChoices, ImportError, ImportField, ImportKind } from '#shared/ipc/exchange';
import { knownHeadings, nameParts, namesOf, titledColumns } from './heading-words';
import { columnName, headingOf, type FileColumn, type SourceTable } from './table';

/** What the contents of columns are compared with. */
interface KnownValues {
  countries: Readonly<Record<string, string>> | null;
  timeZones: Readonly<Record<string, string>> | null;
  groups: readonly { id: string; name: string | null }[];
  devices: readonly { id: string; name: string | null }[];
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
  columns: readonly FileColumn[],
  choices: ImportChoices,
  context: MappingContext,
) {
  const { remembered, accountTimeZone } = context;
  const finder = new ColumnFinder(kind, source, columns);
  if (choices.columns) finder.useChosen(choices.columns);
  else {
    finder.useTitles();
    if (!finder.isOfWaypost()) {
      const headings = remembered?.headings ?? {};
      finder.useRemembered(headings);
      finder.guess(context, headings);
    }
  }
  const fields = [...finder.fields.values()];
  const ofAccount: Record<string, string> = accountTimeZone ? { timeZone: accountTimeZone } : {};
  const values = choices.values ?? { ...ofAccount, ...remembered?.values };
  for (const field of fields) {
    // One value for all new records, for fields without a column.
    if (field.columns.length === 0) field.value = values[field.key]?.trim() || null;
  }
  return {
    fields,
    /** Headings of columns that no field uses. */
    unknownColumns: [...finder.free].flatMap((index) =>
      source.header[index]!.trim() === '' && !source.untitled.has(index)
        ? []
        : headingOf(source, index),
    ),
    errors: finder.errors,
  };
}

/** Marks the fields that new records need and that have neither a column nor a value. */
export function markMissing(kind: ImportKind, fields: readonly ImportField[]): ImportField[] {
  const isThere = (key: string) =>
    fields.some((field) => field.key === key && (field.columns.length > 0 || field.value !== null));
  const missing = needed[kind].flatMap((keys) => (keys.some(isThere) ? [] : keys[0]!));
  const marked = fields.filter(({ key }) => missing.includes(key));
  for (const field of marked) field.isMissing = true;
  return marked;
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

/** The fields of a table with the columns that were found for them. No column is used twice. */
class ColumnFinder {
  readonly fields: Map<string, ImportField>;
  readonly errors: ImportError[] = [];
  /** Columns that no field uses yet. */
  readonly free: Set<number>;
  readonly #read: readonly FileColumn[];
  /** The headings in their normal form. */
  readonly #names: readonly string[];

  constructor(
    private readonly kind: ImportKind,
    private readonly source: SourceTable,
    columns: readonly FileColumn[],
  ) {
    this.#read = columns.filter(({ isWrittenOnly }) => !isWrittenOnly);
    this.#names = source.header.map(headingName);
    this.fields = new Map(
      this.#read.map(({ key, title }) => [
        key,
        { key, title, columns: [], by: null, value: null, isMissing: false },
      ]),
    );
    const written = new Set(
      columns.flatMap((column) => (column.isWrittenOnly ? [...namesOf(column)] : [])),
    );
    this.free = new Set(
      source.header.flatMap((heading, at) => (written.has(columnName(heading)) ? [] : at)),
    );
  }

  useChosen(chosen: Readonly<Record<string, readonly number[]>>): void {
    const { length } = this.source.header;
    for (const [key, indexes] of Object.entries(chosen)) {
      const inFile = indexes.filter((index) => index < length);
      this.#use(key, inFile, 'choice');
    }
  }

  useTitles(): void {
    const { header, headerRow } = this.source;
    const isTitleOf = titledColumns(header, this.#read);
    for (const { key } of this.#read) {
      const [first, second] = header.flatMap((text, at) => (isTitleOf(key, text) ? at : []));
      if (first !== undefined) this.#use(key, [first], 'title');
      if (second === undefined) continue;
      this.errors.push({
        row: headerRow,
        column: header[second]!.trim(),
        columnIndex: second,
        message: message('exchange-files.problem.columnTwice'),
      });
    }
  }

  /** Whether the titles are those of an export or a template: what else is in the file is not of Waypost. */
  isOfWaypost(): boolean {
    const has = (key: string) => (this.fields.get(key)?.columns.length ?? 0) > 0;
    return this.kind === 'membership'
      ? needed.membership.every((keys) => keys.some(has))
      : has('id');
  }

  useRemembered(remembered: RememberedColumns['headings']): void {
    const isNameKnown = this.#names.some((name) => remembered[name] === 'name');
    const parts = this.kind === 'users' && !isNameKnown && this.#partsOfName();
    if (parts) this.#use('name', parts, 'guess');
    const byField = Map.groupBy(this.free, (index) => remembered[this.#names[index]!] ?? '');
    for (const [key, indexes] of byField) {
      if (this.#isOpen(key)) this.#use(key, indexes, 'remembered');
    }
  }

  /** By heading, then by content. What the user accepted as being of no field is not guessed. */
  guess(known: KnownValues, remembered: RememberedColumns['headings']): void {
    const names = this.#names;
    const { header } = this.source;
    const isCandidate = (index: number) =>
      this.free.has(index) && !Object.hasOwn(remembered, names[index]!);
    const candidates = () => [...this.free].filter(isCandidate);
    const samples = header.map((_, index) => this.#samplesOf(index));
    const use = (key: string, index: number) => this.#use(key, [index], 'guess');
    /** Whether the texts of a column may be values of a field; unknown if it is empty. */
    const fits = (field: string, index: number) => {
      const texts = samples[index]!;
      return field !== 'email' || texts.length === 0 || shareOf(texts, isEmail) >= enough;
    };
    const byField = knownHeadings(this.kind);
    for (const [field, wanted] of byField) {
      const index = candidates().find((each) => wanted.has(names[each]!));
      if (this.#isOpen(field) && index !== undefined) use(field, index);
    }
    for (const { field, index } of partialMatches(byField, names)) {
      if (this.#isOpen(field) && isCandidate(index) && fits(field, index)) use(field, index);
    }
    for (const [field, matches] of contentsOf(this.kind, known)) {
      const best = candidates()
        .map((index) => ({ index, share: shareOf(samples[index]!, matches) }))
        .reduce((most, each) => (each.share > most.share ? each : most), { index: -1, share: 0 });
      if (this.#isOpen(field) && best.share >= enough) use(field, best.index);
    }
    // A list of one column is a list of names.
    const [only] = candidates();
    if (this.kind === 'groups' && header.length === 1 && only !== undefined) {
      if (this.#isOpen('name')) use('name', only);
    }
  }

  #use(key: string, indexes: readonly number[], by: ImportField['by']): void {
    const field = this.fields.get(key);
    if (!field || indexes.length === 0) return;
    field.columns = [...indexes];
    field.by = by;
    for (const index of indexes) this.free.delete(index);
  }

  #isOpen(key: string): boolean {
    return this.fields.get(key)?.columns.length === 0;
  }

  #samplesOf(index: number): string[] {
    return this.source.rows
      .slice(0, sampledRows)
      .map(({ cells }) => (cells[index] ?? '').trim())
      .filter((text) => text !== '');
  }

  /**
   * The columns of first and last names; null if there is only one of them, or if the other is the full
   * name: "Nombre" beside "Apellidos" is a first name, and "Name" beside "Vorname" may be either.
   */
  #partsOfName(): [first: number, last: number] | null {
    const names = this.#names;
    const last = names.findIndex((name) => nameParts.last.has(name));
    const first = names.findIndex((name, index) => nameParts.first.has(name) && index !== last);
    if (first < 0 || last < 0) return null;
    const pairs = this.source.rows.slice(0, sampledRows).flatMap(({ cells }) => {
      const pair = { first: textKey(cells[first] ?? ''), last: textKey(cells[last] ?? '') };
      return pair.first === '' || pair.last === '' ? [] : [pair];
    });
    const whole = pairs.filter((pair) => pair.last.includes(pair.first));
    return whole.length > pairs.length / 2 ? null : [first, last];
  }
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
