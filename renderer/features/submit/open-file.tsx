import { Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import type { Fault } from '#shared/fault';
import { api } from '#lib/api';
import { commonTexts } from '#lib/common-texts';
import { uiMessages } from '#lib/ui-texts';
import { FaultNotice } from '#ui/fault-notice';
import { Notice } from '#ui/notice';
import { ReadingFile } from '#ui/reading-file';
import { progressText } from './file-progress-messages';
import { trackStore, useFileReading } from './store';
import { texts } from './submit-texts';

/** Opens a file; shows the progress of a large one, which can be cancelled. */
export function OpenFile({ isOpen, isOpening }: { isOpen: boolean; isOpening: boolean }) {
  const reading = useFileReading();
  if (reading) {
    return (
      <ReadingFile
        reading={reading}
        progress={progressText(reading)}
        cancel={() => api.submit.cancelRead()}
      />
    );
  }
  return (
    <Button
      variant={isOpen ? 'default' : 'filled'}
      loading={isOpening}
      leftSection={<IconFileImport size={15} aria-hidden />}
      onClick={() => void trackStore.pick()}
    >
      {isOpen ? texts.openAnotherFile : texts.openAFile}
    </Button>
  );
}

/** Why a file was not opened. The same file can be tried again without a dialog. */
export function NotOpened({ fault }: { fault: Fault }) {
  const shown = {
    onDismiss: trackStore.dismiss,
    actions: (
      <Button size="xs" onClick={() => void trackStore.openAgain()}>
        {commonTexts.tryAgain}
      </Button>
    ),
  };
  if (fault.kind !== 'invalid') return <FaultNotice fault={fault} context="open" {...shown} />;
  return (
    <Notice tone="fault" title={texts.theFileCouldNotBe} isAlert {...shown}>
      {uiMessages.notImported(fault.message)}
    </Notice>
  );
}
