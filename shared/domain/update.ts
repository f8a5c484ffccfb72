import { z } from 'zod';

/** The state of updates of Waypost. */
export const updateStateSchema = z.discriminatedUnion('phase', [
  z.object({
    phase: z.literal('off'),
    /**
     * `unreadable`: the settings could not be read, so it is not known whether the user turned updates
     * off. `unsupported`: a folder, a portable program or a development build cannot update itself.
     * `noKey`: the build has no key to verify updates with.
     */
    why: z.enum(['policy', 'settings', 'unreadable', 'noFeed', 'noKey', 'unsupported']),
  }),
  z.object({
    phase: z.literal('idle'),
    /** When the feed was last checked; null: not in this session. */
    checkedAt: z.number().nullable(),
    /** A message saying what the feed offered and why it was rejected; null: nothing to report. */
    note: z.string().nullable(),
  }),
  z.object({ phase: z.literal('checking') }),
  z.object({
    /** A newer version, listed with a valid signature; downloaded only when the user confirms. */
    phase: z.literal('available'),
    version: z.string(),
    /** The host it is downloaded from. */
    host: z.string(),
  }),
  z.object({ phase: z.literal('downloading'), version: z.string() }),
  z.object({
    /** Downloaded, with a valid checksum; installed only when the user confirms. */
    phase: z.literal('staged'),
    version: z.string(),
    /** A message saying why it may not be installed now. */
    waitsFor: z.string().nullable(),
  }),
  z.object({ phase: z.literal('failed'), message: z.string() }),
]);
export type UpdateState = z.infer<typeof updateStateSchema>;
