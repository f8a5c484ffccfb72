import type { PointProblem } from '#shared/domain/submission';
import { message, type Message } from '#shared/i18n/translate';

/**
 * "Points 2 to 9, left out: There is no readable time." For a table, the lines of the file; not all
 * of them need to belong to the points.
 */
export function problemMessage(problem: PointProblem): Message {
  const { point, lastPoint, lines, refused, message: reason } = problem;
  const how = { status: refused ? 'refused' : 'other', reason } as const;
  const count = lastPoint - point + 1;
  if (!lines) {
    return count === 1
      ? message('submit.problem.point', { ...how, point })
      : message('submit.problem.points', { ...how, from: point, to: lastPoint });
  }
  const { first: from, last: to } = lines;
  const isWhole = to - from + 1 === count;
  if (from === to) {
    return isWhole
      ? message('submit.problem.line', { ...how, line: from })
      : message('submit.problem.pointsInLine', { ...how, count, line: from });
  }
  return isWhole
    ? message('submit.problem.lines', { ...how, from, to })
    : message('submit.problem.pointsInLines', { ...how, count, from, to });
}
