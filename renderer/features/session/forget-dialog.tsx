import { Button, Group, Text } from '@mantine/core';
import type { Profile } from '#shared/domain/session';
import { api } from '#lib/api';
import { unsavedWork, useUnsavedWork } from '#lib/unsaved-work';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { Dialog } from '#ui/dialog';
import { FaultNotice } from '#ui/fault-notice';
import { addressOf, nameOf } from './account-names';
import { forgetMessages } from './forget-messages';
import { texts } from './session-texts';

interface ForgetDialogProps {
  profile: Profile;
  isOpen: boolean;
  onClose: () => void;
}

/** Shows what is deleted with an account, and asks for confirmation. */
export function ForgetDialog({ profile, isOpen, onClose }: ForgetDialogProps) {
  const forget = useAction(api.session.forget);
  const { changes, passwords, jobs } = useUnsavedWork(profile.id);
  const lost = forgetMessages.lost(changes + passwords, jobs, useFormat());
  const name = nameOf(profile);
  const confirm = async () => {
    if (!(await forget.run({ id: profile.id }))) return;
    unsavedWork.forget(profile.id);
    onClose();
  };
  return (
    <Dialog opened={isOpen} onClose={onClose} title={forgetMessages.title(name)}>
      <Text size="sm">{forgetMessages.effect(name, addressOf(profile))}</Text>
      {lost && (
        <Text size="sm" mt="xs" fw={600}>
          {lost}
        </Text>
      )}
      {forget.fault && <FaultNotice fault={forget.fault} context="open" />}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {texts.keep}
        </Button>
        <Button color="red.9" loading={forget.isBusy} onClick={() => void confirm()}>
          {texts.deleteKeyAndOfflineCopy}
        </Button>
      </Group>
    </Dialog>
  );
}
