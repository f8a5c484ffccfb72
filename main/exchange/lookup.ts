import { fold, textKey } from '#shared/domain/text';
import type { ImportRow } from './import-plan';

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
