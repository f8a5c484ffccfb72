import { Button } from '@mantine/core';
import { useStore } from 'zustand';
import type { OpenedFile } from '#shared/domain/submission';
import { api } from '#lib/api';
import { createMirror } from '#lib/mirror';
import type { NoticeItem } from '#ui/notice';
import { messages, texts } from './submit-texts';

/** The file that the system passed to Waypost and that was neither opened nor dismissed yet. */
export const openedFileMirror = createMirror<OpenedFile | null>(
  () => api.openedFiles.current(),
  (listener) => api.openedFiles.onChanged(listener),
);

export function useOpenedFile(): OpenedFile | null {
  return useStore(openedFileMirror, ({ value }) => value);
}

/** Why the file is not open yet. */
type WaitsFor = 'account' | 'page' | 'submissions' | 'track' | 'typing';

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
