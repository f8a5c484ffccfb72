import { Button, Group, Text } from '@mantine/core';
import { commonTexts } from '#lib/common-texts';
import { Dialog } from '#ui/dialog';
import type { EditedKind } from './draft-after';
import { recordMessages } from './record-messages';
import { texts } from './records-texts';
import { messages } from './record-messages';

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
    <Dialog opened onClose={onCancel} title={messages.replaceTheWholeRecordOf(title)}>
      <Text size="sm">{recordMessages[kind].replace}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onCancel}>
          {commonTexts.cancel}
        </Button>
        <Button
          onClick={onReplace}
          disabled={isBlocked}
          title={isBlocked ? texts.correctTheFieldsThatBlock : undefined}
        >
          {texts.replaceWholeRecordLabel}
        </Button>
      </Group>
    </Dialog>
  );
}
