/**
 * Editing without losing concurrent changes: what changed, and how it merges with what others
 * changed. This file is the public face of the `change-…` files beside it; how an edit is sent is
 * in shared/wire/encode.ts.
 */
import { editedFields, fieldValue, isSameValue, type EditOf, type RecordOf } from './change-fields';
import type { RecordKind } from './edit';

export { isSameValue, missingFields, recordFields } from './change-fields';
export type { EditOf, RecordOf } from './change-fields';
export type { Field, FieldKind } from './field';
export { mergeThreeWay, resolveConflicts, splitField, type Merged } from './change-merge';

/** One field as it was and as it will be; a password shows as "(set)". */
export interface FieldChange {
  field: string;
  before: unknown;
  after: unknown;
}

/** The fields an edit really changes; of a new record (`base` null), all it gives. */
export function changesOf<K extends RecordKind>(
  kind: K,
  base: RecordOf[K] | null,
  edit: EditOf[K],
): FieldChange[] {
  return editedFields(kind, edit).flatMap(({ field, kind: valueKind, value }) => {
    if (valueKind === 'secret') return [{ field, before: null, after: '(set)' }];
    const before = fieldValue(kind, base, field);
    return isSameValue(valueKind, before, value) ? [] : [{ field, before, after: value }];
  });
}

/** The part of an edit that really changes the record; passwords always do. */
export function onlyChanges<K extends RecordKind>(
  kind: K,
  base: RecordOf[K] | null,
  edit: EditOf[K],
): EditOf[K] {
  const changed = new Set(changesOf(kind, base, edit).map(({ field }) => field));
  const kept = editedFields(kind, edit).filter(({ field }) => changed.has(field));
  return Object.fromEntries(kept.map(({ field, value }) => [field, value])) as EditOf[K];
}

/** The record as it will be once the edit is saved. */
export function applyEdit<K extends RecordKind>(
  kind: K,
  record: RecordOf[K],
  edit: EditOf[K],
): RecordOf[K] {
  const fields = editedFields(kind, edit).filter((edited) => edited.kind !== 'secret');
  return { ...record, ...Object.fromEntries(fields.map(({ field, value }) => [field, value])) };
}

/**
 * The edit that takes an edit back, made on the record as it was before. Without the password:
 * nobody knows the old one. To be merged with the edited record as its base, so that what others
 * did since stays.
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
    // A switch that was never sent has no "not provided" to go back to; off is what it stood for.
    return [[field, valueKind === 'switch' ? old === true : old] as const];
  });
  return Object.fromEntries(fields) as EditOf[K];
}
