import { z } from 'zod';
import { gapsShape } from './known';
import { limitsSchema } from './limit';

/** One tracker of the account, decoded. Absent and null both mean "not provided" and become null. */
export const deviceSchema = z.object({
  /** Opaque; never parsed. */
  id: z.string(),
  /** The display name; null if the service sends none (the id is shown then). */
  name: z.string().nullable(),
  description: z.string().nullable(),
  /** Telephone number of the SIM, `min` on the wire. Text; may carry "+". */
  phone: z.string().nullable(),
  /** Labels set by the account holder. */
  tags: z.record(z.string(), z.string()),
  /** Moment of expiry in epoch milliseconds; null also if the service sends a day (see `gaps`). */
  expiresAt: z.number().nullable(),
  /** Whether the service counts the device as a licence in use; an extension on the wire. */
  isActive: z.boolean().nullable().optional(),
  /** Section 2.3 settings; null if the service does not provide them. */
  limits: limitsSchema.nullable(),
  /** Unknown fields, as received. */
  extra: z.record(z.string(), z.unknown()),
  /** When the device was removed from the list, in epoch milliseconds; null while it is listed. */
  unlistedAt: z.number().nullable(),
  /** When this record was received, in epoch milliseconds; null or absent: not recorded. */
  receivedAt: z.number().nullable().optional(),
  ...gapsShape,
});
export type Device = z.infer<typeof deviceSchema>;

/** The display name of a device, which may have no name. */
export function deviceLabel(device: Pick<Device, 'id' | 'name'>): string {
  return device.name?.trim() || device.id;
}
