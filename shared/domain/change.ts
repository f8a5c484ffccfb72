/**
 * Editing without losing concurrent changes: what changed, and how it is merged with the changes of
 * other users. This file is the public interface of the `change-…` files beside it;
 * shared/wire/encode.ts converts edits to requests.
 */
import {
  editedFields,
  fieldValue,
  isNotUnderstood,
  isSameValue,
  type EditOf,
  type RecordOf,
} from './change-fields';
import type { RecordKind } from './edit';
import { knownOf, type Gaps } from './known';

export {
  fieldValue,
  isNotUnderstood,
  isSameValue,
  missingFields,
  recordFields,
  tooLongFields,
} from './change-fields';
export type { EditOf, RecordOf } from './change-fields';
export type { Field, FieldKind } from './field';
export { mergeThreeWay, resolveConflicts, splitField, type Merged } from './change-merge';

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
