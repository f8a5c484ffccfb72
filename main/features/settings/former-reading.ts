import { z } from 'zod';
import { readingChoiceSchema, type ReadingChoice } from '#shared/domain/session';
import { readSmallFile } from '#main/files/json-file';

const formerSchema = z.object({ reportReading: readingChoiceSchema });

/**
 * What an earlier version kept among the settings of the whole app: how the calls for locations and
 * alerts are read. It belongs to a connection; null where the file says nothing of it.
 */
export function formerReading(file: string): ReadingChoice | null {
  try {
    const stored: unknown = JSON.parse(readSmallFile(file) ?? 'null');
    return formerSchema.safeParse(stored).data?.reportReading ?? null;
  } catch {
    return null;
  }
}
