import type { FieldMapping, MappedMember } from '../domain/field-mapping';
import type { Gaps } from '../domain/known';
import {
  isJsonObject,
  type JsonObject,
  DayOnly,
  isUnsetDate,
  Partly,
  readNumber,
  type Reader,
} from './read';

/** How a member becomes a field. */
interface TakeOptions {
  /** The name of the field in gaps, if it differs from the member. */
  field?: string;
  /** null in the answer states "none"; otherwise it counts as not provided. */
  nullIsNone?: boolean;
  /** The caller uses an empty list or map in place of null. */
  hasDefault?: boolean;
}

/** Reads the members of one record; members that were not read are the rest. */
export interface Fields {
  /** Reads a member; null if it is missing, empty or unreadable, which `gaps` tells apart. */
  take<T>(name: string, read: Reader<T>, options?: TakeOptions): T | null;
  /** Declares a value that was read as not understood after all. */
  reject(field: string, original: unknown): void;
  /** Marks members as known without reading them. */
  drop(names: readonly string[]): void;
  /** True once a member was readable. */
  hasAny(): boolean;
  /** The remaining members as received: those that were not read. */
  rest(): JsonObject;
  /** `gaps` of the record, as a member to spread; empty if there are none. */
  gaps(): { gaps?: Gaps };
}

/**
 * Opens a record. Names are matched in the spelling of the interface first, then in any letter
 * case: the previous interface wrote the same names in PascalCase. A field with a mapping is read
 * from the mapped member of `root`.
 */
export function fieldsOf(
  record: JsonObject,
  mapping?: FieldMapping,
  root: JsonObject = record,
): Fields {
  const rest = new Map(Object.entries(record));
  const gaps = new GapList();
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

  /** The value of a field; the member counts as read. */
  function valueFor(name: string, field: string): unknown {
    const mapped = mapping?.[field];
    const found = mapped && atPointer(root, mapped.pointer);
    if (mapped && found !== undefined) {
      rest.delete(pointerParts(mapped.pointer)[0] ?? '');
      gaps.mapped(field, mapped.pointer);
      return inForm(found, mapped.as);
    }
    const key = find(name);
    if (key === null) return undefined;
    const value = rest.get(key);
    rest.delete(key);
    return value;
  }

  return {
    take(name, read, { field = name, nullIsNone = false, hasDefault = false } = {}) {
      const raw = valueFor(name, field);
      const value = raw === undefined ? null : read(raw);
      if (value === undefined) gaps.notUnderstood(field, raw);
      else if (value === null) {
        if (nullIsNone && (raw === null || isUnsetDate(raw))) gaps.none(field);
        else if (hasDefault) gaps.notProvided(field);
      } else {
        hasAny = true;
        if (value instanceof DayOnly) gaps.day(field, value.day);
        else if (value instanceof Partly) {
          gaps.partly(field, value.unread);
          return value.value;
        } else return value;
      }
      return null;
    },
    reject: (field, original) => gaps.notUnderstood(field, original),
    drop(names) {
      for (const name of names) {
        const key = find(name);
        if (key !== null) rest.delete(key);
      }
    },
    hasAny: () => hasAny,
    rest: () => Object.fromEntries(rest),
    gaps: () => gaps.member(),
  };
}

class GapList {
  #gaps: Gaps | null = null;

  #open(): Gaps {
    this.#gaps ??= {};
    return this.#gaps;
  }

  none(field: string): void {
    (this.#open().none ??= []).push(field);
  }

  notProvided(field: string): void {
    (this.#open().notProvided ??= []).push(field);
  }

  notUnderstood(field: string, original: unknown): void {
    (this.#open().notUnderstood ??= {})[field] = original;
  }

  partly(field: string, unread: unknown[]): void {
    (this.#open().partly ??= {})[field] = unread;
  }

  day(field: string, day: string): void {
    (this.#open().days ??= {})[field] = day;
  }

  mapped(field: string, pointer: string): void {
    (this.#open().mapped ??= {})[field] = pointer;
  }

  member(): { gaps?: Gaps } {
    return this.#gaps ? { gaps: this.#gaps } : {};
  }
}

/** The parts of a JSON Pointer (RFC 6901). */
export function pointerParts(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The value at a JSON Pointer; undefined if there is none. */
export function atPointer(json: unknown, pointer: string): unknown {
  let value = json;
  for (const part of pointerParts(pointer)) {
    if (Array.isArray(value)) value = (value as unknown[])[Number(part)];
    else if (isJsonObject(value) && Object.hasOwn(value, part)) value = value[part];
    else return undefined;
  }
  return value;
}

/** A number that counts from 1970 as ISO 8601 text; anything else unchanged. */
function inForm(value: unknown, form: MappedMember['as']): unknown {
  const count = form === undefined ? null : readNumber(value);
  if (typeof count !== 'number') return value;
  const date = new Date(form === 'unixSeconds' ? count * 1000 : count);
  return Number.isNaN(date.getTime()) ? value : date.toISOString();
}

type WireField<T> = {
  /** The name in the specification; matched in any letter case. */
  member: string;
  read: Reader<NonNullable<T>>;
  /** null in the answer states "none"; otherwise it counts as not provided. */
  nullIsNone?: true;
} & (null extends T ? { none?: undefined } : { none: () => T });

/** Every field of a record and of its edits (some are only sent). */
export type WireTable<R, E = unknown> = { readonly [F in keyof R]: WireField<R[F]> } & {
  readonly [F in Exclude<keyof E, keyof R>]: { member: string };
};

interface AnyField {
  member: string;
  read?: Reader<unknown>;
  none?: () => unknown;
  nullIsNone?: true;
}

/**
 * Creates the reader of the fields of a table; null for missing or unreadable values, which the gaps
 * tell apart.
 */
export function readerOf<R extends object>(table: WireTable<R>): (fields: Fields) => R {
  const entries = Object.entries(table as unknown as Record<string, AnyField>);
  return (fields) => {
    const record: Record<string, unknown> = {};
    for (const [field, { member, read, none, nullIsNone = false }] of entries) {
      if (read) {
        const options = { field, nullIsNone, hasDefault: none !== undefined };
        record[field] = fields.take(member, read, options) ?? none?.() ?? null;
      }
    }
    return record as R;
  };
}
