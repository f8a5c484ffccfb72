import {
  fieldValue,
  inverseEdit,
  isSameValue,
  mergeThreeWay,
  recordFields,
  type EditOf,
  type FieldChange,
  type RecordOf,
  fieldsInSentence,
} from '#shared/domain/change';
import type { JournalEntry, RecordKind } from '#shared/domain/edit';
import { submissionUndoReason } from '#main/features/journal/journal';

/** The change of one record by a journal entry, several entries, or a row of a job. */
export interface Done {
  kind: RecordKind;
  action: 'create' | 'change' | 'delete';
  /** null: the service did not return the id of the created record. */
  recordId: string | null;
  changes: readonly FieldChange[];
}

/**
 * The inverse: an `EditCommand` without the record it is based on, or the reason why there is none.
 */
export type Inverse =
  | { action: 'create'; edit: object; note: string; refusal: null }
  | { action: 'change'; id: string; edit: object; refusal: null }
  | { action: 'delete'; id: string; refusal: null }
  | { refusal: string };

export const alreadyUndone = 'It is already undone.';
const noWay = 'It cannot be undone.';

/** Why an entry can never be undone; null: it depends on the current record. */
export function undoRefusal({ undo, undoReason, kind }: JournalEntry): string | null {
  if (undo === 'done') return alreadyUndone;
  if (undo === 'impossible') return undoReason ?? noWay;
  return kind === 'report' ? submissionUndoReason : null;
}

/**
 * The inverse of a change, merged with later changes of others: their fields stay, and it is
 * refused if they changed the same ones. `now`: the editable part of the record; null: not known.
 */
export function inverseOf(done: Done, now: object | null): Inverse {
  switch (done.action) {
    case 'create':
      return removal(done, now);
    case 'delete':
      return recreation(done);
    case 'change':
      return restoration(done.kind, done, now);
  }
}

/** Deletes a created record, unless it was changed since. */
function removal({ kind, recordId, changes }: Done, now: object | null): Inverse {
  if (recordId === null) {
    return { refusal: 'The service did not provide the id of the created record.' };
  }
  const changed = now ? changedSince(kind, changes, now) : [];
  if (changed.length === 0) return { action: 'delete', id: recordId, refusal: null };
  return { refusal: `It was changed since it was created: ${fieldsInSentence(kind, changed)}.` };
}

function recreation({ kind, changes }: Done): Inverse {
  const values = Object.entries(valuesOf(kind, changes, 'before'));
  const note =
    kind === 'user'
      ? 'Is created under a new id, without the password and without fields that only the service knows.'
      : 'Is created under a new id.';
  const edit = Object.fromEntries(values.filter(([, value]) => value !== null));
  return { action: 'create', edit, note, refusal: null };
}

/** Restores the old values in the current record. */
function restoration<K extends RecordKind>(kind: K, done: Done, now: object | null): Inverse {
  const { changes, recordId } = done;
  if (changes.some(({ field }) => field === 'active')) {
    return {
      refusal: 'An activation cannot be undone: the device uses its licence until it expires.',
    };
  }
  const before = valuesOf(kind, changes, 'before') as RecordOf[K];
  const after = valuesOf(kind, changes, 'after') as EditOf[K];
  if (Object.keys(after).length === 0) {
    return { refusal: 'The previous password is not known.' };
  }
  if (recordId === null) return { refusal: noWay };
  const edit = inverseEdit(kind, before, after);
  if (now === null) return { action: 'change', id: recordId, edit, refusal: null };
  // Without what was not understood: `after` says what the fields were.
  const base = { ...now, ...after, gaps: undefined } as RecordOf[K];
  const merged = mergeThreeWay(kind, base, now as RecordOf[K], edit);
  if (merged.conflicts.length === 0) {
    return { action: 'change', id: recordId, edit: merged.edit, refusal: null };
  }
  return { refusal: changedAgain(kind, merged.conflicts) };
}

/** Refuses to overwrite a later change of another client. */
export function changedAgain(kind: RecordKind, changed: readonly { field: string }[]): string {
  const fields = changed.map(({ field }) => field);
  return `It was changed again since: ${fieldsInSentence(kind, fields)}.`;
}

/** One side of the changes, without passwords and fields that cannot be edited. */
export function valuesOf(
  kind: RecordKind,
  changes: readonly FieldChange[],
  side: 'before' | 'after',
): Record<string, unknown> {
  const wire = recordFields(kind);
  const values: Record<string, unknown> = {};
  for (const change of changes) {
    const field = wire[change.field];
    if (!field || field.kind === 'secret') continue;
    values[change.field] = change[side];
  }
  return values;
}

function changedSince(kind: RecordKind, changes: readonly FieldChange[], record: object): string[] {
  const wire = recordFields(kind);
  return changes
    .filter(({ field, after }) => {
      const { kind: valueKind } = wire[field] ?? { kind: 'secret' };
      return (
        valueKind !== 'secret' && !isSameValue(valueKind, fieldValue(kind, record, field), after)
      );
    })
    .map(({ field }) => field);
}
