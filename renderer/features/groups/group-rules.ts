import { missingFields, tooLongFields } from '#shared/domain/change';
import type { GroupEdit } from '#shared/domain/edit';
import { tooLongText } from '#shared/domain/field';
import type { Group } from '#shared/domain/group';
import { groupMessages } from './group-messages';
import { texts } from './groups-texts';

/** The validation errors of an edit, by field. */
export function groupProblems(edit: GroupEdit, isNew: boolean): ReadonlyMap<string, string> {
  return new Map([
    ...missingFields('group', edit, isNew).map((field) => [field, texts.aGroupNeedsAName] as const),
    ...tooLongFields('group', edit).map((field) => [field, tooLongText] as const),
  ]);
}

export const groupFilters = ['empty', 'single', 'noUsers', 'unknown'] as const;
export type GroupFilter = (typeof groupFilters)[number];

export const groupFilterLabels: Record<GroupFilter, { word: string; title: string }> = {
  empty: { word: texts.emptyGroup, title: texts.groupsWithoutDevices },
  single: { word: texts.oneDevice, title: texts.groupsWithASingleDevice },
  noUsers: { word: texts.noUsers, title: texts.groupsWithoutAssignedUsers },
  unknown: {
    word: texts.unknownMembers,
    title: texts.groupsWhoseMembersWereNot,
  },
};

/** How many users are assigned to a group, and of how many users the group is not known. */
export interface AssignedUsers {
  assigned: number;
  unclear: number;
}

/** "2" or, with users whose group is not known, "2 (1 not known)". */
export function usersText(
  { assigned, unclear }: AssignedUsers,
  count: (value: number) => string,
): string {
  return unclear === 0
    ? count(assigned)
    : groupMessages.countAndNotKnown(count(assigned), count(unclear));
}

/**
 * `users`: how many users are assigned to the group; null: not known. `unclear`: how many more may
 * be, because their group is not known.
 */
export function matchesGroupFilter(
  filter: GroupFilter,
  group: Group,
  users: number | null,
  unclear = 0,
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
      return users === 0 && unclear === 0;
    case 'unknown':
      return members === null || unread > 0;
  }
}
