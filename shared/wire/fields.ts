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
