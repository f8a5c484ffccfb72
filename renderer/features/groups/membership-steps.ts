import type { Group } from '#shared/domain/group';
import type { JobStep } from '#shared/domain/job';

export interface MembershipSteps {
  steps: JobStep[];
  /** Groups whose members the service did not send, so that they cannot be changed. */
  skipped: Group[];
}

/** One step for each group whose members change. */
export function membershipSteps(
  groups: readonly Group[],
  deviceIds: readonly string[],
  how: 'add' | 'remove',
): MembershipSteps {
  const changedIds = new Set(deviceIds);
  const result: MembershipSteps = { steps: [], skipped: [] };
  for (const group of groups) {
    if (group.deviceIds === null) {
      result.skipped.push(group);
      continue;
    }
    const before = [...new Set(group.deviceIds)];
    const after =
      how === 'add'
        ? [...new Set([...before, ...changedIds])]
        : before.filter((id) => !changedIds.has(id));
    if (after.length === before.length) continue;
    result.steps.push({
      kind: 'group',
      action: 'change',
      id: group.id,
      edit: { deviceIds: after },
    });
  }
  return result;
}
