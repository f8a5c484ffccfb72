import type { Gaps } from '../domain/known';
import { fieldsOf } from './fields';
import {
  isJsonArray,
  isJsonObject,
  withoutPasswords,
  type JsonObject,
  readBoolean,
  readCount,
} from './read';

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
