import { comparable } from './cell-text';
import type { ImportRow } from './import-plan';

/** The result of a lookup. */
export type Found<T> =
  { status: 'found'; record: T } | { status: 'none' } | { status: 'several'; count: number };

/**
 * Finds records by id or by name. Ids are opaque and tried first: exactly, then ignoring
 * differences in line ends and white space. Names are compared in any letter case.
 */
export class Lookup<T extends { id: string; name: string | null }> {
  readonly #byId = new Map<string, T>();
  readonly #byNearId = new Map<string, T[]>();
  readonly #byName = new Map<string, T[]>();

  constructor(records: Iterable<T>) {
    for (const record of records) {
      this.#byId.set(record.id, record);
      add(this.#byNearId, nearId(record.id), record);
      add(this.#byName, nameKey(record.name ?? ''), record);
    }
  }

  byId(text: string): T | null {
    const near = this.#byNearId.get(nearId(text)) ?? [];
    return this.#byId.get(text) ?? (near.length === 1 ? near[0] : null) ?? null;
  }

  find(text: string): Found<T> {
    const record = this.byId(text);
    if (record) return { status: 'found', record };
    const name = nameKey(text);
    const [first, ...more] = (name === '' ? null : this.#byName.get(name)) ?? [];
    if (!first) return { status: 'none' };
    return more.length === 0
      ? { status: 'found', record: first }
      : { status: 'several', count: more.length + 1 };
  }
}

function add<T>(map: Map<string, T[]>, key: string, record: T): void {
  const same = map.get(key);
  if (same) same.push(record);
  else map.set(key, [record]);
}

function nearId(id: string): string {
  return comparable(id).trim();
}

function nameKey(name: string): string {
  return comparable(name).trim().toLowerCase();
}

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
      ? `There is no ${word} with the id or name “${text.trim()}”.`
      : `${found.count} ${word}s are called “${text.trim()}”. Write the id instead.`,
  );
}
