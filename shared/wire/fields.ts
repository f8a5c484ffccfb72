import type { JsonObject } from './json';
import type { Reader } from './read';

/** Reads the members of one record; members that were not read or were unreadable are the rest. */
export interface Fields {
  /** Reads a member; null if it is missing, empty or unreadable. */
  take<T>(name: string, read: Reader<T>): T | null;
  /** Marks members as known without reading them. */
  drop(names: readonly string[]): void;
  /** True once a member was readable. */
  hasAny(): boolean;
  /** The remaining members as received: unknown ones and known ones that were unreadable. */
  rest(): JsonObject;
}

/**
 * Opens a record. Names are matched in the spelling of the interface first, then in any letter
 * case: the previous interface wrote the same names in PascalCase.
 */
export function fieldsOf(record: JsonObject): Fields {
  const rest = new Map(Object.entries(record));
  let byLowerCase: Map<string, string> | null = null;
  let hasAny = false;

  function find(name: string): string | null {
    if (rest.has(name)) return name;
    if (!byLowerCase) {
      byLowerCase = new Map();
      for (const key of rest.keys()) {
        const lower = key.toLowerCase();
        if (!byLowerCase.has(lower)) byLowerCase.set(lower, key);
      }
    }
    const key = byLowerCase.get(name.toLowerCase());
    return key !== undefined && rest.has(key) ? key : null;
  }

  return {
    take(name, read) {
      const key = find(name);
      if (key === null) return null;
      const value = read(rest.get(key));
      if (value === undefined) return null;
      rest.delete(key);
      if (value !== null) hasAny = true;
      return value;
    },
    drop(names) {
      for (const name of names) {
        const key = find(name);
        if (key !== null) rest.delete(key);
      }
    },
    hasAny: () => hasAny,
    rest: () => Object.fromEntries(rest),
  };
}

/** The wire name of a field and how it is read. */
export type WireField<T> = {
  /** The name in the specification; matched in any letter case. */
  member: string;
  read: Reader<NonNullable<T>>;
} & (null extends T ? { none?: undefined } : { none: () => T });

/** Every field of a record and of its edits (some are only sent). */
export type WireTable<R, E = unknown> = { readonly [F in keyof R]: WireField<R[F]> } & {
  readonly [F in Exclude<keyof E, keyof R>]: { member: string };
};

interface AnyField {
  member: string;
  read?: Reader<unknown>;
  none?: () => unknown;
}

/** Creates the reader of the fields of a table; null for missing or unreadable values. */
export function readerOf<R extends object>(table: WireTable<R>): (fields: Fields) => R {
  const entries = Object.entries(table as unknown as Record<string, AnyField>);
  return (fields) => {
    const record: Record<string, unknown> = {};
    for (const [field, { member, read, none }] of entries) {
      if (read) record[field] = fields.take(member, read) ?? none?.() ?? null;
    }
    return record as R;
  };
}
