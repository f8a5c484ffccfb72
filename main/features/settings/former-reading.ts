import { z } from 'zod';
import { submissionModeChoiceSchema, type SubmissionModeChoice } from '#shared/domain/session';
import { readJsonFile } from '#main/files/json-file';

const formerSchema = z.object({ reportReading: submissionModeChoiceSchema });

/**
 * What an earlier version kept among the settings of the whole app: how the calls for locations and
 * alerts are read. It belongs to a connection; null where the file says nothing of it.
 */
export function formerSubmissionMode(file: string): SubmissionModeChoice | null {
  try {
    const stored: unknown = JSON.parse(readJsonFile(file) ?? 'null');
    return formerSchema.safeParse(stored).data?.reportReading ?? null;
  } catch {
    return null;
  }
}
