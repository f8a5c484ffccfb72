import type { Group } from '#shared/domain/group';
import type { FleetRow } from '#features/fleet-data';
import { byText } from '#lib/in-order';

export interface Members {
  /** In the order of their names. */
  known: FleetRow[];
  /** Ids in the group that the device list does not hold. */
  unknown: string[];
}

/** Resolves the members of a group among the devices that the list holds. */
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
