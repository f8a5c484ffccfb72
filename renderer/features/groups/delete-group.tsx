import { Button, Group as Row, Modal, Text } from '@mantine/core';
import { useMemo } from 'react';
import type { Group } from '#shared/domain/group';
import { lossesOf, type Loss } from '#shared/domain/access';
import { groupLabel, sendEdit, useGroupsByIdOrName, userLabel, useUsers } from '#features/records';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { FaultNotice } from '#ui/fault-notice';
import classes from './groups.module.css';

interface DeleteGroupProps {
  group: Group;
  /** `journalId` is null where a colleague had deleted it already. */
  onDeleted: (journalId: string | null, losses: readonly Loss[]) => void;
  onCancel: () => void;
}

/** Names what deleting a group does to whom, and asks. */
export function DeleteGroup({ group, onDeleted, onCancel }: DeleteGroupProps) {
  const losses = useLosses(group.id);
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
          ? 'The service did not send which devices are in it; they stay as they are.'
          : devices === 0
            ? 'No device is in it.'
            : `The ${counted(devices, 'device')} in it stay${devices === 1 ? 's' : ''} as ${devices === 1 ? 'it is' : 'they are'}.`}{' '}
        You can undo it afterwards: the group comes back under a new id.
      </Text>
      {remove.fault && <FaultNotice fault={remove.fault} context="open" />}
      <Row justify="flex-end" mt="lg">
        <Button variant="default" onClick={onCancel} data-autofocus>
          Keep it
        </Button>
        <Button color="red.9" loading={remove.isBusy} onClick={() => void remove.run()}>
          Delete group
        </Button>
      </Row>
    </Modal>
  );
}

/** Which users lose sight of which devices when a group goes. */
export function useLosses(groupId: string): readonly Loss[] {
  const users = useUsers();
  const groups = useGroupsByIdOrName();
  return useMemo(() => lossesOf(new Set([groupId]), users, groups), [groupId, users, groups]);
}

function LossList({ losses }: { losses: readonly Loss[] }) {
  const { count, counted } = useFormat();
  if (losses.length === 0) return <Text size="sm">No user is tied to this group.</Text>;
  return (
    <>
      <Text size="sm" fw={600}>
        {counted(losses.length, 'user')} {losses.length === 1 ? 'loses' : 'lose'} sight of devices:
      </Text>
      <ul className={classes.losses} aria-label="Users who lose sight of devices">
        {losses.map(({ user, lost, left }) => (
          <li key={user.id}>
            {userLabel(user)}: {counted(lost.length, 'device')}
            {left > 0
              ? `, and keeps ${count(left)}`
              : '; what a user without a group sees, the service does not say'}
          </li>
        ))}
      </ul>
    </>
  );
}
