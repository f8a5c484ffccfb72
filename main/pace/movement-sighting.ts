import type { LocationAnswer } from '#shared/domain/fix';
import type { Sighting } from './movement-model';

/** When a report says that a device moves, and in which unit. */
export interface SpeedRules {
  /** In the unit of the service. */
  movingAbove: number;
  /** Metres per second in one unit of the service. */
  metresPerSecond: number;
}

/** A speed that was reported longer ago says nothing of the present. */
const recentMs = 600_000;

/** What an answer received at `now` says of the movement; null: it was not understood. */
export function sightingOf(
  { fix, isUnderstood }: LocationAnswer,
  now: number,
  rules: SpeedRules,
): Sighting | null {
  if (!isUnderstood) return null;
  if (fix === null) return { isMoving: false, speed: null, place: null };
  const { at, speed, latitude, longitude } = fix;
  const isRecent = at === null || Math.abs(now - at) <= recentMs;
  return {
    isMoving: !isRecent ? false : speed === null ? null : speed > rules.movingAbove,
    speed: speed === null ? null : speed * rules.metresPerSecond,
    place: latitude === null || longitude === null ? null : { latitude, longitude },
  };
}
