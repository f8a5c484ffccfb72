import { z } from 'zod';
import { readJsonFile, writeJsonFile } from '../files/json-file';
import type { InstallAttempt } from './updates';

const schema = z.object({ version: z.string().max(100), from: z.string().max(100) }).nullable();

/** Stored in a JSON file in the profile. */
export function openInstallAttempt(file: string): InstallAttempt {
  return {
    get: () => {
      try {
        return schema.parse(JSON.parse(readJsonFile(file) ?? 'null'));
      } catch {
        return null;
      }
    },
    set: (attempt) => {
      try {
        writeJsonFile(file, JSON.stringify(attempt));
      } catch {
        // A missing failure report must not prevent the update.
      }
    },
  };
}
