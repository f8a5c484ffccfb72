import type { Coordinates } from '#shared/domain/coordinates';

/** A line along points, or the shape that it encloses. */
export interface Ruler {
  points: readonly Coordinates[];
  /** The last point is connected with the first one. */
  isClosed: boolean;
  /** Clicks add no points any more. */
  isFinished: boolean;
}

export const emptyRuler: Ruler = { points: [], isClosed: false, isFinished: false };

/** The most points; far more than anyone clicks. */
export const mostPoints = 500;
/** A shape needs three corners. */
const leastCorners = 3;

export const canClose = ({ points, isClosed }: Ruler): boolean =>
  !isClosed && points.length >= leastCorners;

/** A line is measured from two points on. */
export const isMeasured = ({ points }: Ruler): boolean => points.length >= 2;

/** Adds a point, unless it is the last one again. */
export function addPoint(ruler: Ruler, point: Coordinates): Ruler {
  const last = ruler.points.at(-1);
  const isSame = last?.latitude === point.latitude && last.longitude === point.longitude;
  if (ruler.isFinished || isSame || ruler.points.length >= mostPoints) return ruler;
  return { ...ruler, points: [...ruler.points, point] };
}

/** Takes back the last step: the closing of the shape, or the last point. Measuring goes on. */
export function undo(ruler: Ruler): Ruler {
  const points = ruler.isClosed ? ruler.points : ruler.points.slice(0, -1);
  return { points, isClosed: false, isFinished: false };
}

/** Connects the last point with the first one, which ends measuring. */
export const close = (ruler: Ruler): Ruler =>
  canClose(ruler) ? { ...ruler, isClosed: true, isFinished: true } : ruler;

/** Ends measuring; the result stays. */
export const finish = (ruler: Ruler): Ruler =>
  isMeasured(ruler) ? { ...ruler, isFinished: true } : ruler;

/** Measures on after `finish`. */
export const resume = (ruler: Ruler): Ruler =>
  ruler.isClosed ? ruler : { ...ruler, isFinished: false };

/** What a key does while measuring; null: nothing. Escape is handled by the caller. */
export function afterKey(ruler: Ruler, key: string, middle: Coordinates): Ruler | null {
  if (key === 'Backspace' || key === 'Delete') return undo(ruler);
  if (ruler.isFinished) return null;
  if (key === 'Enter') return finish(ruler);
  return key === ' ' ? addPoint(ruler, middle) : null;
}
