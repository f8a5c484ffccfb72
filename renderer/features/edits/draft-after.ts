import {
  applyEdit,
  mergeThreeWay,
  resolveConflicts,
  type EditOf,
  type RecordOf,
} from '#shared/domain/change';
import type { Choices } from './conflict-choice';
import { sameValue } from './same-value';

export type EditedKind = 'user' | 'group';

/**
 * The remaining edit after a conflict, on top of the service's current record. Changes by others to
 * members, privileges and tags are kept, whatever the user chose for the conflicts.
 */
export function draftAfterConflict<K extends EditedKind>(
  kind: K,
  base: RecordOf[K],
  theirs: RecordOf[K],
  edit: EditOf[K],
  choices: Choices,
): EditOf[K] {
  const merged = mergeThreeWay(kind, base, theirs, edit);
  return resolveConflicts(kind, theirs, merged, ({ field }) => choices[field] ?? 'mine');
}

/** The edits typed while saving, on top of the saved record. */
export function draftAfterSave<K extends EditedKind>(
  kind: K,
  base: RecordOf[K],
  sent: EditOf[K],
  saved: RecordOf[K],
  edit: EditOf[K],
): EditOf[K] {
  const typed = Object.entries(edit).filter(
    ([field, value]) => !sameValue(value, Reflect.get(sent, field)),
  );
  const before = applyEdit(kind, base, sent);
  const merged = mergeThreeWay(kind, before, saved, Object.fromEntries(typed) as EditOf[K]);
  return resolveConflicts(kind, saved, merged, () => 'mine');
}
