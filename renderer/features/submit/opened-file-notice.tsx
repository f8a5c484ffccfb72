import { Button } from '@mantine/core';
import type { OpenedFile } from '#shared/domain/submission';
import { api } from '#lib/api';
import { Notice } from '#ui/notice';
import { texts } from './submit-texts';

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
      title={`“${file.file}” waits to be opened`}
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
    title: () => 'Waypost opens one file at a time',
    text: texts.severalFilesWereOpenedAt,
  },
  otherKind: {
    title: (file: string) => `“${file}” was not opened`,
    text: texts.waypostOpensFilesWithTracks,
  },
};

const reasons: Record<WaitsFor, string> = {
  account:
    'Its track can be submitted once an account is open. Opening it sends nothing; you see the track first.',
  page: 'Its track can be submitted. The current page stays open until you go there.',
  submissions:
    'Its track cannot be sent over this connection. If your service accepts them, change the setting and come back, or open another account.',
  track: 'Another track is open here. Opening the file replaces it.',
  typing: 'Another submission is in progress here. Its entries stay when the file is opened.',
};
