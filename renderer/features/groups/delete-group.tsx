import { Button, Group as Row, Text } from '@mantine/core';
import { useMemo } from 'react';
import { groupLabel, type Group } from '#shared/domain/group';
import { userLabel } from '#shared/domain/user';
import { accessLosses, unknownAssignments, type AccessLoss } from '#shared/domain/access';
import {
  RetryList,
  sendEdit,
  useGroupsByIdOrName,
  useKnownUsers,
  useUsers,
} from '#features/records';
import type { Format } from '#lib/format';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { Dialog } from '#ui/dialog';
import { FaultNotice } from '#ui/fault-notice';
import { groupMessages } from './group-messages';
import classes from './groups.module.css';

interface DeleteGroupProps {
  group: Group;
  /** `journalId` is null if someone else had already deleted the group. */
  onDeleted: (journalId: string | null, losses: readonly AccessLoss[]) => void;
  onCancel: () => void;
}

/** Asks for confirmation and lists which users lose access to which devices. */
export function DeleteGroup({ group, onDeleted, onCancel }: DeleteGroupProps) {
  const losses = useAccessLosses(group.id);
  const format = useFormat();
  const remove = useAction(async () => {
    const outcome = await sendEdit({
      kind: 'group',
      action: 'delete',
      id: group.id,
      draft: `group:${group.id}`,
    });
    if (outcome.ok) onDeleted(outcome.value.journalId, losses);
    else if (outcome.fault.kind === 'notFound') onDeleted(null, losses);
    return outcome;
  });
  const unread = group.gaps?.partly?.['deviceIds']?.length ?? 0;
  const devices = new Set(group.deviceIds).size + unread;
  return (
    <Dialog opened onClose={onCancel} size="lg" title={`Delete ${groupLabel(group)}?`}>
      <LossList losses={losses} />
      <UnknownLosses />
      <Text size="sm" mt="sm">
        {group.deviceIds === null
          ? 'The members of this group are not known. Its devices are not changed.'
          : devices === 0
            ? 'The group has no devices.'
            : groupMessages.devicesUnchanged(devices, format)}{' '}
        You can undo this. The restored group has a new id.
      </Text>
      {remove.fault && <FaultNotice fault={remove.fault} context="open" />}
      <Row justify="flex-end" mt="lg">
        <Button variant="default" onClick={onCancel} data-autofocus>
          Cancel
        </Button>
        <Button color="red.9" loading={remove.isBusy} onClick={() => void remove.run()}>
          Delete group
        </Button>
      </Row>
    </Dialog>
  );
}

/** Which users would lose access to which devices if the group were deleted. */
export function useAccessLosses(groupId: string): readonly AccessLoss[] {
  const users = useUsers();
  const groups = useGroupsByIdOrName();
  return useMemo(() => accessLosses(new Set([groupId]), users, groups), [groupId, users, groups]);
}

/** Says what is not known about the users of the group. */
function UnknownLosses() {
  const users = useKnownUsers();
  const format = useFormat();
  const unclear = useUnclearUsers();
  return (
    <>
      {users.is !== 'value' && (
        <Text size="sm" component="div">
          {users.is === 'notProvided'
            ? 'The service does not provide users to this account: Waypost cannot tell who uses this group.'
            : 'The list of users was not loaded: Waypost cannot tell who uses this group.'}{' '}
          <RetryList name="users" />
        </Text>
      )}
      {unclear > 0 && <Text size="sm">{groupMessages.unclearUsers(unclear, format)}</Text>}
    </>
  );
}

/** How many users may be assigned to any group: their group was not provided or not understood. */
export function useUnclearUsers(): number {
  const users = useUsers();
  return useMemo(
    () => users.filter((user) => unknownAssignments(user).includes('group')).length,
    [users],
  );
}

function lossText(
  { user, lostIds, remaining }: AccessLoss,
  { count, counted }: Pick<Format, 'count' | 'counted'>,
): string {
  const name = userLabel(user);
  if (lostIds === null) {
    return `${name}: the devices of this group, not all of which are known.`;
  }
  const lost = counted(lostIds.length, 'device');
  if (remaining === null) {
    return `${name}: ${lost}. The service does not say which device ${name} is assigned to.`;
  }
  return remaining > 0
    ? `${name}: ${lost}, and keeps ${count(remaining)}`
    : `${name}: ${lost}. The service does not document what a user without a group sees.`;
}

function LossList({ losses }: { losses: readonly AccessLoss[] }) {
  const format = useFormat();
  const isListed = useKnownUsers().is === 'value';
  const unclear = useUnclearUsers();
  if (losses.length === 0) {
    return isListed && unclear === 0 && <Text size="sm">No user is assigned to this group.</Text>;
  }
  return (
    <>
      <Text size="sm" fw={600}>
        {groupMessages.losers(losses.length, format)}
      </Text>
      <ul className={classes.losses} aria-label="Users who lose access to devices">
        {losses.map((loss) => (
          <li key={loss.user.id}>{lossText(loss, format)}</li>
        ))}
      </ul>
    </>
  );
}
