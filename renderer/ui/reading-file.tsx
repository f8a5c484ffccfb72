import { Button, Group, Progress, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { FileReadProgress } from '#shared/domain/submission';
import type { Fault, Outcome } from '#shared/fault';
import { commonTexts } from '#lib/common-texts';
import { fileProgressText, type Checking } from '#lib/file-texts';
import { useAction } from '#lib/use-action';
import { FaultNotice } from './fault-notice';
import { Notice } from './notice';
import { page } from './page';
import { uiMessages } from '#lib/ui-texts';

interface ReadingFileProps {
  reading: FileReadProgress;
  /** What the file is checked for. */
  checking: Checking;
  cancel: () => Promise<Outcome<unknown>>;
}

/** The progress of a file that main is reading, which can be cancelled. */
export function ReadingFile({ reading, checking, cancel }: ReadingFileProps) {
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
        <span className={page.quiet}>{fileProgressText(reading, checking)}</span>
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

interface UnreadFileProps {
  /** "The file could not be imported". */
  title: string;
  fault: Fault;
  actions?: ReactNode;
  onDismiss?: () => void;
}

/** Why a file was not read; what is wrong in it, if it is the file. */
export function UnreadFile({ title, fault, ...notice }: UnreadFileProps) {
  if (fault.kind !== 'invalid') return <FaultNotice fault={fault} context="open" {...notice} />;
  return (
    <Notice tone="fault" title={title} isAlert {...notice}>
      {uiMessages.notImported(fault.message)}
    </Notice>
  );
}
