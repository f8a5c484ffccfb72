import type { FileReadProgress } from '#shared/domain/submission';
import { fileProgressText } from '#lib/file-progress';

/** The progress of reading a file of tracks. */
export const progressText = (reading: FileReadProgress): string =>
  fileProgressText(reading, (ofSize) => `All${ofSize} looked through; checking its points`);
