import type { JsonObject } from './json';
import type { Reader } from './read';

/** The members of one record, taken one by one; what nobody took or could read is the rest. */
export interface Fields {
  /** Reads a member; null where it is missing, empty or unreadable. */
  take<T>(name: string, read: Reader<T>): T | null;
  /** Marks members as known without reading them. */
  drop(names: readonly string[]): void;
  /** True once a member held something that could be read. */
  hasAny(): boolean;
  /** What is left, as it came: unknown members and known ones that could not be read. */
  rest(): JsonObject;
}

/**
 * Opens a record. Names are found in the spelling of the interface first, then in any letter case:
 * the interface before this one wrote the same names in PascalCase.
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

/** Where a field is on the wire and how it is read. */
export type WireField<T> = {
  /** The name in the specification. Any letter case is read. */
  member: string;
  read: Reader<NonNullable<T>>;
} & (null extends T ? { none?: undefined } : { none: () => T });

/** Every field of a record, and of its edits where one is only ever sent. */
export type WireTable<R, E = unknown> = { readonly [F in keyof R]: WireField<R[F]> } & {
  readonly [F in Exclude<keyof E, keyof R>]: { member: string };
};

interface AnyField {
  member: string;
  read?: Reader<unknown>;
  none?: () => unknown;
}

/** What reads the fields of a table out of a record; null for what is missing or unreadable. */
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
