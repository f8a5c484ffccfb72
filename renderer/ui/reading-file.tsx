import { Button, Progress } from '@mantine/core';
import type { FileReadProgress } from '#shared/domain/submission';
import type { Outcome } from '#shared/fault';
import { commonTexts } from '#lib/common-texts';
import { useAction } from '#lib/use-action';
import classes from './reading-file.module.css';
import { uiMessages } from '#lib/ui-messages';

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
    <div className={classes.reading}>
      <div className={classes.name}>
        <span role="status">{uiMessages.reading(reading.file)}</span>
        <Progress
          size="sm"
          aria-label={uiMessages.readingLabel(reading.file)}
          value={(reading.share ?? 1) * 100}
          striped={reading.share === null}
          animated={reading.share === null}
        />
        <span className={classes.progress}>{progress}</span>
      </div>
      <Button
        size="compact-xs"
        variant="default"
        loading={cancelling.isBusy}
        onClick={() => void cancelling.run()}
      >
        {commonTexts.cancel}
      </Button>
    </div>
  );
}
