import type { ReadPoint } from '#main/exchange/tracks/read-tracks';
import { checkPlace, checkTime, type PointProblem } from '#shared/domain/submission';
import { metresBetween } from '#shared/history/distance';

/** A point that can be sent: it has a time and a place. */
export type UsablePoint = ReadPoint & { at: number; latitude: number; longitude: number };

export interface Checked {
  /** In the order of time, one per moment. */
  usable: UsablePoint[];
  problems: PointProblem[];
}

/** Says of each point of a track what is wrong with it; what cannot be sent is refused. */
export function checkPoints(
  points: readonly ReadPoint[],
  { now, jumpKmh }: { now: number; jumpKmh: number },
): Checked {
  const problems: PointProblem[] = [];
  const usable: UsablePoint[] = [];
  const pointAt = new Map<number, number>();
  let latest: UsablePoint | null = null;

  points.forEach((point, i) => {
    const number = i + 1;
    const refuse = (message: string) => problems.push({ point: number, refused: true, message });
    const warn = (message: string) => problems.push({ point: number, refused: false, message });
    const { at, latitude, longitude } = point;
    if (latitude === null || longitude === null) return refuse('It has no readable coordinates.');
    const wrongPlace = checkPlace({ latitude, longitude });
    if (wrongPlace) return refuse(wrongPlace);
    if (at === null) return refuse('It has no readable time.');
    const wrongTime = checkTime(at, now);
    if (wrongTime) return refuse(wrongTime);
    const same = pointAt.get(at);
    if (same !== undefined) return refuse(`It has the same time as point ${same}.`);
    pointAt.set(at, number);
    const good = { ...point, at, latitude, longitude };
    usable.push(good);
    if (latest && at < latest.at) {
      return warn('It is older than the point before; it is sent in the order of time.');
    }
    if (latest && isJump(latest, good, jumpKmh)) {
      warn(`It is too far from the point before: that would take more than ${jumpKmh} km/h.`);
    }
    latest = good;
    return undefined;
  });
  return { usable: usable.toSorted((a, b) => a.at - b.at), problems };
}

function isJump(a: UsablePoint, b: UsablePoint, jumpKmh: number): boolean {
  const metres = metresBetween(a.latitude, a.longitude, b.latitude, b.longitude);
  return metres > 150 && metres > ((jumpKmh / 3.6) * (b.at - a.at)) / 1_000;
}
