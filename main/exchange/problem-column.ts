import { cellToText } from './cell-text';
import type { ImportPlan } from './import-plan';
import { columnName, type Column, type Table } from './table';

/** Why a row was not imported, in a file of such rows. Import does not read it. */
export const problemColumn: Column = {
  key: 'problem',
  title: 'Problem',
  kind: 'text',
  isWrittenOnly: true,
};

/** Stands for a cell that was not understood and has no text; import refuses it. */
const unreadWord = '#N/A';

/** The rows with an error as in their file, each with its reasons. Passwords are left out. */
export function wrongRowsTable({ source, fields, errors }: ImportPlan): Table {
  const byRow = Map.groupBy(errors, ({ row }) => row);
  const rows = source.rows.filter(({ number }) => byRow.has(number));
  const secret = new Set(fields.find(({ key }) => key === 'password')?.columns);
  const width = rows.reduce(
    (most, { cells }) => Math.max(most, cells.length),
    source.header.length,
  );
  const indexes = Array.from({ length: width }, (_, index) => index).filter(
    (index) => columnName(source.header[index] ?? '') !== columnName(problemColumn.title),
  );
  const reasons = (row: number) =>
    byRow
      .get(row)!
      .map(({ column, message }) => (column === null ? message : `${column}: ${message}`))
      .join(' ');
  return {
    name: 'Rows to correct',
    columns: [
      ...indexes.map((index): Column => {
        const title = source.header[index] ?? '';
        return { key: title, title, kind: 'asRead' };
      }),
      problemColumn,
    ],
    rows: rows.map(({ number, cells, problems = [] }) => [
      ...indexes.map((index) => {
        if (secret.has(index)) return '';
        const text = cellToText(cells[index] ?? '');
        // An empty cell would say that the field stays as it is.
        const isUnread = text === '' && problems.some(({ column }) => column === index);
        return isUnread ? unreadWord : text;
      }),
      reasons(number),
    ]),
    notes: [
      [
        'Rows to correct',
        'Correct the rows and import this file. The column “Problem” is not imported.',
      ],
      ...(secret.size > 0 ? [['Passwords', 'They are not written here.'] as const] : []),
    ],
    timeZone: 'UTC',
  };
}
