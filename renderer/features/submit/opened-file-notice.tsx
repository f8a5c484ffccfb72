import { Button } from '@mantine/core';
import type { OpenedFile } from '#shared/domain/submission';
import { api } from '#lib/api';
import { Notice } from '#ui/notice';
import { texts } from './submit-texts';
import { messages } from './submit-messages';

/** Why the file is not open yet. */
export type WaitsFor = 'account' | 'page' | 'submissions' | 'track' | 'typing';

interface OpenedFileNoticeProps {
  file: OpenedFile;
  waitsFor: WaitsFor;
  /** Opens the file anyway. */
  onOpen?: () => void;
}

/** Says why a file that the system passed on is not open yet, and what to do. */
export function OpenedFileNotice({ file, waitsFor, onOpen }: OpenedFileNoticeProps) {
  const drop = () => void api.openedFiles.drop({ id: file.id });
  if (file.trouble) {
    const { title, text } = troubles[file.trouble];
    return (
      <Notice tone="warning" title={title(file.file)} isAlert onDismiss={drop}>
        {text}
      </Notice>
    );
  }
  return (
    <Notice
      tone="info"
      title={messages.waitsToBeOpened(file.file)}
      actions={
        <>
          {waitsFor === 'page' && (
            <Button component="a" href="#/submit" size="xs">
              {texts.goToSubmit}
            </Button>
          )}
          {onOpen && (
            <Button size="xs" onClick={onOpen}>
              {texts.openIt}
            </Button>
          )}
          <Button size="xs" variant="default" onClick={drop}>
            {texts.doNotOpenIt}
          </Button>
        </>
      }
    >
      {reasons[waitsFor]}
    </Notice>
  );
}

const troubles = {
  several: {
    title: () => texts.waypostOpensOneFileAt,
    text: texts.severalFilesWereOpenedAt,
  },
  otherKind: {
    title: (file: string) => messages.wasNotOpened(file),
    text: texts.waypostOpensFilesWithTracks,
  },
};

const reasons: Record<WaitsFor, string> = {
  account: texts.itsTrackCanBeSubmitted,
  page: texts.itsTrackCanBeSubmittedThe,
  submissions: texts.itsTrackCannotBeSent,
  track: texts.anotherTrackIsOpenHere,
  typing: texts.anotherSubmissionIsInProgress,
};
