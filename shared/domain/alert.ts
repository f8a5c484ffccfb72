import { z } from 'zod';
import { gapsShape } from './known';

/** One entry of a device's alert log (wire contract 3.7). It has no id of its own. */
export const alertSchema = z.object({
  /** Epoch milliseconds; null if missing or unreadable. */
  at: z.number().nullable(),
  /** Degrees; both null together. */
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  text: z.string().nullable(),
  /**
   * The channels it was sent by, as the service writes them (`Email`, `SMS`, …); empty: it was not
   * sent; null if the service does not provide it. The older pair of switches is converted to the
   * same names.
   */
  channels: z.array(z.string()).nullable(),
  /** Kinds of alert raised together, including names outside the documented list. */
  alerts: z.array(z.string()),
  /** Unknown fields, as received. */
  extra: z.record(z.string(), z.unknown()),
  ...gapsShape,
});
export type Alert = z.infer<typeof alertSchema>;
