import type { GroupGap } from '#shared/domain/group';
import { byText } from './in-order';

/** A group as a choice, with how many members are known: the same in every list. */
export function groupChoiceLabel(
  group: { name: string; count: number; isIncomplete?: boolean },
  count: (value: number) => string,
): string {
  const { name, count: members, isIncomplete } = group;
  if (!isIncomplete) return `${name} (${count(members)})`;
  return members === 0 ? `${name} (members not known)` : `${name} (${count(members)} known)`;
}

/** The groups of a device by name. "In no group" only if every group and its members are known. */
export function groupsText(names: readonly string[], gap: GroupGap | null): string {
  const known = names.toSorted(byText).join(', ');
  switch (gap) {
    case null:
      return known || 'In no group';
    case 'list':
      return 'Not loaded';
    case 'members':
      return known
        ? `${known}. Of other groups not all members are known.`
        : 'In no known group. Of some groups not all members are known.';
  }
}

/** The text of the filter for devices without a group; null: their groups are not known. */
export function noGroupLabel(gap: GroupGap | null): string | null {
  if (gap === 'list') return null;
  return gap === 'members' ? 'In no known group' : 'In no group';
}

/** Beside what is shown of the members of a group of which not all are known. */
export const groupMembersGap = 'Not all members of this group are known.';

/** A chosen group that is no longer in the list. */
export const unknownGroup = 'Unknown group';
