import { Button, Group as Row, Modal, Text } from '@mantine/core';
import { useMemo } from 'react';
import { groupLabel, type Group } from '#shared/domain/group';
import { userLabel } from '#shared/domain/user';
import { accessLosses, type AccessLoss } from '#shared/domain/access';
import { sendEdit, useGroupsByIdOrName, useUsers } from '#features/records';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { FaultNotice } from '#ui/fault-notice';
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
  const { counted } = useFormat();
  const remove = useAction(async () => {
    const outcome = await sendEdit({ kind: 'group', action: 'delete', id: group.id });
    if (outcome.ok) onDeleted(outcome.value.journalId, losses);
    else if (outcome.fault.kind === 'notFound') onDeleted(null, losses);
    return outcome;
  });
  const devices = new Set(group.deviceIds).size;
  return (
    <Modal
      opened
      onClose={onCancel}
      size="lg"
      title={`Delete ${groupLabel(group)}?`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <LossList losses={losses} />
      <Text size="sm" mt="sm">
        {group.deviceIds === null
          ? 'The service did not send the members of this group. Its devices are not changed.'
          : devices === 0
            ? 'The group has no devices.'
            : devices === 1
              ? 'The device in it is not changed.'
              : `The ${counted(devices, 'device')} in it are not changed.`}{' '}
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
    </Modal>
  );
}

/** Which users would lose access to which devices if the group were deleted. */
export function useAccessLosses(groupId: string): readonly AccessLoss[] {
  const users = useUsers();
  const groups = useGroupsByIdOrName();
  return useMemo(() => accessLosses(new Set([groupId]), users, groups), [groupId, users, groups]);
}

function LossList({ losses }: { losses: readonly AccessLoss[] }) {
  const { count, counted } = useFormat();
  if (losses.length === 0) return <Text size="sm">No user is assigned to this group.</Text>;
  return (
    <>
      <Text size="sm" fw={600}>
        {losses.length === 1
          ? '1 user loses access to devices:'
          : `${counted(losses.length, 'user')} lose access to devices:`}
      </Text>
      <ul className={classes.losses} aria-label="Users who lose access to devices">
        {losses.map(({ user, lostIds, remaining }) => (
          <li key={user.id}>
            {remaining > 0
              ? `${userLabel(user)}: ${counted(lostIds.length, 'device')}, and keeps ${count(remaining)}`
              : `${userLabel(user)}: ${counted(lostIds.length, 'device')}. The service does not document what a user without a group sees.`}
          </li>
        ))}
      </ul>
    </>
  );
}
