import { z } from 'zod';
import { isAhead, isBehind } from './device-state';
import type { Fix } from './fix';

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
export interface KnownReport {
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

/** The last report that had a position. */
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
