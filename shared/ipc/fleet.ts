import { z } from 'zod';
import { deviceSchema } from '../domain/device';
import { fixSchema } from '../domain/fix';
import { lastPositionSchema, otherAnswerSchema } from '../domain/last-report';
import { call } from './define';
import { id, nothing } from './fields';

/**
 * Everything known about one device: the record, its last report and position, and what the service
 * sent.
 */
export const deviceDetailsSchema = z.object({
  device: deviceSchema,
  /** The last report, with or without a position. */
  fix: fixSchema.nullable(),
  /** The last report that had a position. */
  position: lastPositionSchema.nullable(),
  /** Time of the first report without a position since then; null while reports have one. */
  noPositionSince: z.number().nullable(),
  /** The last answer, if it is not the last report. */
  otherAnswer: otherAnswerSchema.nullable(),
  /** When the service last answered about its location. */
  checkedAt: z.number().nullable(),
  groups: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Why the device may be in other groups too; null: these are all. */
  groupGap: z.enum(['list', 'members']).nullable().default(null),
  /** The JSON as received, without secrets. */
  rawDevice: z.string(),
  rawFix: z.string().nullable(),
  rawOtherAnswer: z.string().nullable(),
});
export type DeviceDetails = z.infer<typeof deviceDetailsSchema>;

export const fleet = {
  /** Requests a new MessagePort; it arrives as a window message "waypost:fleet-port". */
  openPort: call(nothing, nothing),
  /** Refreshes now: list, groups, users and, within the budget, every last location. */
  refresh: call(nothing, nothing),
  /**
   * Requests the record and the last location of one device now, as the budget allows, and returns its
   * new details. `notFound`: the service no longer has the device.
   */
  refreshDevice: call(z.object({ id }), deviceDetailsSchema),
  /** Devices to request first: the selected one and those in view. */
  prioritise: call(z.object({ ids: z.array(id).max(200) }), nothing),
  details: call(z.object({ id }), deviceDetailsSchema),
};
