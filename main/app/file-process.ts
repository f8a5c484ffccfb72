import type { StartFileProcess } from '../files/file-work';
import { startUtility } from './utility';

/** Starts the utility process that reads and writes large files. */
export const startFileProcess: StartFileProcess = (options) =>
  startUtility({ file: 'files.mjs', name: 'Waypost files', ...options });
