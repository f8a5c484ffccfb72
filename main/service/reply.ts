import { undocumentedMembers, type Quirks } from './quirks';
import type { Listed } from './store';

export type Json = null | boolean | number | string | Json[] | JsonObject;
export type JsonObject = { [name: string]: Json };

/** The result of a call before the envelope and the active readings are applied. */
export type Reply =
  | {
      kind: 'list';
      key: 'devices' | 'locations' | 'alerts' | 'groups' | 'users';
      records: Listed<JsonObject>;
      /** Members beside the list that are known once its records were made. */
      after?: () => JsonObject;
      status?: 200 | 201;
    }
  | {
      kind: 'keyed';
      key: 'device' | 'lastLocation';
      record: JsonObject | null;
      /** Members beside the record. */
      beside?: JsonObject;
    }
  | { kind: 'flat'; area: 'group' | 'user'; record: JsonObject; isNew?: boolean }
  | { kind: 'map'; key: 'countries' | 'timeZones'; map: Record<string, string> }
  | { kind: 'token'; members: JsonObject }
  | { kind: 'done'; area: 'group' | 'user' };

export interface Usage {
  apiUsage: number;
  apiDailyUsage: number;
}

const moments = new Set([
  'dateTime',
  'expires',
  'creation',
  'lastModified',
  'modification',
  'lastLogin',
  'from',
]);

function writtenMoment(text: string, quirks: Quirks): string {
  let written = text;
  if (quirks.fractions === 'always' && !written.includes('.')) {
    written = written.replace('Z', '.000Z');
  }
  if (quirks.fractions === 'never') written = written.replace(/\.\d+/, '');
  return quirks.zone === 'none' ? written.replace('Z', '') : written;
}

function written(value: Json, name: string, quirks: Quirks): Json {
  if (typeof value === 'number') return quirks.numbers === 'text' ? String(value) : value;
  if (typeof value === 'string') return moments.has(name) ? writtenMoment(value, quirks) : value;
  if (Array.isArray(value)) return value.map((item) => written(item, '', quirks));
  if (value === null || typeof value !== 'object') return value;
  const members = Object.entries(value).filter(
    ([, member]) => quirks.unset === 'null' || member !== null,
  );
  return Object.fromEntries(members.map(([key, member]) => [key, written(member, key, quirks)]));
}

function writtenRecord(record: JsonObject, quirks: Quirks): JsonObject {
  const plain = written(record, '', quirks) as JsonObject;
  return quirks.unknownFields ? { ...plain, ...undocumentedMembers } : plain;
}

/** Unreadable records: a non-object, and an object whose members all have wrong types. */
const badRecords: Json[] = [
  null,
  { id: { nested: true }, name: ['no'], dateTime: 'yesterday', latitude: 'north', longitude: {} },
];

function* writtenItems(records: Listed<JsonObject>, quirks: Quirks): Generator<Json> {
  const middle = quirks.badRecords ? Math.floor(records.length / 2) : -1;
  let at = 0;
  for (const record of records) {
    if (at++ === middle) yield* badRecords;
    yield writtenRecord(record, quirks);
  }
  if (at === middle) yield* badRecords;
}

/** Records for one part of the text of a long list: a few milliseconds of work. */
const partLength = 200;

/**
 * The text of a body with a long list at its end, in parts; all of it would hold up other calls for seconds.
 * `shell` is the body with an empty list, `after` what follows the list.
 */
function* listParts(
  items: Iterable<Json>,
  shell: Json,
  after: () => JsonObject,
): Generator<string> {
  const text = JSON.stringify(shell);
  const inList = text.lastIndexOf(']');
  let part: Json[] = [];
  let lead = text.slice(0, inList);
  for (const item of items) {
    part.push(item);
    if (part.length < partLength) continue;
    yield lead + JSON.stringify(part).slice(1, -1);
    part = [];
    lead = ',';
  }
  const rest = JSON.stringify(part).slice(1, -1);
  const more = JSON.stringify(after()).slice(1, -1);
  yield (rest && lead + rest) + (more ? `],${more}}` : text.slice(inList));
}

function envelope(reply: Reply, usage: Usage, quirks: Quirks): JsonObject {
  const isGroup =
    (reply.kind === 'list' && reply.key === 'groups') ||
    ((reply.kind === 'flat' || reply.kind === 'done') && reply.area === 'group');
  const count = (value: number): Json => (quirks.numbers === 'text' ? String(value) : value);
  return {
    ...(quirks.success === 'present' ? { success: true } : {}),
    ...(isGroup && quirks.groupError === 'null' ? { error: null } : {}),
    ...(quirks.usage === 'absent'
      ? {}
      : { apiUsage: count(usage.apiUsage), apiDailyUsage: count(usage.apiDailyUsage) }),
    ...(quirks.unknownFields ? undocumentedMembers : {}),
  };
}

export interface Answer {
  status: 200 | 201 | 204;
  /** Absent: no body at all, or one in parts. */
  body?: Json;
  /** The text of a long body. */
  parts?: Iterable<string>;
}

/** Encodes a reply; the place of the payload differs by area (wire contract 1.2). */
export function answerOf(reply: Reply, usage: Usage, quirks: Quirks): Answer {
  const beside = envelope(reply, usage, quirks);
  switch (reply.kind) {
    case 'token':
      return {
        status: 200,
        body: { success: true, ...(written(reply.members, '', quirks) as JsonObject) },
      };
    case 'list': {
      const items = writtenItems(reply.records, quirks);
      const status = reply.status ?? 200;
      const isBare = quirks.lists === 'bare';
      const after = () => {
        const more = isBare ? {} : (reply.after?.() ?? {});
        return written(more, '', quirks) as JsonObject;
      };
      if (reply.records.length > partLength) {
        const shell = isBare ? [] : { ...beside, [reply.key]: [] };
        return { status, parts: listParts(items, shell, after) };
      }
      const list = [...items];
      const more = after();
      if (isBare) return { status, body: list };
      const isEmpty = list.length === 0;
      if (isEmpty && quirks.emptyLists === 'absent')
        return { status, body: { ...beside, ...more } };
      const payload = isEmpty && quirks.emptyLists === 'null' ? null : list;
      return { status, body: { ...beside, ...more, [reply.key]: payload } };
    }
    case 'keyed': {
      if (!reply.record) {
        const isAbsent = quirks.neverReported === 'absent';
        return { status: 200, body: isAbsent ? beside : { ...beside, [reply.key]: null } };
      }
      const record = writtenRecord(reply.record, quirks);
      return { status: 200, body: { ...beside, ...reply.beside, [reply.key]: record } };
    }
    case 'flat': {
      const record = writtenRecord(reply.record, quirks);
      const status = reply.isNew ? quirks.createStatus : 200;
      if (quirks.singleRecord === 'flat') return { status, body: { ...beside, ...record } };
      const key = quirks.singleRecord === 'data' ? 'data' : reply.area;
      return { status, body: { ...beside, [key]: record } };
    }
    case 'map':
      return { status: 200, body: { ...beside, [reply.key]: reply.map } };
    case 'done':
      return quirks.deleteAnswer === 'empty' ? { status: 204 } : { status: 200, body: beside };
  }
}
