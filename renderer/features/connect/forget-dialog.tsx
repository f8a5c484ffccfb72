import { Button, Group, Modal, Text } from '@mantine/core';
import type { Profile } from '#shared/domain/session';
import { api } from '#lib/api';
import { useAction } from '#lib/use-action';
import { FaultNotice } from '#ui/fault-notice';
import { addressOf, nameOf } from './account-names';

interface ForgetDialogProps {
  profile: Profile;
  isOpen: boolean;
  onClose: () => void;
}

/** Says what goes with an account before it is deleted from this computer. */
export function ForgetDialog({ profile, isOpen, onClose }: ForgetDialogProps) {
  const forget = useAction(api.session.forget);
  const name = nameOf(profile);
  const confirm = async () => {
    if (await forget.run({ id: profile.id })) onClose();
  };
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={`Forget ${name}?`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Text size="sm">
        Deleted from this computer: the key of {name} at {addressOf(profile)}, and the offline copy
        with every device, position, group and user in it. At the service nothing changes.
      </Text>
      {forget.fault && <FaultNotice fault={forget.fault} context="open" />}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          Keep
        </Button>
        <Button color="red.9" loading={forget.isBusy} onClick={() => void confirm()}>
          Delete key and offline copy
        </Button>
      </Group>
    </Modal>
  );
}
