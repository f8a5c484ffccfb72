import { areMembersKnown, groupGapOf, groupLabel, type Group } from '#shared/domain/group';
import type { GroupColumns } from '#shared/fleet/columns';

/** Membership as columns, without members that are not in the fleet; `count`: slots of the fleet. */
export function groupColumns(
  known: readonly Group[] | null,
  slotOf: (id: string) => number | null,
  count: number,
): GroupColumns {
  const groups = known ?? [];
  const gap = groupGapOf(known);
  const ends = new Uint32Array(groups.length);
  const slots = new Uint32Array(
    groups.reduce((sum, each) => sum + (each.deviceIds?.length ?? 0), 0),
  );
  /** The last group that has each slot, from 1: a list may name a member twice. */
  const lastGroup = new Uint32Array(count);
  let end = 0;
  for (const [g, group] of groups.entries()) {
    for (const id of group.deviceIds ?? []) {
      const slot = slotOf(id);
      if (slot === null || lastGroup[slot] === g + 1) continue;
      lastGroup[slot] = g + 1;
      slots[end++] = slot;
    }
    ends[g] = end;
  }
  return {
    ids: groups.map((g) => g.id),
    names: groups.map(groupLabel),
    ends,
    slots: end === slots.length ? slots : slots.slice(0, end),
    ...(gap && { gap }),
    ...(gap && { incomplete: groups.flatMap((each, g) => (areMembersKnown(each) ? [] : [g])) }),
  };
}
