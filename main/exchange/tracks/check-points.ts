import type { ReadPoint } from './read-tracks';
import { checkPlace, checkTime, noTimeMessage, type PointProblem } from '#shared/domain/submission';
import { convertSpeed, type SpeedUnit } from '#shared/domain/units';
import { metresBetween } from '#shared/history/distance';

/** A point that can be sent: it has a time and a position. */
export type UsablePoint = ReadPoint & { at: number; latitude: number; longitude: number };

export interface Checked {
  /** Sorted by time, one per timestamp. */
  usable: UsablePoint[];
  /** In the order of the file; adjacent points with the same problem are one entry. */
  problems: PointProblem[];
}

interface Numbered extends UsablePoint {
  number: number;
}

/** Reports the problems of each point of a track; points that cannot be sent are refused. */
export function checkPoints(
  points: readonly ReadPoint[],
  { now, jumpKmh, speedUnit }: { now: number; jumpKmh: number; speedUnit: SpeedUnit },
): Checked {
  const problems: PointProblem[] = [];
  const usable: Numbered[] = [];
  const firstAt = new Map<number, Numbered>();
  const tell = (number: number, refused: boolean, message: string) =>
    problems.push({
      point: number,
      lastPoint: number,
      lines: linesOf(points[number - 1]!),
      refused,
      message,
      place: placeOf(points[number - 1]!),
    });

  points.forEach((point, i) => {
    const number = i + 1;
    const { at, latitude, longitude } = point;
    const refusal = refusalOf(point, now) ?? sameTime(firstAt.get(at!));
    if (refusal !== undefined) return tell(number, true, refusal);
    const good = { ...point, at: at!, latitude: latitude!, longitude: longitude!, number };
    firstAt.set(good.at, good);
    const before = usable.at(-1);
    usable.push(good);
    if (point.doubt !== undefined) tell(number, false, point.doubt);
    if (!before || good.at > before.at) return undefined;
    return tell(number, false, 'Older than the point before; it is sent in the order of time.');
  });

  usable.sort((a, b) => a.at - b.at);
  usable.forEach((point, i) => {
    const before = usable[i - 1];
    if (!before || !isJump(before, point, jumpKmh)) return;
    const speed = `${Math.round(convertSpeed(jumpKmh, 'km/h', speedUnit))} ${speedUnit}`;
    const message = `Too far from the point before: that would take more than ${speed}.`;
    tell(point.number, false, message);
  });
  return {
    usable: usable.map(({ number: _number, ...point }) => point),
    problems: together(problems.sort((a, b) => a.point - b.point)),
  };
}

/** Why a point can never be sent; undefined if it can. */
function refusalOf(point: ReadPoint, now: number): string | undefined {
  const { at, latitude, longitude, refusal } = point;
  if (refusal !== undefined) return refusal;
  if (latitude === null || longitude === null) return 'There are no readable coordinates.';
  if (at === null) return checkPlace({ latitude, longitude }) ?? noTimeMessage;
  return checkPlace({ latitude, longitude }) ?? checkTime(at, now);
}

const sameTime = (other: Numbered | undefined) =>
  other && `The same time as ${other.line ? `line ${other.line}` : `point ${other.number}`}.`;

const linesOf = ({ line }: ReadPoint) => (line === undefined ? null : { first: line, last: line });

/** null if the map cannot show the point. */
function placeOf({ latitude, longitude }: ReadPoint): PointProblem['place'] {
  if (latitude === null || longitude === null || checkPlace({ latitude, longitude })) return null;
  return { latitude, longitude };
}

function together(problems: readonly PointProblem[]): PointProblem[] {
  const all: PointProblem[] = [];
  for (const problem of problems) {
    const last = all.at(-1);
    const isSame =
      last?.lastPoint === problem.point - 1 &&
      last.message === problem.message &&
      last.refused === problem.refused;
    if (last && isSame) {
      last.lastPoint = problem.point;
      if (last.lines && problem.lines) last.lines = { ...last.lines, last: problem.lines.last };
    } else all.push({ ...problem });
  }
  return all;
}

function isJump(a: UsablePoint, b: UsablePoint, jumpKmh: number): boolean {
  const metres = metresBetween(a.latitude, a.longitude, b.latitude, b.longitude);
  return metres > 150 && metres > ((jumpKmh / 3.6) * (b.at - a.at)) / 1_000;
}
