import { z } from 'zod';

/** How far a file is that is being written for the person. */
export const exportProgressSchema = z.object({
  /** Its name, without the folder. */
  file: z.string(),
  /** Rows that are in it. */
  done: z.number(),
  /** Rows that will be; null while what is kept is still being read. */
  total: z.number().nullable(),
});
export type ExportProgress = z.infer<typeof exportProgressSchema>;
