import { missingFields } from '#shared/domain/change';
import type { GroupEdit } from '#shared/domain/edit';

/** What is wrong with an edit of a group, by field. */
export function groupProblems(edit: GroupEdit, isNew: boolean): ReadonlyMap<string, string> {
  return new Map(
    missingFields('group', edit, isNew).map((field) => [field, 'A group needs a name.']),
  );
}
