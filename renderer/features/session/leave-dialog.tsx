import { Button, Group, Text } from '@mantine/core';
import type { Profile } from '#shared/domain/session';
import { unsavedWork, useUnsavedWork, useWorkPlace, type UnsavedWork } from '#lib/unsaved-work';
import { useFormat } from '#lib/use-format';
import { Dialog } from '#ui/dialog';
import { nameOf } from './store';

/** Whether leaving the account loses unsaved work or stops jobs. */
export function losesWork(id: string): boolean {
  const work = unsavedWork.getState().works.get(id);
  return (
    work !== undefined &&
    (work.passwords > 0 || work.jobs > 0 || (!work.isStored && work.changes > 0))
  );
}

interface LeaveDialogProps {
  profile: Profile;
  onClose: () => void;
  onLeave: () => void;
}

/** Shows what is lost or stopped by leaving an account, and asks for confirmation. */
export function LeaveDialog({ profile, onClose, onLeave }: LeaveDialogProps) {
  const format = useFormat();
  const { t } = format;
  const work = useUnsavedWork(profile.id);
  const { changes, passwords, jobs, isStored } = work;
  const place = useWorkPlace();
  const isRefused = place === 'full' || place === 'refused';
  const paragraphs = [
    !isStored && changes > 0 && t(changesKey(profile, isRefused), { count: changes }),
    passwords > 0 && t('session.leave.passwords', { count: passwords }),
    passwords > 0 && isStored && changes > 0 && t('session.leave.otherChanges'),
    jobs > 0 && t(jobsKey(work, isRefused), { count: jobs }),
  ].filter((text) => text !== false);
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('session.leave.title', { account: nameOf(profile, format) })}
    >
      {paragraphs.map((text) => (
        <Text key={text} size="sm" mb="xs">
          {text}
        </Text>
      ))}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('session.leave.stay')}
        </Button>
        <Button
          color="red.9"
          onClick={() => {
            onClose();
            onLeave();
          }}
        >
          {t('session.leave.confirm')}
        </Button>
      </Group>
    </Dialog>
  );
}

function changesKey({ isDemo }: Profile, isRefused: boolean) {
  if (isRefused) return 'session.leave.changes.refused';
  return isDemo ? 'session.leave.changes.demo' : 'session.leave.changes.account';
}

function jobsKey({ isStored }: UnsavedWork, isRefused: boolean) {
  if (isStored) return 'session.leave.jobs.wait';
  return isRefused ? 'session.leave.jobs.uncertain' : 'session.leave.jobs.end';
}
