import { z } from 'zod';
import { limitsSchema } from './limit';

/** One tracker of the account, decoded. Absent and null both mean "not provided" and become null. */
export const deviceSchema = z.object({
  /** Opaque; never parsed. */
  id: z.string(),
  /** The display name; null where the service sends none (the id is shown then). */
  name: z.string().nullable(),
  description: z.string().nullable(),
  /** Telephone number of the SIM, `min` on the wire. Text; may carry "+". */
  phone: z.string().nullable(),
  /** The account holder's own labels. */
  tags: z.record(z.string(), z.string()),
  /** Moment of expiry, epoch milliseconds; null where none is set or none is sent. */
  expiresAt: z.number().nullable(),
  /** Section 2.3 settings; null where the service does not provide them. */
  limits: limitsSchema.nullable(),
  /** Fields we do not know, kept as they came. */
  extra: z.record(z.string(), z.unknown()),
  /** Epoch milliseconds since when the list no longer holds this device; null while it does. */
  unlistedAt: z.number().nullable(),
});
export type Device = z.infer<typeof deviceSchema>;

/** What to call a device that may have no name. */
export function deviceLabel(device: Pick<Device, 'id' | 'name'>): string {
  return device.name?.trim() || device.id;
}
