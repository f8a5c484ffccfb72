import { cellProblem, cellToText } from './cell-text';
import type { ImportPlan } from './import-plan';
import { secretCells } from './import-summary';
import { isShifted } from './table-limits';
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
  const isSecret = secretCells({ source, fields });
  const hasPasswords = fields.some(({ key, columns }) => key === 'password' && columns.length > 0);
  const width = rows.reduce(
    (most, { cells }) => Math.max(most, cells.length),
    source.header.length,
  );
  const indexes = Array.from({ length: width }, (_, index) => index).filter(
    (index) => columnName(source.header[index] ?? '') !== columnName(problemColumn.title),
  );
  // Values beside the table stay beside it, so that import refuses them again.
  const inside = indexes.filter((index) => index < source.titledColumns);
  const beside = indexes.filter((index) => index >= source.titledColumns);
  const titleOf = (title: string): Column => ({ key: title, title, kind: 'asRead' });
  const reasons = (row: number) =>
    byRow
      .get(row)!
      .map(({ column, message }) => (column === null ? message : `${column}: ${message}`))
      .join(' ');
  return {
    name: 'Rows to correct',
    columns: [
      ...inside.map((index) => titleOf(source.header[index] ?? '')),
      problemColumn,
      ...beside.map(() => titleOf('')),
    ],
    rows: rows.map(({ number, cells, problems = [] }) => {
      const texts = (columns: readonly number[]) =>
        columns.map((index) => {
          if (isSecret(cells, index)) return isShifted(cells, source) ? unreadWord : '';
          const cell = cells[index] ?? '';
          // Without its reason, such a text would be taken for a value, and an empty cell for none.
          const isUnread = problems.some(
            ({ column }) => (column ?? Math.max(index, cells.length)) === index,
          );
          return isUnread && cellProblem(cell) === null ? unreadWord : cellToText(cell);
        });
      return [...texts(inside), reasons(number), ...texts(beside)];
    }),
    notes: [
      [
        'Rows to correct',
        'Correct the rows and import this file. The column “Problem” is not imported.',
      ],
      ...(hasPasswords ? [['Passwords', 'They are not written here.'] as const] : []),
    ],
    timeZone: 'UTC',
  };
}
