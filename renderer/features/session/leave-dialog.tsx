import { Button, Group, Text } from '@mantine/core';
import type { Profile } from '#shared/domain/session';
import { countedMessage } from '#lib/counted-message';
import { useFormat } from '#lib/use-format';
import { useUnsavedWork, useWorkPlace, type UnsavedWork } from '#lib/unsaved-work';
import { Dialog } from '#ui/dialog';
import { nameOf } from './account-names';
import { leaveMessages as messages } from './leave-messages';

/** Whether leaving the account loses unsaved work or stops jobs. */
export const losesWork = ({ changes, passwords, jobs, isStored }: UnsavedWork) =>
  passwords > 0 || jobs > 0 || (!isStored && changes > 0);

interface LeaveDialogProps {
  profile: Profile;
  isOpen: boolean;
  onStay: () => void;
  onLeave: () => void;
}

/** Shows what is lost or stopped by leaving an account, and asks for confirmation. */
export function LeaveDialog({ profile, isOpen, onStay, onLeave }: LeaveDialogProps) {
  const { changes, passwords, jobs, isStored } = useUnsavedWork(profile.id);
  const format = useFormat();
  const place = useWorkPlace();
  const isRefused = place === 'full' || place === 'refused';
  const paragraphs = [
    !isStored && changes > 0 && countedMessage(changesMessage(profile, isRefused), changes, format),
    passwords > 0 && countedMessage(messages.passwords, passwords, format),
    passwords > 0 && isStored && changes > 0 && messages.otherChanges,
    jobs > 0 && countedMessage(jobsMessage(isStored, isRefused), jobs, format),
  ].filter((text) => text !== false);
  return (
    <Dialog opened={isOpen} onClose={onStay} title={messages.title({ account: nameOf(profile) })}>
      {paragraphs.map((text) => (
        <Text key={text} size="sm" mb="xs">
          {text}
        </Text>
      ))}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onStay} data-autofocus>
          {messages.stay}
        </Button>
        <Button color="red.9" onClick={onLeave}>
          {messages.leave}
        </Button>
      </Group>
    </Dialog>
  );
}

function changesMessage({ isDemo }: Profile, isRefused: boolean) {
  if (isRefused) return messages.changesRefused;
  return isDemo ? messages.demoChanges : messages.changes;
}

function jobsMessage(isStored: boolean, isRefused: boolean) {
  if (isStored) return messages.jobsWait;
  return isRefused ? messages.jobsUncertain : messages.jobsEnd;
}
