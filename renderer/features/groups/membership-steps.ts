import type { Group } from '#shared/domain/group';
import type { JobStep } from '#shared/domain/job';

export interface MembershipSteps {
  steps: JobStep[];
  /** Groups whose members the service did not send: nothing can be added to what is unknown. */
  leftOut: Group[];
}

/** One save for each group that a change of its members concerns; none where nothing changes. */
export function membershipSteps(
  groups: readonly Group[],
  deviceIds: readonly string[],
  how: 'add' | 'remove',
): MembershipSteps {
  const touched = new Set(deviceIds);
  const result: MembershipSteps = { steps: [], leftOut: [] };
  for (const group of groups) {
    if (group.deviceIds === null) {
      result.leftOut.push(group);
      continue;
    }
    const before = [...new Set(group.deviceIds)];
    const after =
      how === 'add'
        ? [...new Set([...before, ...touched])]
        : before.filter((id) => !touched.has(id));
    if (after.length === before.length) continue;
    result.steps.push({ action: 'changeGroup', id: group.id, edit: { deviceIds: after } });
  }
  return result;
}
