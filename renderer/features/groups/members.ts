import type { Group } from '#shared/domain/group';
import { knownOf, mapKnown, type Known } from '#shared/domain/known';
import type { FleetRow } from '#engines/fleet';
import { byText } from '#lib/in-order';
import { knownText } from '#lib/known-text';
import { groupMessages } from './group-messages';

export interface Members {
  /** Sorted by name. */
  known: FleetRow[];
  /** Member ids that are not in the list of devices. */
  unknown: string[];
}

/** How many members a group has: understood, and not understood. */
export function membersOf(group: Group): Known<{ read: number; unread: number }> {
  const known = knownOf(group, 'deviceIds');
  return mapKnown(known, (ids) => ({
    read: new Set(ids).size,
    unread: (known.is === 'value' && known.unread?.length) || 0,
  }));
}

/** "2" or, with members that were not understood, "2 (1 not understood)". */
export function membersCount(group: Group, count: (value: number) => string): string {
  return knownText(
    membersOf(group),
    ({ read, unread }) =>
      unread === 0
        ? count(read)
        : groupMessages.countAndNotUnderstood(count(read + unread), count(unread)),
    '',
  );
}

/** The members of a group as devices; null if the service did not send them. */
export function resolveMembers(
  group: Pick<Group, 'deviceIds'>,
  byId: ReadonlyMap<string, FleetRow>,
): Members | null {
  if (group.deviceIds === null) return null;
  const found: FleetRow[] = [];
  const unknown: string[] = [];
  for (const id of new Set(group.deviceIds)) {
    const row = byId.get(id);
    if (row) found.push(row);
    else unknown.push(id);
  }
  return { known: found.toSorted((a, b) => byText(a.label, b.label)), unknown };
}
