import type { PointProblem } from '#shared/domain/submission';

/**
 * "Points 2 to 9, left out: There is no readable time." Of a table the lines of the file, which is
 * where people look; between them there may be rows of others or a cell of several lines.
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

const span = (word: string, from: number, to: number, count: (value: number) => string) =>
  from === to ? `${word} ${count(from)}` : `${word}s ${count(from)} to ${count(to)}`;
