import { Button, Group, Modal, Text, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useFormat } from '#lib/use-format';

interface ConfirmDeletesProps {
  count: number;
  /** Singular: "user". */
  noun: string;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks the user to type the number of deletions, so that they do not delete more than they intend. */
export function ConfirmDeletes({ count, noun, onConfirm, onCancel }: ConfirmDeletesProps) {
  const { counted } = useFormat();
  const [typed, setTyped] = useState('');
  const isConfirmed = typed.trim().replace(/[,.\s]/g, '') === String(count);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isConfirmed) onConfirm();
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
          The plan lists every record and what is lost with it. Undo restores them with new ids.
        </Text>
        <TextInput
          mt="md"
          label="Number of records to delete"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          error={typed !== '' && !isConfirmed && 'Enter the number in the title.'}
          inputMode="numeric"
          autoComplete="off"
          data-autofocus
        />
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" color="red.9" disabled={!isConfirmed}>
            Delete {counted(count, noun)}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
