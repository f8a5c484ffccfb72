import { changesOf, missingFields } from '#shared/domain/change';
import { groupLabel, type Group } from '#shared/domain/group';
import type { JobStep } from '#shared/domain/job';
import { userLabel, type User } from '#shared/domain/user';
import { absentMessage, deletedFields, missingMessage, unreadRefusal } from './check-fields';
import type { KnownRecords, StepCheck, TouchedTwice } from './known-records';

type GroupStep = JobStep & { action: `${string}Group` };

/** Checks steps on groups. */
export function createGroupCheck(
  known: Pick<KnownRecords, 'users' | 'groups' | 'unknown'>,
  touchedTwice: TouchedTwice,
): (step: GroupStep) => StepCheck {
  const groups = new Map(known.groups.map((group) => [group.id, group]));

  return (step) => {
    if (step.action === 'createGroup') {
      const missing = missingFields('group', step.edit, true);
      return {
        label: step.edit.name || 'New group',
        changes: changesOf('group', null, step.edit),
        refusal: missing.length > 0 ? missingMessage('group', missing) : undefined,
      };
    }
    const group = groups.get(step.id);
    if (!group) return { label: step.id, refusal: absentMessage('group', known.unknown) };
    const label = groupLabel(group);
    if (step.action === 'deleteGroup') {
      return {
        label,
        changes: deletedFields('group', group),
        refusal: touchedTwice('group', step.id),
        note: known.unknown?.has('users') ? unknownUsers : lossOfAccess(group, known.users),
      };
    }
    const changes = changesOf('group', group, step.edit);
    if (changes.length === 0) return { label, unchanged: true };
    const missing = missingFields('group', step.edit, false);
    return {
      label,
      changes,
      refusal:
        touchedTwice('group', step.id) ??
        (missing.length > 0 ? missingMessage('group', missing) : undefined) ??
        unreadRefusal('group', group, step.edit) ??
        (step.edit.deviceIds && group.deviceIds === null
          ? 'The service does not provide the members of this group, so they cannot be changed.'
          : undefined),
    };
  };
}

const unknownUsers = 'The list of users was not loaded: Waypost cannot tell who uses this group.';

/** Names the users who can see this group's devices and lose access when it is deleted. */
function lossOfAccess(group: Group, users: readonly User[]): string | undefined {
  const assigned = users.filter(({ group: seen }) => seen === group.id || seen === group.name);
  if (assigned.length === 0) return undefined;
  const names = assigned.slice(0, 10).map(userLabel).join(', ');
  const more = assigned.length > 10 ? ` and ${assigned.length - 10} more` : '';
  if (group.deviceIds === null || group.gaps?.partly?.['deviceIds']) {
    return `${names}${more} ${assigned.length === 1 ? 'loses' : 'lose'} access to the devices of this group. Not all of them are known.`;
  }
  const devices = group.deviceIds.length;
  return `${names}${more} ${assigned.length === 1 ? 'loses' : 'lose'} access to ${devices} ${devices === 1 ? 'device' : 'devices'}.`;
}
