import { missingFields } from '#shared/domain/change';
import type { GroupEdit } from '#shared/domain/edit';
import type { Group } from '#shared/domain/group';

/** The validation errors of an edit, by field. */
export function groupProblems(edit: GroupEdit, isNew: boolean): ReadonlyMap<string, string> {
  return new Map(
    missingFields('group', edit, isNew).map((field) => [field, 'A group needs a name.']),
  );
}

export const groupFilters = ['empty', 'single', 'noUsers', 'unknown'] as const;
export type GroupFilter = (typeof groupFilters)[number];

export const groupFilterLabels: Record<GroupFilter, { word: string; title: string }> = {
  empty: { word: 'Empty group', title: 'Groups without devices' },
  single: { word: 'One device', title: 'Groups with a single device' },
  noUsers: { word: 'No users', title: 'Groups without assigned users' },
  unknown: {
    word: 'Unknown members',
    title: 'Groups whose members were not provided or not all understood',
  },
};

/** `users`: how many users are assigned to the group; null: not known. */
export function matchesGroupFilter(
  filter: GroupFilter,
  group: Group,
  users: number | null,
): boolean {
  const { deviceIds, gaps } = group;
  const unread = gaps?.partly?.['deviceIds']?.length ?? 0;
  const members = deviceIds && new Set(deviceIds).size + unread;
  switch (filter) {
    case 'empty':
      return members === 0;
    case 'single':
      return members === 1;
    case 'noUsers':
      return users === 0;
    case 'unknown':
      return members === null || unread > 0;
  }
}
