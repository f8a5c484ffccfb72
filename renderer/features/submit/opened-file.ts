import { useStore } from 'zustand';
import type { OpenedFile } from '#shared/domain/submission';
import { api } from '#lib/api';
import { createMirror } from '#lib/mirror';

/** The file that the system passed to Waypost and that was neither opened nor dismissed yet. */
export const openedFileMirror = createMirror<OpenedFile | null>(
  () => api.openedFiles.current(),
  (listener) => api.openedFiles.onChanged(listener),
);

export function useOpenedFile(): OpenedFile | null {
  return useStore(openedFileMirror, ({ value }) => value);
}
