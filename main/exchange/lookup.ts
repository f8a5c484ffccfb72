import { message } from '#shared/i18n/translate';
import { isTimeZone } from '#shared/domain/calendar';
import { fold, textKey } from '#shared/domain/text';
import { isSameZone, zoneNamed } from '#shared/domain/time-zone';
import type { ImportRow } from './import-row';

/** The result of a lookup. */
export type Found<T> =
  { status: 'found'; record: T } | { status: 'none' } | { status: 'several'; count: number };

/**
 * Finds records by id or by name. Ids are opaque and tried first: exactly, then as they look on screen. So are names,
 * and then without accents.
 */
export class Lookup<T extends { id: string; name: string | null }> {
  readonly #byId = new Map<string, T>();
  readonly #byNearId = new Map<string, T[]>();
  readonly #byName = new Map<string, T[]>();
  readonly #byPlainName = new Map<string, T[]>();

  constructor(records: Iterable<T>) {
    for (const record of records) {
      this.#byId.set(record.id, record);
      add(this.#byNearId, textKey(record.id), record);
      const name = textKey(record.name ?? '');
      if (name === '') continue;
      add(this.#byName, name, record);
      add(this.#byPlainName, fold(name), record);
    }
  }

  byId(text: string): T | null {
    const near = this.#byNearId.get(textKey(text)) ?? [];
    return this.#byId.get(text) ?? (near.length === 1 ? near[0] : null) ?? null;
  }

  find(text: string): Found<T> {
    const record = this.byId(text);
    if (record) return { status: 'found', record };
    const named = this.named(text);
    return named.status === 'none' ? only(this.#byPlainName.get(fold(textKey(text)))) : named;
  }

  /** Those whose name looks the same. */
  named(name: string): Found<T> {
    return only(this.#byName.get(textKey(name)));
  }
}

function add<T>(map: Map<string, T[]>, key: string, record: T): void {
  const same = map.get(key);
  if (same) same.push(record);
  else map.set(key, [record]);
}

function only<T>([first, ...more]: readonly T[] = []): Found<T> {
  if (first === undefined) return { status: 'none' };
  return more.length === 0
    ? { status: 'found', record: first }
    : { status: 'several', count: more.length + 1 };
}

const problemsOf = {
  group: {
    unknown: 'exchange-files.problem.unknownGroup',
    several: 'exchange-files.problem.severalGroups',
  },
  device: {
    unknown: 'exchange-files.problem.unknownDevice',
    several: 'exchange-files.problem.severalDevices',
  },
} as const;

/** The record a cell points to by id or name; if there is none or several, the row is refused. */
export function pointed<T extends { id: string; name: string | null }>(
  row: ImportRow,
  key: string,
  text: string,
  lookup: Lookup<T>,
  word: 'group' | 'device',
): T | null {
  const found = lookup.find(text);
  if (found.status === 'found') return found.record;
  return row.refuse(
    key,
    found.status === 'none'
      ? message(problemsOf[word].unknown, { text: text.trim() })
      : message(problemsOf[word].several, { text: text.trim(), count: found.count }),
  );
}

/** The code that a text means; null: none, or more than one. */
export interface NamedList {
  find(text: string): string | null;
  /** Codes whose name is this text, if there are several. */
  several(text: string): readonly string[];
}

/** Languages in which people write the names of countries, beside that of the service. */
const languages =
  'en es pt fr de it nl ca pl cs sk hu ro hr sl sr bg el tr ru uk da sv nb fi et lv lt ar he fa hi th vi id ja ko zh';

/** Countries of the service by code, by its names, and by those of common languages. */
export function countryList(countries: Readonly<Record<string, string>>): NamedList {
  // Made when a name is not found: most files have codes or the names of the service.
  return namedList(countries, () =>
    languages.split(' ').flatMap((language) =>
      (['long', 'short'] as const).flatMap((style) => {
        const names = new Intl.DisplayNames(language, { type: 'region', style, fallback: 'none' });
        return Object.keys(countries).flatMap((code): [string, string][] => {
          const name = /^[A-Z]{2}$/.test(code) ? names.of(code) : undefined;
          return name ? [[name, code]] : [];
        });
      }),
    ),
  );
}

/** Zones of the service by name and description, and by the other names of a zone: old, new and of Windows. */
export function zoneList(timeZones: Readonly<Record<string, string>>): NamedList {
  const listed = namedList(timeZones);
  const find = (text: string) => {
    const zone = zoneNamed(text);
    const isMeant = (code: string) => zone !== null && isTimeZone(code) && isSameZone(zone, code);
    return Object.keys(timeZones).find(isMeant) ?? null;
  };
  return {
    ...listed,
    find: (text) => listed.find(text) ?? (listed.several(text).length > 0 ? null : find(text)),
  };
}

/** Codes by themselves and by their names; accents need not be written. `more`: further names of codes. */
function namedList(
  list: Readonly<Record<string, string>>,
  more: () => [name: string, code: string][] = () => [],
): NamedList {
  const byCode = new Map(Object.keys(list).map((code) => [textKey(code), code]));
  const names = Object.entries(list).map(([code, name]): [string, string] => [name, code]);
  const byKey = codesBy(names, textKey);
  const byFold = codesBy(names, fold);
  let others: ReadonlyMap<string, ReadonlySet<string>> | null = null;
  const only = (codes: ReadonlySet<string> | undefined) =>
    codes?.size === 1 ? [...codes][0]! : null;

  return {
    find: (text) => {
      const key = textKey(text);
      const found = byCode.get(key) ?? only(byKey.get(key)) ?? only(byFold.get(fold(key)));
      if (found !== null) return found;
      if (byKey.has(key)) return null;
      others ??= codesBy(more(), fold);
      return only(others.get(fold(key)));
    },
    several: (text) => {
      const codes = [...(byKey.get(textKey(text)) ?? [])];
      return codes.length > 1 ? codes : [];
    },
  };
}

function codesBy(
  names: readonly [name: string, code: string][],
  form: (text: string) => string,
): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const [name, code] of names) {
    const key = form(textKey(name));
    const same = found.get(key);
    if (same) same.add(code);
    else found.set(key, new Set([code]));
  }
  return found;
}
