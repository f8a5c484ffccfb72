import { z } from 'zod';

/** The small files of the profile folder, by what is in them. */
const storedContents = [
  'settings',
  'accounts',
  'allowedHosts',
  'window',
  'updates',
  'temporaryFiles',
  'mapFiles',
  'keyedMaps',
] as const;
export type StoredContent = (typeof storedContents)[number];

/** A part of a file that could not be read. */
const skippedPartSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('setting'), name: z.string() }),
  /** An account as "user at address"; null if its entry does not say. */
  z.object({ kind: z.literal('account'), name: z.string().nullable() }),
  z.object({ kind: z.literal('submissionMode'), name: z.string() }),
]);
export type SkippedPart = z.infer<typeof skippedPartSchema>;

/**
 * What went wrong with a small file of the profile.
 *
 * `unreadable`: nothing of it could be read. `partly`: all but `skipped` was read. `newer`: a newer
 * version of Waypost wrote it; all but `skipped` was read. `unlisted`: there are offline copies of
 * accounts that the list of accounts does not name. `unwritten`: it could not be written.
 */
export const storedFileProblemSchema = z.object({
  id: z.string(),
  content: z.enum(storedContents),
  problem: z.enum(['unreadable', 'partly', 'newer', 'unlisted', 'unwritten']),
  /** The name of the file without its folder. */
  file: z.string(),
  /** Where the old file is kept; null: it could not be renamed or copied, and is in its place. */
  backup: z.string().nullable(),
  skipped: z.array(skippedPartSchema),
  /** Offline copies of accounts that are not on the list. */
  copies: z.number().int(),
});
export type StoredFileProblem = z.infer<typeof storedFileProblemSchema>;
