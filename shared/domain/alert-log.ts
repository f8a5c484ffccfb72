import { z } from 'zod';
import { alertSchema } from './alert';

/** One alert of the log with its local data. */
export const alertEntrySchema = alertSchema.omit({ extra: true }).extend({
  /** Derived from device, time and kinds, because the record has no id. */
  id: z.string(),
  deviceId: z.string(),
  at: z.number(),
  /** The channels that were asked for, if this computer submitted it; null: not known. */
  asked: z.array(z.string()).nullable(),
  /** Stored on this computer only; the service has no acknowledgements. */
  acknowledged: z.object({ at: z.number(), note: z.string() }).nullable(),
});
export type AlertEntry = z.infer<typeof alertEntrySchema>;
