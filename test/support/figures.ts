import { appendFileSync } from 'node:fs';

/**
 * Reports a figure of a test, for example `reportFigure('kills', 500)`. `npm run test:long` prints it in
 * its summary, numbers of the same name added up; elsewhere nothing happens.
 */
export function reportFigure(name: string, value: string | number): void {
  const file = process.env['WAYPOST_TEST_FIGURES'];
  if (file) appendFileSync(file, `${JSON.stringify({ name, value })}\n`);
}
