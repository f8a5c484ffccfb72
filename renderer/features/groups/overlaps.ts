import type { Group, GroupGap } from '#shared/domain/group';
import { noGroupLabel } from '#lib/group-text';
import { groupMessages } from './group-messages';
import { texts } from './groups-texts';

/** The groups of each device that is in at least one. */
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
  groups: number;
  devices: number;
}

/** How many devices are in 0, 1, 2 … groups, without numbers that do not occur. */
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

/** `gap`: why a device may be in more groups than are known. */
export function overlapLabel(groups: number, gap: GroupGap | null = null): string {
  if (groups === 0) return noGroupLabel(gap) ?? texts.groupsNotLoaded;
  if (gap) return groups === 1 ? texts.inAtLeast1Group : groupMessages.inAtLeastGroups(groups);
  return groups === 1 ? texts.in1Group : groupMessages.inGroups(groups);
}
