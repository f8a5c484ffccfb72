import { Button, Group, Modal, Text } from '@mantine/core';

interface ReplaceDialogProps {
  noun: string;
  title: string;
  isBlocked: boolean;
  onReplace: () => void;
  onCancel: () => void;
}

/** What a replacement is, before it is done on purpose. */
export function ReplaceDialog({ noun, title, isBlocked, onReplace, onCancel }: ReplaceDialogProps) {
  return (
    <Modal
      opened
      onClose={onCancel}
      title={`Replace the whole record of ${title}?`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Text size="sm">
        Save sends only the fields you changed. This sends the whole {noun} (PUT), with your changes
        in it: every field as it is now, those Waypost does not know included. It is of use where a
        service keeps an old form of a record, or refuses single changes. Where a colleague changed
        the same fields, you are asked first.
      </Text>
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
    </Modal>
  );
}
