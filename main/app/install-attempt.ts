import { z } from 'zod';
import { readStored, writeStored, type ReportStoredFile } from '../files/stored-files';
import type { InstallAttempt } from './updates';

const schema = z.object({ version: z.string().max(100), from: z.string().max(100) }).nullable();

/** Stored in a JSON file in the profile. */
export function openInstallAttempt(
  file: string,
  report: ReportStoredFile = () => {},
): InstallAttempt {
  return {
    get: () => readStored(file, 'updates', schema, report),
    // A missing report of a failed installation must not prevent the update.
    set: (attempt) => writeStored(file, 'updates', JSON.stringify(attempt), report),
  };
}
