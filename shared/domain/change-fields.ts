import { withoutUnseen } from './pasted-text';
import type { GroupEdit, LimitsEdit, RecordKind, UserEdit } from './edit';
import { mostTextLength, type Field, type FieldKind } from './field';
import { groupFields, type Group } from './group';
import { limitsFields, type Limits } from './limit';
import type { Gaps } from './known';
import { userFields, type User } from './user';

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

/** The editable fields of a kind of record. */
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
export interface NotUnderstood {
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
