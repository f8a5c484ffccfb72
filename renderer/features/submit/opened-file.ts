import { useStore } from 'zustand';
import type { GivenFile } from '#shared/domain/submission';
import { api } from '#lib/api';
import { createMirror } from '#lib/mirror';

/** The file that the system handed over and that was neither opened nor dropped yet. */
export const givenFileMirror = createMirror<GivenFile | null>(
  () => api.givenFiles.current(),
  (listener) => api.givenFiles.onChanged(listener),
);

export function useGivenFile(): GivenFile | null {
  return useStore(givenFileMirror, ({ value }) => value);
}
