import { missingFields } from '#shared/domain/change';
import type { GroupEdit } from '#shared/domain/edit';

/** The validation errors of an edit, by field. */
export function groupProblems(edit: GroupEdit, isNew: boolean): ReadonlyMap<string, string> {
  return new Map(
    missingFields('group', edit, isNew).map((field) => [field, 'A group needs a name.']),
  );
}
