import { Button, Group, Modal, Text } from '@mantine/core';

interface ReplaceDialogProps {
  noun: string;
  title: string;
  isBlocked: boolean;
  onReplace: () => void;
  onCancel: () => void;
}

/** Explains a replacement and asks for confirmation. */
export function ReplaceDialog({ noun, title, isBlocked, onReplace, onCancel }: ReplaceDialogProps) {
  return (
    <Modal
      opened
      onClose={onCancel}
      title={`Replace the whole record of ${title}?`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Text size="sm">
        Save sends only the fields you changed. Replace sends the whole {noun} (PUT) with your
        changes and every other field, including fields that Waypost does not know. Use it if the
        service stores an outdated form of the record or refuses single changes. If someone else
        changed the same fields, you are asked first.
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
