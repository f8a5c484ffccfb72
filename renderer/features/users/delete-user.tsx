import { Button, Group as Row, Modal, Text } from '@mantine/core';
import { accessOf } from '#shared/domain/access';
import type { User } from '#shared/domain/user';
import { sendEdit, useGroupsByIdOrName, userLabel } from '#features/records';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { FaultNotice } from '#ui/fault-notice';
import { accessMessages } from './access-messages';
import { useDeviceLabel } from './use-device-label';

interface DeleteUserProps {
  user: User;
  /** `journalId` is null where a colleague had deleted them already. */
  onDeleted: (journalId: string | null) => void;
  onCancel: () => void;
}

/** Names whom it concerns and what goes with them, and asks. */
export function DeleteUser({ user, onDeleted, onCancel }: DeleteUserProps) {
  const format = useFormat();
  const groups = useGroupsByIdOrName();
  const device = useDeviceLabel(user.deviceId);
  const name = userLabel(user);
  const remove = useAction(async () => {
    const outcome = await sendEdit({ kind: 'user', action: 'delete', id: user.id });
    if (outcome.ok) onDeleted(outcome.value.journalId);
    else if (outcome.fault.kind === 'notFound') onDeleted(null);
    return outcome;
  });
  const sight = accessOf(user, groups);
  return (
    <Modal
      opened
      onClose={onCancel}
      title={`Delete ${name}?`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Text size="sm">
        {user.email && user.email !== name && `${user.email}. `}
        {accessMessages({ name, sight, standing: 'active', device, format })} That ends, and {name}{' '}
        can no longer log in.
      </Text>
      <Text size="sm" mt="sm">
        You can undo it afterwards: the user comes back under a new id, without the password.
      </Text>
      {remove.fault && <FaultNotice fault={remove.fault} context="open" />}
      <Row justify="flex-end" mt="lg">
        <Button variant="default" onClick={onCancel} data-autofocus>
          Keep
        </Button>
        <Button color="red.9" loading={remove.isBusy} onClick={() => void remove.run()}>
          Delete user
        </Button>
      </Row>
    </Modal>
  );
}
