import type { GroupGap } from '#shared/domain/group';

/** The groups of a device. "In no group" only if every group and its members are known. */
export function groupsText(names: readonly string[], gap: GroupGap | null): string {
  const known = names.join(', ');
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
