import { z } from 'zod';
import { gapsShape } from './known';
import { isAhead, isBehind } from './device-state';

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

/** A report of a wrong clock does not replace one that is at most this old. */
const presentForMs = 3_600_000;

/** The answer of the service about the last location of a device. */
export interface LocationAnswer {
  /** null: the service has none, or the answer was not understood. */
  fix: Fix | null;
  /** The JSON of the answer. */
  raw: unknown;
  /** False: the answer has content, but no usable time and place. */
  isUnderstood: boolean;
}

/** What an answer changes. */
export type AnswerEffect =
  /** Its report becomes the last one. */
  | 'taken'
  /** Its report is older than the last one, which stays. */
  | 'older'
  /** As `older`, but its position is newer than the last known one, which it replaces. */
  | 'olderPosition'
  /** Its report is dated in the future; the last one stays. */
  | 'ahead'
  /** Its report is of a clock that is far behind; the last one stays. */
  | 'behind'
  | 'notUnderstood'
  /** It has no report; the last one stays with its age. */
  | 'none';

/** The last report of a device: when it was sent, and when one last had a position; NaN: never. */
interface KnownReport {
  fixAt: number;
  positionAt: number;
}

/**
 * What an answer received at `now` changes. The wire contract leaves open whether "last" goes by the
 * time of the report or by its arrival, so an older report never replaces a newer one. Of reports
 * with equal times the later answer counts: it may correct values.
 */
export function effectOf(
  { fix, isUnderstood }: Pick<LocationAnswer, 'fix' | 'isUnderstood'>,
  known: KnownReport,
  now: number,
): AnswerEffect {
  if (!isUnderstood) return 'notUnderstood';
  if (fix === null) return 'none';
  const { fixAt, positionAt } = known;
  if (Number.isNaN(fixAt)) return 'taken';
  if (fix.at === null) return 'notUnderstood';
  const isKnownAhead = isAhead(fixAt, now);
  if (isAhead(fix.at, now) && !isKnownAhead && now - fixAt <= presentForMs) return 'ahead';
  if (isKnownAhead && !isAhead(fix.at, now)) return 'taken';
  if (isBehind(fix.at, now) && !isBehind(fixAt, now)) {
    return now - fixAt <= presentForMs ? 'behind' : 'taken';
  }
  if (fix.at >= fixAt) return 'taken';
  const isNewerPosition = fix.latitude !== null && !(fix.at <= positionAt);
  return isNewerPosition ? 'olderPosition' : 'older';
}

export const lastPositionSchema = z.object({
  at: z.number().nullable(),
  latitude: z.number(),
  longitude: z.number(),
  speed: z.number().nullable(),
  course: z.number().nullable(),
});
export type LastPosition = z.infer<typeof lastPositionSchema>;

/** The position of a report; null if it has none. */
export function positionOf(fix: Fix | null): LastPosition | null {
  if (!fix || fix.latitude === null || fix.longitude === null) return null;
  const { at, latitude, longitude, speed, course } = fix;
  return { at, latitude, longitude, speed, course };
}

/** The last answer, if it is not the last report. `at`: the time of its report, if it has one. */
export const otherAnswerSchema = z.object({
  is: z.enum(['notUnderstood', 'older', 'ahead', 'behind', 'none']),
  at: z.number().nullable(),
});
export type OtherAnswer = z.infer<typeof otherAnswerSchema>;

/** A position is estimated for at most this long after the report; then the device may be anywhere. */
export const estimatedForMs = 45_000;

/** A report that says how a device moved. NaN: not provided. */
export interface Motion {
  /** Time of the report. */
  at: number;
  /** Metres per second. */
  speed: number;
  /** Degrees clockwise from north. */
  course: number;
}

/**
 * How far a device is expected to have moved since its report; null if the report does not say, or is older than that
 * tells anything.
 */
export function movementSince(
  { at, speed, course }: Motion,
  now: number,
): { east: number; north: number } | null {
  const ms = now - at;
  if (!(ms > 0 && ms <= estimatedForMs) || !(speed > 0) || Number.isNaN(course)) return null;
  const metres = (speed * ms) / 1000;
  const angle = (course * Math.PI) / 180;
  return { east: metres * Math.sin(angle), north: metres * Math.cos(angle) };
}
