import { missingFields, tooLongFields } from '#shared/domain/change';
import type { GroupEdit } from '#shared/domain/edit';
import { mostTextLength } from '#shared/domain/field';
import { groupLabel, type Group } from '#shared/domain/group';
import type { JobStep } from '#shared/domain/job';
import { knownOf, mapKnown, valueOf, type Known } from '#shared/domain/known';
import { textKey } from '#shared/domain/text';
import type { PlainKey } from '#shared/i18n/translate';
import type { Format } from '#lib/format';
import { knownText } from '#lib/known-values';

/** What a bulk action does with devices and groups. */
export type Membership = 'add' | 'remove';

/** The validation errors of an edit, by field; `base` is null for a new group. */
export function groupProblems(
  edit: GroupEdit,
  base: Group | null,
  { t }: Format,
): ReadonlyMap<string, string> {
  const missing = missingFields('group', edit, base === null);
  return new Map([
    ...missing.map((field) => [field, t('groups.editor.needsName')] as const),
    ...tooLongFields('group', edit).map(
      (field) => [field, t('edits.field.tooLong', { count: mostTextLength })] as const,
    ),
  ]);
}

/** Why a draft of a group is not sent without being opened. */
export function groupDraftProblem(
  draft: { edit: object; base: object | null },
  format: Format,
): string | null {
  const { edit, base } = draft;
  const [problem] = groupProblems(edit as GroupEdit, base as Group | null, format).values();
  return problem ?? null;
}

/** Whether a group has this name, or one that looks the same. */
export function hasGroupNamed(groups: readonly Group[], name: string): boolean {
  const key = textKey(name);
  return groups.some((group) => textKey(groupLabel(group)) === key);
}

/** How many members a group has: understood, and not understood. */
export function membersOf(group: Group): Known<{ read: number; unread: number }> {
  const known = knownOf(group, 'deviceIds');
  return mapKnown(known, (ids) => ({
    read: new Set(ids).size,
    unread: (known.is === 'value' && known.unread?.length) || 0,
  }));
}

/** How many members a group has in all; null: not known. */
export function memberTotal(group: Group): number | null {
  const members = valueOf(membersOf(group));
  return members && members.read + members.unread;
}

/** "2" or, with members that were not understood, "2 (1 not understood)". */
export function membersCount(group: Group, format: Format): string {
  const { t, count } = format;
  return knownText(
    membersOf(group),
    ({ read, unread }) =>
      unread === 0 ? count(read) : t('groups.members.count', { count: read + unread, unread }),
    '',
    format,
  );
}

/** How many users are assigned to a group, and of how many users the group is not known. */
export interface AssignedUsers {
  assigned: number;
  unclear: number;
}

/** "2" or, with users whose group is not known, "2 (1 not known)". */
export function usersText({ assigned, unclear }: AssignedUsers, { t, count }: Format): string {
  return unclear === 0 ? count(assigned) : t('groups.users.count', { count: assigned, unclear });
}

/** The filters of the list. `users`: those of the group; null: the list of users is not known. */
export const groupFilters: readonly {
  id: string;
  word: PlainKey;
  title: PlainKey;
  passes: (group: Group, users: AssignedUsers | null) => boolean;
}[] = [
  {
    id: 'empty',
    word: 'groups.filter.empty',
    title: 'groups.filter.empty.help',
    passes: (group) => memberTotal(group) === 0,
  },
  {
    id: 'single',
    word: 'groups.filter.single',
    title: 'groups.filter.single.help',
    passes: (group) => memberTotal(group) === 1,
  },
  {
    id: 'noUsers',
    word: 'groups.filter.noUsers',
    title: 'groups.filter.noUsers.help',
    passes: (_, users) => users !== null && users.assigned === 0 && users.unclear === 0,
  },
  {
    id: 'unknown',
    word: 'groups.filter.unknown',
    title: 'groups.filter.unknown.help',
    passes: (group) => {
      const members = valueOf(membersOf(group));
      return members === null || members.unread > 0;
    },
  },
];

/**
 * One step for each group whose members change. `skipped`: groups whose members the service did not
 * send, so that they cannot be changed.
 */
export function membershipSteps(
  groups: readonly Group[],
  deviceIds: readonly string[],
  how: Membership,
): { steps: JobStep[]; skipped: Group[] } {
  const changedIds = new Set(deviceIds);
  const steps = groups.flatMap((group): JobStep[] => {
    if (group.deviceIds === null) return [];
    const before = [...new Set(group.deviceIds)];
    const after =
      how === 'add'
        ? [...new Set([...before, ...changedIds])]
        : before.filter((id) => !changedIds.has(id));
    if (after.length === before.length) return [];
    return [{ kind: 'group', action: 'change', id: group.id, edit: { deviceIds: after } }];
  });
  return { steps, skipped: groups.filter(({ deviceIds: known }) => known === null) };
}

/** The step that creates a group with these members. */
export const creationStep = (name: string, deviceIds: readonly string[]): JobStep => ({
  kind: 'group',
  action: 'create',
  edit: { name, deviceIds: [...new Set(deviceIds)] },
});
