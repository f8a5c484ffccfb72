import { z } from 'zod';
import { alertSchema } from './alert';

/** One alert of the log with what this computer knows about it. */
export const alertEntrySchema = alertSchema.omit({ extra: true }).extend({
  /** Made of device, time and kinds, because the record has no id of its own. */
  id: z.string(),
  deviceId: z.string(),
  at: z.number(),
  /** Kept on this computer only; the service knows no such thing. */
  acknowledged: z.object({ at: z.number(), note: z.string() }).nullable(),
});
export type AlertEntry = z.infer<typeof alertEntrySchema>;
