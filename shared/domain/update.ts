import { z } from 'zod';

/** Where Waypost stands with its own updates. */
export const updateStateSchema = z.discriminatedUnion('phase', [
  z.object({
    phase: z.literal('off'),
    /** `unsupported`: a folder, a portable program or a development build cannot replace itself. */
    why: z.enum(['policy', 'settings', 'noFeed', 'unsupported']),
  }),
  z.object({
    phase: z.literal('idle'),
    /** When the feed was last asked; null: not in this session. */
    checkedAt: z.number().nullable(),
    /** What the feed offered and why it was not taken, in words; null: nothing to say. */
    note: z.string().nullable(),
  }),
  z.object({ phase: z.literal('checking') }),
  z.object({ phase: z.literal('downloading'), version: z.string() }),
  z.object({
    /** Downloaded, and its sum is right; installed only when the person says so. */
    phase: z.literal('staged'),
    version: z.string(),
    /** Why it may not be installed now, in words. */
    waitsFor: z.string().nullable(),
  }),
  z.object({ phase: z.literal('failed'), message: z.string() }),
]);
export type UpdateState = z.infer<typeof updateStateSchema>;
