import { z } from 'zod';

const number = z.number().nullable();
const texts = z.array(z.string());

/**
 * One position report of a device ("location record" of the interface), decoded.
 *
 * null is "not provided"; 0 is 0, except that the pair (0, 0) is no position at all.
 */
export const fixSchema = z.object({
  /** Time of the fix, epoch milliseconds; null where it was missing or unreadable. */
  at: number,
  /** Degrees; both null together. */
  latitude: number,
  longitude: number,
  /** In the unit the service uses, which is a setting because no document states it. */
  speed: number,
  /** Degrees clockwise from north, 0 to 360; 0 and 360 are both north, null is unknown. */
  course: number,
  /** Per cent. */
  battery: number,
  fuel: number,
  fuel2: number,
  /** Degrees Celsius. */
  temperature: number,
  temperature2: number,
  /** How long digital inputs 1 to 4 have been on; the unit is stated nowhere. */
  sensorTimes: z.array(number),
  inactiveSeconds: number,
  /** Engine revolutions per minute. */
  rpm: number,
  /** `milleage` on the wire; kilometres by straight lines between fixes. */
  mileageKm: number,
  warningTexts: texts,
  alertTexts: texts,
  alerts: texts,
  warnings: texts,
  hasCriticalAlert: z.boolean().nullable(),
  attributes: z.record(z.string(), z.string()),
  accessories: z.array(z.record(z.string(), z.string())),
  inputs: z.array(z.boolean()),
  outputs: z.array(z.boolean()),
  /** Fields we do not know, kept as they came. */
  extra: z.record(z.string(), z.unknown()),
});
export type Fix = z.infer<typeof fixSchema>;
