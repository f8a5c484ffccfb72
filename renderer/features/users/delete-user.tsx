import { Text } from '@mantine/core';
import { accessOf } from '#shared/domain/access';
import { userLabel, type User } from '#shared/domain/user';
import { DeleteRecord, useDeviceLabel, useGroupsByIdOrName } from '#features/edits';
import { useFormat } from '#lib/use-format';
import { accessMessages, deletionMessages } from './access-messages';

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
  const access = accessOf(user, groups);
  const texts = [
    user.email && user.email !== name ? deletionMessages.email(user.email) : '',
    accessMessages({ name, access, status: 'active', device, format }),
    deletionMessages.effect(name),
  ];
  return (
    <DeleteRecord kind="user" id={user.id} name={name} onDeleted={onDeleted} onCancel={onCancel}>
      <Text size="sm">{texts.filter(Boolean).join(' ')}</Text>
      <Text size="sm" mt="sm">
        {deletionMessages.undo}
      </Text>
    </DeleteRecord>
  );
}
