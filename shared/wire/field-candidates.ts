import {
  fieldsOfKind,
  type FieldMapping,
  type MappedKind,
  type MappedMember,
  type MomentForm,
} from '../domain/field-mapping';
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  readBoolean,
  readCount,
  readMomentOrDay,
  readNumber,
  readText,
  readWithin,
} from './read';
import { atPointer } from './envelope';

interface FieldCandidate extends MappedMember {
  /** Values of the member in the samples, as received. */
  examples: unknown[];
  /** The share of the samples in which the member has a plausible value, 0 to 1. */
  share: number;
  /** Whether the name of the member resembles the field, or only its values do. */
  isNamed: boolean;
}

type Kind = ReturnType<typeof fieldsOfKind>[number][1]['kind'];

/** Names that services use for a field, apart from its own. */
const similarNames: Record<string, RegExp> = {
  at: /date|time|stamp|^ts$|^t$|report|fix/i,
  latitude: /lat|^y$/i,
  longitude: /lon|lng|^x$/i,
  speed: /speed|veloc|^v$|kmh|knots/i,
  course: /course|heading|bearing|direction|azimuth/i,
  battery: /batt|charge|^soc$/i,
  name: /name|label|title|alias/i,
  expiresAt: /expir|valid|until|end/i,
  isActive: /active|enabled|status|state|disabled/i,
  expires: /expire/i,
  expirationDate: /expir|until|end/i,
  dailyEmailLimit: /^(?!.*(sent|used|count)).*(mail)/i,
  dailySmsLimit: /^(?!.*(sent|used|count)).*(sms|text)/i,
  emailsSentToday: /(mail).*(sent|used|count|today)|(sent|used|count|today).*(mail)/i,
  smsSentToday: /(sms|text).*(sent|used|count|today)|(sent|used|count|today).*(sms|text)/i,
};

const readers: Record<Kind, (value: unknown) => unknown> = {
  moment: readMomentOrDay,
  latitude: readWithin(-90, 90),
  longitude: readWithin(-180, 180),
  number: readNumber,
  count: readCount,
  switch: readBoolean,
  text: readText,
};

const isRead = (value: unknown) => value !== null && value !== undefined;

/** Counts from 1970 between the years 2001 and 2096, which is plausible for either form. */
const forms: Record<MomentForm, [lowest: number, highest: number]> = {
  unixSeconds: [1e9, 4e9],
  unixMilliseconds: [1e12, 4e12],
};

/** How a member can be read for a kind of field; null: it cannot. */
function formFor(kind: Kind, value: unknown): Pick<MappedMember, 'as'> | null {
  if (isRead(readers[kind](value))) return {};
  if (kind !== 'moment') return null;
  const count = readNumber(value);
  if (typeof count !== 'number') return null;
  const form = (Object.keys(forms) as MomentForm[]).find(
    (each) => count >= forms[each][0] && count <= forms[each][1],
  );
  return form ? { as: form } : null;
}

/** The pointers of all members of a record that are not containers, at most three levels deep. */
function pointersIn(record: JsonObject, prefix = '', depth = 0): string[] {
  return Object.entries(record).flatMap(([name, value]) => {
    const pointer = `${prefix}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (isJsonObject(value)) return depth < 2 ? pointersIn(value, pointer, depth + 1) : [];
    if (isJsonArray(value) && value.length === 2) return [`${pointer}/0`, `${pointer}/1`];
    return isJsonArray(value) ? [] : [pointer];
  });
}

/** The part of a name that is compared: the expressions above take the square of its length. */
const longestName = 100;
const lastPart = (pointer: string) => pointer.slice(pointer.lastIndexOf('/') + 1);
const mostExamples = 3;

/**
 * The members of the samples that may be the values of a field, the most likely first. A member whose
 * name does not resemble the field is proposed only if few kinds of values are plausible for it.
 */
export function fieldCandidates(
  kind: MappedKind,
  field: string,
  samples: readonly unknown[],
): FieldCandidate[] {
  const records = samples.filter(isJsonObject);
  const entry = fieldsOfKind(kind).find(([name]) => name === field)?.[1];
  if (!entry || records.length === 0) return [];
  const pointers = new Set(records.flatMap((record) => pointersIn(record)));
  const candidates = [...pointers].flatMap((pointer): FieldCandidate[] => {
    const values = records.map((record) => atPointer(record, pointer)).filter(isRead);
    const found = values.map((value) => formFor(entry.kind, value));
    const form = found.find((each) => each !== null);
    const isNamed = similarNames[field]?.test(lastPart(pointer).slice(0, longestName)) ?? false;
    const isUnmistakable = entry.kind === 'moment';
    if (!form || !(isNamed || isUnmistakable)) return [];
    const share = found.filter((each) => each?.as === form.as).length / records.length;
    return [{ pointer, ...form, examples: values.slice(0, mostExamples), share, isNamed }];
  });
  return candidates.sort(
    (a, b) => Number(b.isNamed) - Number(a.isNamed) || b.share - a.share || compare(a, b),
  );
}

/** The members of the samples with some of their values, for choosing one by hand. */
export function membersOf(samples: readonly unknown[]): { pointer: string; examples: unknown[] }[] {
  const records = samples.filter(isJsonObject);
  const pointers = new Set(records.flatMap((record) => pointersIn(record)));
  return [...pointers].map((pointer) => ({
    pointer,
    examples: records
      .map((record) => atPointer(record, pointer))
      .filter(isRead)
      .slice(0, mostExamples),
  }));
}

const compare = (a: FieldCandidate, b: FieldCandidate) => (a.pointer < b.pointer ? -1 : 1);

/** The most likely member of every field that the samples do not have under its own name. */
export function proposedMapping(
  kind: MappedKind,
  samples: readonly unknown[],
  isMissing: (field: string) => boolean,
): FieldMapping {
  const proposed: Record<string, MappedMember> = {};
  for (const [field] of fieldsOfKind(kind)) {
    if (!isMissing(field)) continue;
    const [best] = fieldCandidates(kind, field, samples);
    if (best?.isNamed) proposed[field] = { pointer: best.pointer, ...(best.as && { as: best.as }) };
  }
  return proposed;
}

/** Whether unknown members look like a place: a latitude and a longitude under other names. */
export function hasUnknownPlace(extra: JsonObject): boolean {
  const has = (field: 'latitude' | 'longitude') =>
    fieldCandidates('location', field, [extra]).length > 0;
  return Object.keys(extra).length > 0 && has('latitude') && has('longitude');
}
