import { z } from 'zod';

/** One entry of a device's alert log (wire contract 3.7). It has no id of its own. */
export const alertSchema = z.object({
  /** Epoch milliseconds; null where it was missing or unreadable. */
  at: z.number().nullable(),
  /** Degrees; both null together. */
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  text: z.string().nullable(),
  /**
   * The ways it was sent, in the service's words (`Email`, `SMS`, …); empty: it was not sent. null
   * where the service does not tell. The older pair of switches is read into the same words.
   */
  channels: z.array(z.string()).nullable(),
  /** Kinds of alert raised together; names outside the documented list occur. */
  alerts: z.array(z.string()),
  /** Fields we do not know, kept as they came. */
  extra: z.record(z.string(), z.unknown()),
});
export type Alert = z.infer<typeof alertSchema>;
