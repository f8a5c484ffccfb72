import { Button, Group, Text } from '@mantine/core';
import { Dialog } from '#ui/dialog';
import type { EditedKind } from './draft-after';
import { recordMessages } from './record-messages';

interface ReplaceDialogProps {
  kind: EditedKind;
  title: string;
  isBlocked: boolean;
  onReplace: () => void;
  onCancel: () => void;
}

/** Explains a replacement and asks for confirmation. */
export function ReplaceDialog({ kind, title, isBlocked, onReplace, onCancel }: ReplaceDialogProps) {
  return (
    <Dialog opened onClose={onCancel} title={`Replace the whole record of ${title}?`}>
      <Text size="sm">{recordMessages[kind].replace}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button
          onClick={onReplace}
          disabled={isBlocked}
          title={isBlocked ? 'Correct the fields that block Save first.' : undefined}
        >
          Replace whole record
        </Button>
      </Group>
    </Dialog>
  );
}
