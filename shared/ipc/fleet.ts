import { z } from 'zod';
import { deviceSchema } from '../domain/device';
import { fixSchema } from '../domain/fix';
import { call } from './define';
import { id, nothing } from './fields';

/** Everything known about one device: the record, its last fix and both as the service sent them. */
export const deviceDetailsSchema = z.object({
  device: deviceSchema,
  fix: fixSchema.nullable(),
  checkedAt: z.number().nullable(),
  groups: z.array(z.object({ id: z.string(), name: z.string() })),
  /** The JSON as it came, without secrets. */
  rawDevice: z.string(),
  rawFix: z.string().nullable(),
});
export type DeviceDetails = z.infer<typeof deviceDetailsSchema>;

export const fleet = {
  /** Asks for a fresh MessagePort; it arrives as a window message "waypost:fleet-port". */
  openPort: call(nothing, nothing),
  /** Refresh now: list, groups, users and, within the budget, every last location. */
  refresh: call(nothing, nothing),
  /** Devices to ask first: the selected one and those in view. */
  prioritise: call(z.object({ ids: z.array(id).max(200) }), nothing),
  details: call(z.object({ id }), deviceDetailsSchema),
};
