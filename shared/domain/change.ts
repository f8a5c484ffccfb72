import type { RecordKind, GroupEdit, LimitsEdit, UserEdit, FieldConflict } from './edit';
import { knownOf, type Gaps } from './known';
import { withoutUnseen } from './text';
import { mostTextLength, type Field, type FieldKind } from './field';
import { groupFields, type Group, groupSystemFields } from './group';
import { limitsFields, type Limits } from './device';
import { userFields, type User, validityProblem, userSystemFields } from './user';
import { message, type Said } from '../i18n/translate';

/**
 * Editing without losing concurrent changes: what changed, and how it is merged with the changes of
 * other users. shared/wire/records.ts converts edits to requests.
 */

/** One field before and after; a password shows as "(set)". */
export interface FieldChange {
  field: string;
  before: unknown;
  after: unknown;
  /** The service did not provide the limit before, so that null in `before` is not "no limit". */
  isBeforeMissing?: boolean | undefined;
}

/** The fields an edit changes; of a new record (`base` null), all given fields. */
export function changesOf<K extends RecordKind>(
  kind: K,
  base: RecordOf[K] | null,
  edit: EditOf[K],
): FieldChange[] {
  return editedFields(kind, edit).flatMap(({ field, kind: valueKind, value }) => {
    if (valueKind === 'secret') return [{ field, before: null, after: '(set)' }];
    const before = fieldValue(kind, base, field);
    if (isSameValue(valueKind, before, value)) return [];
    const isMissing = before === null && kind === 'limits' && isNotProvided(base, field);
    const change = { field, before, after: value };
    return [isMissing ? { ...change, isBeforeMissing: true } : change];
  });
}

/** Whether a value was not in the answer, which differs from a stated "none" only for limits. */
function isNotProvided(base: RecordOf[RecordKind] | null, field: string): boolean {
  return base !== null && knownOf(base, field as never).is === 'notProvided';
}

/** The part of an edit that changes the record; a password is always a change. */
export function onlyChanges<K extends RecordKind>(
  kind: K,
  base: RecordOf[K] | null,
  edit: EditOf[K],
): EditOf[K] {
  const changed = new Set(changesOf(kind, base, edit).map(({ field }) => field));
  const effective = editedFields(kind, edit).filter(({ field }) => changed.has(field));
  return Object.fromEntries(effective.map(({ field, value }) => [field, value])) as EditOf[K];
}

/** The record as it will be once the edit is saved. */
export function applyEdit<K extends RecordKind>(
  kind: K,
  record: RecordOf[K],
  edit: EditOf[K],
): RecordOf[K] {
  const fields = editedFields(kind, edit).filter((edited) => edited.kind !== 'secret');
  const edited = Object.fromEntries(fields.map(({ field, value }) => [field, value]));
  const { gaps } = record;
  return { ...record, ...edited, ...(gaps && { gaps: gapsAfter(gaps, edited) }) };
}

/** The gaps of a record after these fields were given a value; null states that there is none. */
function gapsAfter(gaps: Gaps, edited: Record<string, unknown>): Gaps {
  const isLeft = (field: string) => !Object.hasOwn(edited, field);
  const left = <T>(byField: Record<string, T>) =>
    Object.fromEntries(Object.entries(byField).filter(([field]) => isLeft(field)));
  const cleared = Object.keys(edited).filter((field) => edited[field] === null);
  return {
    ...gaps,
    none: [...(gaps.none ?? []).filter(isLeft), ...cleared],
    notProvided: (gaps.notProvided ?? []).filter(isLeft),
    notUnderstood: left(gaps.notUnderstood ?? {}),
    days: left(gaps.days ?? {}),
  };
}

/**
 * The edit that undoes an edit, based on the record before it. Without the password, because the
 * old one is unknown. Merge it with the edited record as its base, to preserve later changes of
 * other users.
 */
export function inverseEdit<K extends RecordKind>(
  kind: K,
  before: RecordOf[K],
  edit: EditOf[K],
): EditOf[K] {
  const fields = editedFields(kind, edit).flatMap(({ field, kind: valueKind, value }) => {
    if (valueKind === 'secret') return [];
    const old = fieldValue(kind, before, field);
    if (isSameValue(valueKind, old, value)) return [];
    // A switch that was never sent cannot be restored to "not provided"; it meant off.
    const isSwitch = valueKind === 'switch' && !isNotUnderstood(old);
    return [[field, isSwitch ? old === true : old] as const];
  });
  return Object.fromEntries(fields) as EditOf[K];
}

/** The edit that belongs to each kind of record. */
export interface EditOf {
  user: UserEdit;
  group: GroupEdit;
  limits: LimitsEdit;
}

/** The record that each kind of edit applies to; `limits` is the editable part of a device. */
export interface RecordOf {
  user: User;
  group: Group;
  limits: Limits;
}

const tables: { [K in RecordKind]: Record<keyof EditOf[K], Field> } = {
  user: userFields,
  group: groupFields,
  limits: limitsFields,
};

export function recordFields(kind: RecordKind): Readonly<Record<string, Field>> {
  return tables[kind];
}

/** One field of an edit; `value` is normalized. */
export interface EditedField extends Field {
  field: string;
  value: unknown;
}

/** The fields of an edit, in form order. Unknown names are left out. */
export function editedFields(kind: RecordKind, edit: object): EditedField[] {
  return Object.entries(recordFields(kind)).flatMap(([field, entry]) => {
    const given: unknown = valueOf(edit, field);
    return given === undefined ? [] : [{ ...entry, field, value: normal(entry.kind, given) }];
  });
}

/**
 * Stands for a value that was not understood where values are compared, journalled and restored, so
 * that it is never taken for an empty one. Only for fields with a single value.
 */
interface NotUnderstood {
  notUnderstood: unknown;
}

export function isNotUnderstood(value: unknown): value is NotUnderstood {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.keys(value).length === 1 &&
    Object.hasOwn(value, 'notUnderstood')
  );
}

/**
 * The normalized value of a field; if the record lacks it, the empty value of its kind. Of a moment
 * that was sent as a day it is the day, and if the value was not understood, its original.
 */
export function fieldValue(kind: RecordKind, record: object | null, field: string): unknown {
  const valueKind = recordFields(kind)[field]?.kind ?? 'text';
  const gaps = (record as { gaps?: Gaps } | null)?.gaps;
  const unread = valueKind === 'set' || valueKind === 'map' ? undefined : gaps?.notUnderstood;
  if (unread && Object.hasOwn(unread, field)) return { notUnderstood: unread[field] };
  const day = valueKind === 'moment' ? gaps?.days?.[field] : undefined;
  if (day !== undefined) return day;
  return normal(valueKind, record ? valueOf(record, field) : null);
}

function valueOf(record: object, field: string): unknown {
  return (record as Record<string, unknown>)[field];
}

/** Normalizes equivalent values: empty text is none, as in every decoded answer. */
export function normal(kind: FieldKind, value: unknown): unknown {
  if (kind === 'set') return isNotUnderstood(value) ? value : [...new Set(membersOf(value))];
  if (kind === 'map') return value ?? {};
  if (kind === 'text' && value === '') return null;
  return value ?? null;
}

/** Whether two normalized values are equal. Sets have no order. */
export function isSameValue(kind: FieldKind, a: unknown, b: unknown): boolean {
  if (kind === 'set') {
    const [inA, inB] = [new Set(textsOf(a)), new Set(textsOf(b))];
    return inA.size === inB.size && [...inA].every((text) => inB.has(text));
  }
  if (kind === 'map') {
    const [entriesA, mapB] = [Object.entries(mapOf(a)), mapOf(b)];
    return (
      entriesA.length === Object.keys(mapB).length &&
      entriesA.every(([key, text]) => Object.hasOwn(mapB, key) && mapB[key] === text)
    );
  }
  if (isNotUnderstood(a) && isNotUnderstood(b)) return JSON.stringify(a) === JSON.stringify(b);
  return a === b;
}

/** The members of a list; of a deleted record also the originals that were not understood. */
function membersOf(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

export function textsOf(value: unknown): string[] {
  return membersOf(value).filter((member) => typeof member === 'string');
}

export function mapOf(value: unknown): Record<string, string> {
  return (value ?? {}) as Record<string, string>;
}

/** Texts of an edit that are longer than it may hold. */
export function tooLongFields(kind: RecordKind, edit: object): string[] {
  return Object.entries(recordFields(kind))
    .filter(([, field]) => field.kind === 'text')
    .map(([field]) => field)
    .filter((field) => {
      const value: unknown = Reflect.get(edit, field);
      return typeof value === 'string' && value.length > mostTextLength;
    });
}

/** Required fields that an edit clears or, for a new record, omits. */
export function missingFields(kind: RecordKind, edit: object, isNew: boolean): string[] {
  return Object.entries(recordFields(kind))
    .filter(([field, { required }]) => required && (isNew || Reflect.has(edit, field)))
    .map(([field]) => field)
    .filter((field) => {
      const value = fieldValue(kind, edit, field);
      return typeof value !== 'string' || withoutUnseen(value) === '';
    });
}

/** The rest of an edit after the record was changed at the service. */
interface Merged<K extends RecordKind> {
  /** What must still be sent, without conflicts and fields that already have the new value. */
  edit: EditOf[K];
  /** Fields that both sides changed differently. One tag counts as a field: `tags/KEY`. */
  conflicts: FieldConflict[];
}

/**
 * Merges an edit made on `base` with the record as the service has it now.
 *
 * Field by field: a change by one side is applied, the same change by both sides needs nothing, and
 * different changes are a conflict. Members of a group, privileges and tags are merged
 * individually, so that two users who add different devices lose nothing.
 */
export function mergeThreeWay<K extends RecordKind>(
  kind: K,
  base: RecordOf[K],
  theirs: RecordOf[K],
  edit: EditOf[K],
): Merged<K> {
  const sent: Record<string, unknown> = {};
  const conflicts: FieldConflict[] = [];
  for (const { field, kind: valueKind, value: mine } of editedFields(kind, edit)) {
    const before = fieldValue(kind, base, field);
    const now = fieldValue(kind, theirs, field);
    if (valueKind === 'secret') {
      sent[field] = mine;
    } else if (valueKind === 'set') {
      // A list that was not sent is unknown, not empty: the last known list is used.
      const known = Reflect.get(theirs, field) === null ? before : now;
      const merged = mergedSet(textsOf(before), textsOf(known), textsOf(mine));
      if (!isSameValue('set', merged, now)) sent[field] = merged;
    } else if (valueKind === 'map') {
      const { merged, disputed } = mergedMap(mapOf(before), mapOf(now), mapOf(mine));
      if (!isSameValue('map', merged, now)) sent[field] = merged;
      for (const conflict of disputed) {
        conflicts.push({ ...conflict, field: `${field}/${conflict.field}` });
      }
    } else if (!isSameValue(valueKind, mine, before) && !isSameValue(valueKind, mine, now)) {
      if (isSameValue(valueKind, now, before)) sent[field] = mine;
      else conflicts.push({ field, base: before, theirs: now, mine });
    }
  }
  conflicts.push(...setAgainst(kind, base, theirs, edit, sent));
  return { edit: sent as EditOf[K], conflicts };
}

function mergedSet(base: string[], theirs: string[], mine: string[]): string[] {
  const before = new Set(base);
  const wanted = new Set(mine);
  const removed = new Set(base.filter((item) => !wanted.has(item)));
  const added = mine.filter((item) => !before.has(item));
  return [...new Set([...theirs.filter((item) => !removed.has(item)), ...added])];
}

function mergedMap(
  base: Record<string, string>,
  theirs: Record<string, string>,
  mine: Record<string, string>,
): { merged: Record<string, string>; disputed: FieldConflict[] } {
  const merged = new Map(Object.entries(theirs));
  const disputed: FieldConflict[] = [];
  const at = (map: Record<string, string>, key: string) =>
    Object.hasOwn(map, key) ? (map[key] ?? null) : null;
  for (const key of new Set([...Object.keys(base), ...Object.keys(mine)])) {
    const [before, now, wanted] = [at(base, key), at(theirs, key), at(mine, key)];
    if (wanted === before || wanted === now) continue;
    if (now !== before) disputed.push({ field: key, base: before, theirs: now, mine: wanted });
    else if (wanted === null) merged.delete(key);
    else merged.set(key, wanted);
  }
  return { merged: Object.fromEntries(merged), disputed };
}

/** Fields that are only valid in combination. */
const pairs: Record<RecordKind, readonly [string, string] | null> = {
  user: ['validFrom', 'expiresAt'],
  group: null,
  limits: ['expires', 'expirationDate'],
};

function isPossible(kind: RecordKind, first: unknown, second: unknown): boolean {
  // Section 2.3: if Expires is on, an expiration date is required.
  if (kind === 'limits') return first !== true || second !== null;
  return (
    kind !== 'user' ||
    validityProblem({ validFrom: first as number | null, expiresAt: second as number | null }) ===
      null
  );
}

/**
 * Two changes that are valid alone but not together (one turns Expires on, the other removes the
 * date) are a conflict of both fields, which are removed from `sent`.
 */
function setAgainst<K extends RecordKind>(
  kind: K,
  base: RecordOf[K],
  theirs: RecordOf[K],
  edit: EditOf[K],
  sent: Record<string, unknown>,
): FieldConflict[] {
  const pair = pairs[kind];
  if (!pair || !pair.some((field) => field in sent)) return [];
  const sides = pair.map((field) => {
    const before = fieldValue(kind, base, field);
    const now = fieldValue(kind, theirs, field);
    const touched = field in edit && Reflect.get(edit, field) !== undefined;
    const mine = touched ? fieldValue(kind, edit, field) : before;
    return { field, base: before, theirs: now, mine, result: field in sent ? sent[field] : now };
  });
  const is = (side: 'theirs' | 'mine' | 'result') =>
    isPossible(kind, sides[0]?.[side], sides[1]?.[side]);
  if (is('result') || !is('theirs') || !is('mine')) return [];
  return sides.map(({ field, base: before, theirs: now, mine }) => {
    delete sent[field];
    return { field, base: before, theirs: now, mine };
  });
}

/**
 * The edit on `theirs` after the user resolved each conflict; fields resolved as theirs are not in
 * it. Save it with `theirs` as the new base.
 */
export function resolveConflicts<K extends RecordKind>(
  kind: K,
  theirs: RecordOf[K],
  merged: Merged<K>,
  choose: (conflict: FieldConflict) => 'mine' | 'theirs',
): EditOf[K] {
  const edit: Record<string, unknown> = { ...merged.edit };
  for (const conflict of merged.conflicts) {
    if (choose(conflict) === 'theirs') continue;
    const [field, key] = splitField(conflict.field);
    if (key === null) {
      edit[field] = conflict.mine;
      continue;
    }
    const map = new Map(Object.entries(mapOf(edit[field] ?? fieldValue(kind, theirs, field))));
    if (typeof conflict.mine === 'string') map.set(key, conflict.mine);
    else map.delete(key);
    edit[field] = Object.fromEntries(map);
  }
  return edit as EditOf[K];
}

/** Splits `tags/KEY` into field and key; other fields have no key. */
export function splitField(field: string): [field: string, key: string | null] {
  const slash = field.indexOf('/');
  return slash === -1 ? [field, null] : [field.slice(0, slash), field.slice(slash + 1)];
}

const systemFields: Record<RecordKind, Readonly<Record<string, Field>>> = {
  user: userSystemFields,
  group: groupSystemFields,
  limits: {},
};

export const isRecordField = (kind: RecordKind, field: string): boolean =>
  Object.hasOwn(recordFields(kind), field) || Object.hasOwn(systemFields[kind], field);

/** The name of a field on screen and in messages; its own name if it is unknown. */
export function fieldName(kind: RecordKind, field: string): Said {
  const key = (recordFields(kind)[field] ?? systemFields[kind][field])?.name;
  return key ? message(key) : field;
}

export const fieldNames = (kind: RecordKind, fields: readonly string[]): Said[] =>
  fields.map((field) => fieldName(kind, field));
