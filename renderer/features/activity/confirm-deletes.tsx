import { Button, Group, Text, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { Job } from '#shared/domain/job';
import { commonTexts } from '#lib/common-texts';
import { useFormat } from '#lib/use-format';
import { Dialog } from '#ui/dialog';
import { bulkMessages, deleteMessage } from './bulk-messages';
import { texts } from './jobs-texts';

interface ConfirmDeletesProps {
  count: number;
  kind: Job['kind'];
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks the user to type the number of deletions, so that they do not delete more than they intend. */
export function ConfirmDeletes({ count, kind, onConfirm, onCancel }: ConfirmDeletesProps) {
  const action = deleteMessage(kind, count, useFormat());
  const [typed, setTyped] = useState('');
  const isConfirmed = typed.trim().replace(/[,.\s]/g, '') === String(count);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isConfirmed) onConfirm();
  };
  return (
    <Dialog opened onClose={onCancel} title={bulkMessages.confirmDelete(action)}>
      <form onSubmit={submit}>
        <Text size="sm">{texts.thePlanListsEveryRecord}</Text>
        <TextInput
          mt="md"
          label={texts.numberOfRecordsToDelete}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          error={typed !== '' && !isConfirmed && texts.enterTheNumberInThe}
          inputMode="numeric"
          autoComplete="off"
          data-autofocus
        />
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onCancel}>
            {commonTexts.cancel}
          </Button>
          <Button type="submit" color="red.9" disabled={!isConfirmed}>
            {action}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}
