import { useStore } from 'zustand';
import type { FileReadProgress } from '#shared/domain/submission';
import { api } from '#lib/api';
import { fileProgressText } from '#lib/file-texts';
import { createMirror } from '#lib/mirror';

const readingMirror = createMirror<FileReadProgress | null>(
  () => api.exchange.importProgress(),
  (listener) => api.exchange.onImportProgressChanged(listener),
);

/** The table that main is reading for an import; null if there is none. */
export function useTableReading(): FileReadProgress | null {
  return useStore(readingMirror, ({ value }) => value);
}

/** The progress of reading a table. */
export const tableProgressText = (reading: FileReadProgress): string =>
  fileProgressText(reading, 'rows');
