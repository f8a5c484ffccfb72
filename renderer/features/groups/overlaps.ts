import type { Group } from '#shared/domain/group';

/** The groups each device is in, for every device that is in one. */
export function groupsOfDevices(groups: readonly Group[]): ReadonlyMap<string, readonly Group[]> {
  const byDevice = new Map<string, Group[]>();
  for (const group of groups) {
    for (const id of new Set(group.deviceIds)) {
      const known = byDevice.get(id);
      if (known) known.push(group);
      else byDevice.set(id, [group]);
    }
  }
  return byDevice;
}

export interface OverlapCount {
  /** In how many groups. */
  groups: number;
  devices: number;
}

/** How many devices are in no group, in one, in two and so on; only what occurs. */
export function overlapCounts(
  deviceIds: readonly string[],
  byDevice: ReadonlyMap<string, readonly Group[]>,
): OverlapCount[] {
  const counts = new Map<number, number>();
  for (const id of deviceIds) {
    const groups = byDevice.get(id)?.length ?? 0;
    counts.set(groups, (counts.get(groups) ?? 0) + 1);
  }
  return [...counts]
    .map(([groups, devices]) => ({ groups, devices }))
    .sort((a, b) => a.groups - b.groups);
}

/** "in no group", "in 1 group", "in 3 groups". */
export function overlapWord(groups: number): string {
  if (groups === 0) return 'In no group';
  return `In ${groups} ${groups === 1 ? 'group' : 'groups'}`;
}

export const groupFilters = ['empty', 'single', 'unseen', 'unknown'] as const;
/** What can be odd about a group. */
export type GroupFilter = (typeof groupFilters)[number];

export const groupFilterWords: Record<GroupFilter, { word: string; title: string }> = {
  empty: { word: 'Empty group', title: 'Groups without any device' },
  single: { word: 'One device', title: 'Groups with a single device' },
  unseen: { word: 'Seen by nobody', title: 'Groups to which no user is tied' },
  unknown: { word: 'Members not sent', title: 'The service did not send who is in them' },
};

/** Whether a group is odd in this way; `users` is how many are tied to it. */
export function isOdd(filter: GroupFilter, group: Group, users: number): boolean {
  const members = group.deviceIds && new Set(group.deviceIds).size;
  switch (filter) {
    case 'empty':
      return members === 0;
    case 'single':
      return members === 1;
    case 'unseen':
      return users === 0;
    case 'unknown':
      return members === null;
  }
}
