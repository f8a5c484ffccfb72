import type { PointProblem } from '#shared/domain/submission';

/**
 * "Points 2 to 9, left out: There is no readable time." For a table, the lines of the file; not all
 * of them need to belong to the points.
 */
export function problemText(problem: PointProblem, count: (value: number) => string): string {
  const { refused, message } = problem;
  return `${where(problem, count)}${refused ? ', left out' : ''}: ${message}`;
}

function where({ point, lastPoint, lines }: PointProblem, count: (value: number) => string) {
  const points = lastPoint - point + 1;
  if (!lines) return span('Point', point, lastPoint, count);
  const text = span('Line', lines.first, lines.last, count);
  const isWhole = lines.last - lines.first + 1 === points;
  return isWhole ? text : `${count(points)} points in ${text.toLowerCase()}`;
}

const span = (noun: string, from: number, to: number, count: (value: number) => string) =>
  from === to ? `${noun} ${count(from)}` : `${noun}s ${count(from)} to ${count(to)}`;
