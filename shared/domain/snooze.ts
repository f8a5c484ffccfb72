import { z } from 'zod';

/** The longest reason. */
export const longestReason = 200;

/** Why being silent or without a position needs no attention for now; on this computer only. */
export const snoozeSchema = z.object({
  deviceId: z.string().min(1).max(512),
  /** Epoch ms; null: until the device reports again, or again with a position. */
  until: z.number().nullable(),
  /** "" without one. */
  reason: z.string().max(longestReason),
});
export type Snooze = z.infer<typeof snoozeSchema>;
