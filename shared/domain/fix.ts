import { z } from 'zod';
import { gapsShape } from './known';

const number = z.number().nullable();
const texts = z.array(z.string());

/**
 * One decoded position report of a device ("location record" of the interface).
 *
 * null is "not provided"; 0 is a value, except that the pair (0, 0) is no position.
 */
export const fixSchema = z.object({
  /** Time of the fix in epoch milliseconds; null if missing or unreadable. */
  at: number,
  /** Degrees; both null together. */
  latitude: number,
  longitude: number,
  /** In the unit of the service, which is a setting because it is not documented. */
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
  /** How long digital inputs 1 to 4 have been on; the unit is not documented. */
  sensorTimes: z.array(number),
  inactiveSeconds: number,
  /** Engine revolutions per minute. */
  rpm: number,
  /** `milleage` on the wire; kilometres in straight lines between fixes. */
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
  /** Unknown fields, as received. */
  extra: z.record(z.string(), z.unknown()),
  ...gapsShape,
});
export type Fix = z.infer<typeof fixSchema>;
