import { Button, Group as Row, Text } from '@mantine/core';
import { accessOf } from '#shared/domain/access';
import { userLabel, type User } from '#shared/domain/user';
import { sendEdit, useDeviceLabel, useGroupsByIdOrName } from '#features/records';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { Dialog } from '#ui/dialog';
import { FaultNotice } from '#ui/fault-notice';
import { accessMessages } from './access-messages';

interface DeleteUserProps {
  user: User;
  /** `journalId` is null if someone else had already deleted the user. */
  onDeleted: (journalId: string | null) => void;
  onCancel: () => void;
}

/** Asks for confirmation and says what the user can see. */
export function DeleteUser({ user, onDeleted, onCancel }: DeleteUserProps) {
  const format = useFormat();
  const groups = useGroupsByIdOrName();
  const device = useDeviceLabel(user.deviceId);
  const name = userLabel(user);
  const remove = useAction(async () => {
    const outcome = await sendEdit({
      kind: 'user',
      action: 'delete',
      id: user.id,
      draft: `user:${user.id}`,
    });
    if (outcome.ok) onDeleted(outcome.value.journalId);
    else if (outcome.fault.kind === 'notFound') onDeleted(null);
    return outcome;
  });
  const access = accessOf(user, groups);
  return (
    <Dialog opened onClose={onCancel} title={`Delete ${name}?`}>
      <Text size="sm">
        {user.email && user.email !== name && `${user.email}. `}
        {accessMessages({ name, access, status: 'active', device, format })} After the deletion{' '}
        {name} can no longer log in.
      </Text>
      <Text size="sm" mt="sm">
        You can undo this. The restored user has a new id and no password.
      </Text>
      {remove.fault && <FaultNotice fault={remove.fault} context="open" />}
      <Row justify="flex-end" mt="lg">
        <Button variant="default" onClick={onCancel} data-autofocus>
          Cancel
        </Button>
        <Button color="red.9" loading={remove.isBusy} onClick={() => void remove.run()}>
          Delete user
        </Button>
      </Row>
    </Dialog>
  );
}
