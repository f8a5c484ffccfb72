import type { Gaps } from '../domain/known';
import {
  isJsonArray,
  isJsonObject,
  withoutPasswords,
  type JsonObject,
  readBoolean,
  readCount,
  DayOnly,
  isUnsetDate,
  Partly,
  readNumber,
  type Reader,
} from './read';
import type { FieldMapping, MappedMember } from '../domain/field-mapping';

/** The members around every payload (wire contract 1.2). */
export interface Envelope {
  /** null: not in the answer; the HTTP status decides. */
  success: boolean | null;
  apiUsage: number | null;
  apiDailyUsage: number | null;
  /** Counters that were sent but not understood. */
  gaps?: Gaps;
}

/** Members around a flat record that are not part of it. */
export const envelopeNames = [
  'success',
  'error',
  'errorCode',
  'errorText',
  'apiUsage',
  'apiDailyUsage',
];

/** Reads the envelope of an answer. */
export function decodeEnvelope(json: unknown): Envelope {
  const fields = fieldsOf(isJsonObject(json) ? json : {});
  const success = fields.take('success', readBoolean);
  const counters = fieldsOf(isJsonObject(json) ? json : {});
  return {
    success,
    apiUsage: counters.take('apiUsage', readCount),
    apiDailyUsage: counters.take('apiDailyUsage', readCount),
    ...counters.gaps(),
  };
}

/** One record, with the JSON it was read from (passwords removed). */
export interface Decoded<T> {
  record: T;
  raw: unknown;
}

/** One unreadable record of a list: stored and counted, without affecting the others. */
interface SkippedRecord {
  reason: 'notAnObject' | 'noId' | 'noTime' | 'sameId';
  raw: unknown;
}

/** A list as read. `isList` is false if the answer contains no list. */
export interface DecodedList<T> {
  items: Decoded<T>[];
  skippedRecords: SkippedRecord[];
  isList: boolean;
}

/** A member by name, in any letter case; undefined if there is none. */
export function memberOf(json: JsonObject, name: string): unknown {
  if (Object.hasOwn(json, name)) return json[name];
  const lower = name.toLowerCase();
  const key = Object.keys(json).find((candidate) => candidate.toLowerCase() === lower);
  return key === undefined ? undefined : json[key];
}

/**
 * The list in an answer: bare, under its name, or either of them under `data`. Null, absent and
 * empty are all an empty list, if the answer looks like one of this service and has no other records.
 */
function listIn(json: unknown, name: string): readonly unknown[] | null {
  if (isJsonArray(json)) return json;
  if (!isJsonObject(json)) return null;
  const member = memberOf(json, name);
  if (isJsonArray(member)) return member;
  if (member !== undefined && member !== null) return null;
  const data = memberOf(json, 'data');
  if (isJsonArray(data)) return data;
  const inner = isJsonObject(data) ? memberOf(data, name) : undefined;
  if (isJsonArray(inner)) return inner;
  return isAnswer(json, name) && !hasOtherRecords(json, name) ? [] : null;
}

/** Whether there are records under an unknown name: then an absent list is not an empty one. */
function hasOtherRecords(json: JsonObject, name: string): boolean {
  return Object.values(json).some((member) => {
    const list = isJsonObject(member) ? memberOf(member, name) : member;
    return isJsonArray(list) && list.some((item) => isJsonObject(item));
  });
}

/** Whether an object looks like an answer of this service: empty, or with a known member. */
export function isAnswer(json: JsonObject, name: string): boolean {
  return (
    Object.keys(json).length === 0 ||
    [...envelopeNames, name].some((known) => memberOf(json, known) !== undefined)
  );
}

/**
 * Reads every record of a list separately. `decode` returns null for a record without its required
 * member: the id returned by `identify` or, for records without ids, the time.
 */
export function decodeList<T>(
  json: unknown,
  name: string,
  decode: DecodeRecord<T>,
  identify: Identify<T>,
): DecodedList<T> {
  const { list, decoded, take } = openList(json, name, decode, identify);
  for (const item of list) take(item);
  return decoded;
}

/** Small records of a step: less than a millisecond of work. */
const recordsInAStep = 20;

/** The same for a list of a hundred thousand records: `pause` is awaited between steps. */
export async function decodeLongList<T>(
  json: unknown,
  name: string,
  decode: DecodeRecord<T>,
  identify: Identify<T>,
  pause: () => Promise<void>,
): Promise<DecodedList<T>> {
  const { list, decoded, take } = openList(json, name, decode, identify);
  for (const [at, item] of list.entries()) {
    if (at > 0 && at % recordsInAStep === 0) await pause();
    take(item);
  }
  return decoded;
}

type DecodeRecord<T> = (record: JsonObject) => T | null;
type Identify<T> = ((record: T) => string) | null;

/** The list in an answer, not yet decoded, and a function that reads one record at a time. */
function openList<T>(
  json: unknown,
  name: string,
  decode: DecodeRecord<T>,
  identify: Identify<T>,
): { list: readonly unknown[]; decoded: DecodedList<T>; take: (item: unknown) => void } {
  const list = listIn(json, name);
  const decoded: DecodedList<T> = { items: [], skippedRecords: [], isList: list !== null };
  const seen = new Set<string>();
  function take(item: unknown): void {
    const raw = withoutPasswords(item);
    if (!isJsonObject(raw)) {
      decoded.skippedRecords.push({ reason: 'notAnObject', raw });
      return;
    }
    const record = decode(raw);
    if (record === null) {
      decoded.skippedRecords.push({ reason: identify ? 'noId' : 'noTime', raw });
      return;
    }
    const id = identify?.(record);
    if (id !== undefined && seen.has(id)) {
      decoded.skippedRecords.push({ reason: 'sameId', raw });
      return;
    }
    if (id !== undefined) seen.add(id);
    decoded.items.push({ record, raw });
  }
  return { list: list ?? [], decoded, take };
}

/**
 * The single record in an answer: under one of `names` or `data`, else flat beside the envelope.
 * `marks` are members that only a flat record has. null: the answer contains no record.
 */
export function recordIn(
  json: unknown,
  names: readonly string[],
  marks: readonly string[],
): JsonObject | null {
  const safe = withoutPasswords(json);
  if (!isJsonObject(safe)) return null;
  const isFlat = marks.some((mark) => memberOf(safe, mark) !== undefined);
  if (!isFlat) {
    const nested = [...names, 'data'].map((name) => memberOf(safe, name)).find(isJsonObject);
    if (nested) {
      const inner = names.map((name) => memberOf(nested, name)).find(isJsonObject);
      return inner ?? nested;
    }
    return null;
  }
  const fields = fieldsOf(safe);
  fields.drop(envelopeNames);
  return fields.rest();
}

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
