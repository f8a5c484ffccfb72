import { textKey } from '#shared/domain/text';
import type { ImportKind } from '#shared/ipc/exchange';
import { headingName, knownHeadings, nameParts } from './heading-words';
import type { SourceTable } from './table';

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
