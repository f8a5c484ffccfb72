import { Button, Group, Modal, Text, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useFormat } from '#lib/use-format';

interface ConfirmDeletesProps {
  count: number;
  /** What they are called, one of them. */
  noun: string;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Deleting many asks for the number, so that nobody deletes more than they think. */
export function ConfirmDeletes({ count, noun, onConfirm, onCancel }: ConfirmDeletesProps) {
  const { counted } = useFormat();
  const [typed, setTyped] = useState('');
  const isRight = typed.trim().replace(/[,.\s]/g, '') === String(count);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isRight) onConfirm();
  };
  return (
    <Modal
      opened
      onClose={onCancel}
      title={`Delete ${counted(count, noun)}?`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={submit}>
        <Text size="sm">
          The plan names each of them, and what is lost with it. Undo makes them anew, with new ids.
        </Text>
        <TextInput
          mt="md"
          label="Type how many will be deleted"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          error={typed !== '' && !isRight && 'This is not the number in the title.'}
          inputMode="numeric"
          autoComplete="off"
          data-autofocus
        />
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onCancel}>
            Delete nothing
          </Button>
          <Button type="submit" color="red.9" disabled={!isRight}>
            Delete {counted(count, noun)}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
