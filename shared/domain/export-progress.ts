import { z } from 'zod';

/** Progress of the file that is being written. */
export const exportProgressSchema = z.object({
  /** The file name without the folder. */
  file: z.string(),
  /** Rows written. */
  done: z.number(),
  /** Total rows; null while cached data is still being read. */
  total: z.number().nullable(),
});
export type ExportProgress = z.infer<typeof exportProgressSchema>;
