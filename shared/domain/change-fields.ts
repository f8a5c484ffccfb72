import type { GroupEdit, LimitsEdit, RecordKind, UserEdit } from './edit';
import type { Group } from './group';
import type { Limits } from './limit';
import type { User } from './user';

/** The edit that belongs to each kind of record. */
export interface EditOf {
  user: UserEdit;
  group: GroupEdit;
  limits: LimitsEdit;
}

/** The record an edit of each kind is made on; `limits` is the part of a device that can be edited. */
export interface RecordOf {
  user: User;
  group: Group;
  limits: Limits;
}

/** How the values of a field compare, merge and travel. A `secret` is only ever sent. */
export type FieldKind = 'text' | 'switch' | 'count' | 'moment' | 'day' | 'set' | 'map' | 'secret';

/** Where a field lives on the wire (wire contract 4.1 and 5.1) and what kind of value it has. */
export interface WireField {
  member: string;
  kind: FieldKind;
  /** Cannot be left out of a record or emptied. */
  required?: true;
}

export const userWire: Record<keyof UserEdit, WireField> = {
  name: { member: 'name', kind: 'text', required: true },
  email: { member: 'email', kind: 'text', required: true },
  country: { member: 'country', kind: 'text', required: true },
  timeZone: { member: 'timeZone', kind: 'text', required: true },
  description: { member: 'description', kind: 'text' },
  message: { member: 'message', kind: 'text' },
  disabled: { member: 'disabled', kind: 'switch' },
  disabledMessage: { member: 'disabledMessage', kind: 'text' },
  tags: { member: 'tags', kind: 'map' },
  privileges: { member: 'privileges', kind: 'set' },
  group: { member: 'group', kind: 'text' },
  deviceId: { member: 'deviceId', kind: 'text' },
  adminDevices: { member: 'adminDevices', kind: 'count' },
  validFrom: { member: 'from', kind: 'moment' },
  expiresAt: { member: 'expires', kind: 'moment' },
  password: { member: 'password', kind: 'secret' },
};

export const groupWire: Record<keyof GroupEdit, WireField> = {
  name: { member: 'name', kind: 'text', required: true },
  description: { member: 'description', kind: 'text' },
  deviceIds: { member: 'devices', kind: 'set' },
};

/** Members of the `limits` object of a device record, an extension that a service announces. */
export const limitsWire: Record<keyof LimitsEdit, WireField> = {
  expires: { member: 'expires', kind: 'switch' },
  expirationDate: { member: 'expirationDate', kind: 'day' },
  dailyEmailLimit: { member: 'dailyEmailLimit', kind: 'count' },
  dailySmsLimit: { member: 'dailySmsLimit', kind: 'count' },
};

const wires: Record<RecordKind, Record<string, WireField>> = {
  user: userWire,
  group: groupWire,
  limits: limitsWire,
};

/** Where every editable field of a kind lives. */
export function wireFields(kind: RecordKind): Record<string, WireField> {
  return wires[kind];
}

/** One field that an edit touches; `value` is in normal form. */
export interface EditedField extends WireField {
  field: string;
  value: unknown;
}

/** The fields an edit touches, in the order of the form. Names that are no field are left out. */
export function editedFields(kind: RecordKind, edit: object): EditedField[] {
  return Object.entries(wires[kind]).flatMap(([field, wire]) => {
    const given: unknown = valueOf(edit, field);
    return given === undefined ? [] : [{ ...wire, field, value: normal(wire.kind, given) }];
  });
}

/** A field's value in normal form; of a record that does not have it, what "none" is for its kind. */
export function fieldValue(kind: RecordKind, record: object | null, field: string): unknown {
  return normal(wires[kind][field]?.kind ?? 'text', record ? valueOf(record, field) : null);
}

function valueOf(record: object, field: string): unknown {
  return (record as Record<string, unknown>)[field];
}

/** One form for values that mean the same: empty text is none, as in every answer that is read. */
export function normal(kind: FieldKind, value: unknown): unknown {
  if (kind === 'set') return [...new Set(textsOf(value))];
  if (kind === 'map') return value ?? {};
  if (kind === 'text' && value === '') return null;
  return value ?? null;
}

/** Whether two values in normal form mean the same. Sets have no order. */
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
  return a === b;
}

export function textsOf(value: unknown): string[] {
  return (value ?? []) as string[];
}

export function mapOf(value: unknown): Record<string, string> {
  return (value ?? {}) as Record<string, string>;
}
