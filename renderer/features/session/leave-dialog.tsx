import { Button, Group, Modal, Text } from '@mantine/core';
import type { Profile } from '#shared/domain/session';
import { useFormat } from '#lib/use-format';
import { useUnsavedWork, type UnsavedWork } from '#lib/unsaved-work';
import { nameOf } from './account-names';

/** Whether leaving the account loses unsaved work or stops jobs. */
export const losesWork = ({ changes, passwords, jobs, isKept }: UnsavedWork) =>
  passwords > 0 || jobs > 0 || (!isKept && changes > 0);

interface LeaveDialogProps {
  profile: Profile;
  isOpen: boolean;
  onStay: () => void;
  onLeave: () => void;
}

/** Shows what is lost or stopped by leaving an account, and asks for confirmation. */
export function LeaveDialog({ profile, isOpen, onStay, onLeave }: LeaveDialogProps) {
  const work = useUnsavedWork(profile.id);
  const { counted } = useFormat();
  const { changes, passwords, jobs, isKept } = work;
  return (
    <Modal
      opened={isOpen}
      onClose={onStay}
      title={`Leave ${nameOf(profile)}?`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {!isKept && changes > 0 && (
        <Text size="sm" mb="xs">
          {counted(changes, 'unsaved change')} {changes === 1 ? 'is' : 'are'} lost: nothing of{' '}
          {profile.isDemo ? 'the demo' : 'this account'} is stored on this computer.
        </Text>
      )}
      {passwords > 0 && (
        <Text size="sm" mb="xs">
          {passwords === 1 ? 'The password that was' : `${passwords} passwords that were`} typed and
          not saved {passwords === 1 ? 'is' : 'are'} lost: passwords are never kept.
          {isKept && changes > 0 && ' The other unsaved changes stay as drafts.'}
        </Text>
      )}
      {jobs > 0 && (
        <Text size="sm" mb="xs">
          {counted(jobs, 'job')} {jobs === 1 ? 'is' : 'are'} not finished. What was sent is done;{' '}
          {isKept
            ? 'the rest waits until the account is opened again.'
            : 'the rest is not sent, and no list of it is kept.'}
        </Text>
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onStay} data-autofocus>
          Stay
        </Button>
        <Button color="red.9" onClick={onLeave}>
          Leave
        </Button>
      </Group>
    </Modal>
  );
}
