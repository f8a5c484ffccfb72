import { writeFileSync } from 'node:fs';
import type { Difference, ServiceReport } from './service-report';

const mostTests = 3;

function linesOf({ expectation, source, mark, found, occurrences, tests }: Difference): string[] {
  const more = tests.length > mostTests ? ` and ${tests.length - mostTests} more tests` : '';
  const times = occurrences === 1 ? '' : ` (${occurrences} times)`;
  return [
    `  - Assumed: ${expectation} [${source}, ${mark}]`,
    `    Found${times}: ${found}`,
    `    In: ${tests.slice(0, mostTests).join('; ')}${more}`,
  ];
}

/** A report for reading. */
export function textOfReport(report: ServiceReport): string {
  const { service, documented, assumed, differences, dialect } = report;
  const heading = `What this service does differently: ${service}`;
  const counts = `${documented} documented and ${assumed} assumed expectations were checked.`;
  if (differences.length === 0) return `${heading}\n  Nothing. ${counts}`;
  return [
    heading,
    `  ${counts} ${differences.length} assumptions do not hold:`,
    ...differences.flatMap(linesOf),
    `  Its dialect: ${JSON.stringify(dialect)}`,
  ].join('\n');
}

/** Prints a report, and writes it as JSON if a file is given. */
export function publish(report: ServiceReport, file: string | undefined): void {
  console.log(textOfReport(report));
  if (file) writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
}
