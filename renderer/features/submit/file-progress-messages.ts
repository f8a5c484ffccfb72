import type { FileReadProgress } from '#shared/domain/submission';
import { fileProgressText } from '#lib/file-texts';

/** The progress of reading a file of tracks. */
export const progressText = (reading: FileReadProgress): string =>
  fileProgressText(reading, 'points');
