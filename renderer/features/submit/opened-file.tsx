import { Button } from '@mantine/core';
import { useStore } from 'zustand';
import type { OpenedFile } from '#shared/domain/submission';
import { api } from '#lib/api';
import type { Format } from '#lib/format';
import { createMirror } from '#lib/mirror';
import { ActionButton } from '#ui/action-button';
import type { NoticeItem } from '#ui/notice';

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
  { t }: Format,
  onOpen?: () => void,
): NoticeItem & { onDismiss?: () => void } {
  const drop = () => void api.openedFiles.drop({ id: file.id });
  if (file.trouble) {
    return {
      id: file.id,
      tone: 'warning',
      title:
        file.trouble === 'several'
          ? t('submit.trouble.several')
          : t('submit.trouble.otherKind', { file: file.file }),
      isAlert: true,
      children: t(`submit.trouble.${file.trouble}.text`),
      onDismiss: drop,
    };
  }
  return {
    id: file.id,
    tone: 'info',
    title: t('submit.waiting.title', { file: file.file }),
    children: t(`submit.waiting.${waitsFor}`),
    actions: (
      <>
        {waitsFor === 'page' && (
          <Button component="a" href="#/submit" size="xs">
            {t('submit.waiting.go')}
          </Button>
        )}
        {onOpen && (
          <Button size="xs" onClick={onOpen}>
            {t('submit.waiting.open')}
          </Button>
        )}
        <ActionButton onClick={drop}>{t('submit.waiting.drop')}</ActionButton>
      </>
    ),
  };
}
