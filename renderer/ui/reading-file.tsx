import { Button, Group, Progress, Stack } from '@mantine/core';
import type { FileReadProgress } from '#shared/domain/submission';
import type { Outcome } from '#shared/fault';
import { commonTexts } from '#lib/common-texts';
import { useAction } from '#lib/use-action';
import { page } from './page';
import { uiMessages } from '#lib/ui-texts';

interface ReadingFileProps {
  reading: FileReadProgress;
  /** The progress as text. */
  progress: string;
  cancel: () => Promise<Outcome<unknown>>;
}

/** The progress of a file that main is reading, which can be cancelled. */
export function ReadingFile({ reading, progress, cancel }: ReadingFileProps) {
  const cancelling = useAction(cancel);
  return (
    <Group gap={8} w="100%" mih={36} wrap="nowrap">
      <Stack gap={4} className={`${page.rest} ${page.breakable}`}>
        <span role="status">{uiMessages.reading(reading.file)}</span>
        <Progress
          size="sm"
          aria-label={uiMessages.readingLabel(reading.file)}
          value={(reading.share ?? 1) * 100}
          striped={reading.share === null}
          animated={reading.share === null}
        />
        <span className={page.quiet}>{progress}</span>
      </Stack>
      <Button
        size="compact-xs"
        variant="default"
        loading={cancelling.isBusy}
        onClick={() => void cancelling.run()}
      >
        {commonTexts.cancel}
      </Button>
    </Group>
  );
}
