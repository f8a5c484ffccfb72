import type { FieldConflict } from '#shared/domain/edit';

/** Whose value counts, field by field. A field that nobody decided has no entry. */
export type Choices = Readonly<Record<string, 'mine' | 'theirs'>>;

/** Whether every field in conflict is decided. */
export function isDecided(conflicts: readonly FieldConflict[], choices: Choices): boolean {
  return conflicts.every(({ field }) => choices[field] !== undefined);
}

/**
 * What is still to be saved on top of the service's present record: what was not in conflict, and
 * of the rest what the person chose to keep. For records whose fields are whole values (limits);
 * sets and maps (members, tags, privileges) are merged again by `draftAfterConflict` of
 * `#features/account`, or a colleague's additions would go.
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
