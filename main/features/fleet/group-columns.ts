import { areMembersKnown, groupGapOf, groupLabel, type Group } from '#shared/domain/group';
import type { GroupColumns } from '#shared/fleet/columns';

type SlotOf = (id: string) => number | null;

/** Less than a millisecond of work. */
const membersInAStep = 1000;

/** Membership as columns, without members that are not in the fleet; `count`: slots of the fleet. */
export function groupColumns(known: readonly Group[] | null, slotOf: SlotOf, count: number) {
  const steps = groupColumnSteps(known, slotOf, count);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** The same in steps. */
export function* groupColumnSteps(
  known: readonly Group[] | null,
  slotOf: SlotOf,
  count: number,
): Generator<void, GroupColumns> {
  const groups = known ?? [];
  const gap = groupGapOf(known);
  const ends = new Uint32Array(groups.length);
  const slots = new Uint32Array(
    groups.reduce((sum, each) => sum + (each.deviceIds?.length ?? 0), 0),
  );
  /** The last group that has each slot, from 1: a list may name a member twice. */
  const lastGroup = new Uint32Array(count);
  let end = 0;
  let members = 0;
  for (const [g, group] of groups.entries()) {
    for (const id of group.deviceIds ?? []) {
      if (++members % membersInAStep === 0) yield;
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
