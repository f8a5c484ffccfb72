import type { FieldConflict } from '#shared/domain/edit';

/** Which value the user chose for each field; undecided fields have no entry. */
export type Choices = Readonly<Record<string, 'mine' | 'theirs'>>;

/** Whether the user chose a value for every conflict. */
export function isDecided(conflicts: readonly FieldConflict[], choices: Choices): boolean {
  return conflicts.every(({ field }) => choices[field] !== undefined);
}

/**
 * The remaining edit on top of the service's current record: fields without a conflict, and fields
 * where the user chose their own value. Only for records whose fields are whole values (limits). Sets
 * and maps (members, tags, privileges) are merged by `draftAfterConflict` in `#features/records`, so
 * that additions by others are preserved.
 */
export function editAfterChoice<E extends object>(
  edit: E,
  conflicts: readonly FieldConflict[],
  choices: Choices,
): E {
  const dropped = new Set(
    conflicts.filter(({ field }) => choices[field] === 'theirs').map(({ field }) => field),
  );
  return Object.fromEntries(Object.entries(edit).filter(([field]) => !dropped.has(field))) as E;
}
