import { Button } from '@mantine/core';
import type { OpenedFile } from '#shared/domain/submission';
import { api } from '#lib/api';
import type { NoticeItem } from '#ui/notice';
import { texts } from './submit-texts';
import { messages } from './submit-messages';

/** Why the file is not open yet. */
export type WaitsFor = 'account' | 'page' | 'submissions' | 'track' | 'typing';

/** Says why a file that the system passed on is not open yet, and what to do; `onOpen` opens it anyway. */
export function openedFileNotice(
  file: OpenedFile,
  waitsFor: WaitsFor,
  onOpen?: () => void,
): NoticeItem & { onDismiss?: () => void } {
  const drop = () => void api.openedFiles.drop({ id: file.id });
  if (file.trouble) {
    const { title, text } = troubles[file.trouble];
    return {
      id: file.id,
      tone: 'warning',
      title: title(file.file),
      isAlert: true,
      children: text,
      onDismiss: drop,
    };
  }
  return {
    id: file.id,
    tone: 'info',
    title: messages.waitsToBeOpened(file.file),
    children: reasons[waitsFor],
    actions: (
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
    ),
  };
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
