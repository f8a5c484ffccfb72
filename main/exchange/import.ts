import { message, type Message } from '#shared/i18n/translate';
import {
  noChoices,
  type ImportChoices,
  type ImportError,
  type ImportKind,
} from '#shared/ipc/exchange';
import { cellProblem, isExample } from './cell-text';
import { planGroupImport, type GroupImportContext } from './groups-table';
import { ImportRow, type ImportPlan, type PlannedRows } from './import-row';
import { titlesOf } from './heading-words';
import { mapColumns, markMissing, type MappingContext } from './find-columns';
import { planMembershipImport, type MembershipImportContext } from './membership-table';
import {
  columnLetters,
  headingOf,
  type CellProblem,
  type SourceRow,
  type SourceTable,
} from './table';
import { readTable } from './table-file';
import { isShifted, tableLimits } from './table-limits';
import { importColumns } from './templates';
import { problemColumn } from './import-summary';
import { unreadColumn } from './known-cell';
import { planUserImport, type UserImportContext } from './users-table';

/** The data that an import is checked against. */
export type ImportContext = UserImportContext &
  GroupImportContext &
  MembershipImportContext &
  MappingContext;

/** Plans the import of a table against the account as last read. Sends nothing. */
export function planImport(
  kind: ImportKind,
  source: SourceTable,
  context: ImportContext,
  choices: ImportChoices,
): ImportPlan {
  const columns = [...importColumns[kind], unreadColumn, problemColumn];
  const { fields, unknownColumns, errors } = mapColumns(kind, source, columns, choices, context);
  const byKey = new Map(fields.map((field) => [field.key, field]));
  const records = source.rows.filter(({ cells }) => !isExample(cells[0] ?? ''));
  const rows = records.map((row) => new ImportRow(source, row, byKey));
  // Rows that change a record need nothing else than their id.
  if (rows.length > 0 && rows.every((row) => row.cell('id') === null)) {
    for (const { title } of markMissing(kind, fields)) {
      errors.push({
        row: source.headerRow,
        column: title,
        columnIndex: null,
        message: message(`exchange-files.problem.missing.${kind}`),
      });
    }
  }
  if (rows.length === 0 && fields.every((field) => field.columns.length === 0)) {
    errors.push({
      row: source.headerRow,
      column: null,
      columnIndex: null,
      message: message('exchange-files.problem.noTable'),
    });
  }
  const used = new Set(fields.flatMap((field) => field.columns));
  const problems = records.flatMap((row) => problemsIn(row, source, used));
  const refused = new Set(problems.map(({ row }) => row));
  const planned = planRows(
    kind,
    rows.filter(({ number }) => errors.length === 0 && !refused.has(number)),
    context,
  );
  const inRows = [...problems, ...planned.errors].toSorted((a, b) => (a.row ?? 0) - (b.row ?? 0));
  return {
    ...planned,
    errors: errors.length > 0 ? errors : inRows,
    rows: rows.length,
    unknownColumns,
    fields,
    source,
  };
}

function planRows(
  kind: ImportKind,
  rows: readonly ImportRow[],
  context: ImportContext,
): PlannedRows {
  if (kind === 'users') return planUserImport(rows, context);
  if (kind === 'groups') return planGroupImport(rows, context);
  return planMembershipImport(rows, context);
}

/** Reads a CSV or XLSX file and plans its import. Throws `invalid` if it cannot be read. */
export async function planFileImport(
  kind: ImportKind,
  bytes: Uint8Array,
  context: ImportContext,
  choices: ImportChoices = noChoices,
  onShare?: (share: number) => void,
): Promise<ImportPlan> {
  const table = await readTable(
    bytes,
    titlesOf(kind, importColumns[kind]),
    tableLimits[kind],
    onShare,
    choices.table,
  );
  return planImport(kind, withEdits(table, choices.edits), context, choices);
}

/** What was not understood in the columns that are imported: such a row is not. */
function problemsIn(
  { number, cells, problems = [] }: SourceRow,
  source: SourceTable,
  used: ReadonlySet<number>,
): ImportError[] {
  const inCells = [...used].flatMap((column): CellProblem[] => {
    const problem =
      problems.find((each) => each.column === column)?.message ?? cellProblem(cells[column] ?? '');
    return problem === null ? [] : [{ column, message: problem }];
  });
  const ofRow = problems.filter(({ column }) => column === null);
  if (isShifted(cells, source))
    ofRow.push({ column: null, message: shiftedMessage(cells, source) });
  // Values of such a row may be in wrong columns.
  return (ofRow.length > 0 ? ofRow : inCells).map(({ column, message: problem }) => ({
    row: number,
    column: column === null ? null : headingOf(source, column),
    columnIndex: column,
    message: problem,
  }));
}

const separatorNames: Readonly<Record<string, 'comma' | 'semicolon' | 'tab' | 'bar'>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'bar',
};

function shiftedMessage(
  cells: readonly string[],
  { titledColumns, reading }: SourceTable,
): Message {
  const count = cells.findLastIndex((cell) => cell.trim() !== '') + 1;
  if (reading.format === 'xlsx') {
    return message('exchange-files.problem.beside', { column: columnLetters(titledColumns) });
  }
  return message('exchange-files.problem.cells', {
    count,
    titled: titledColumns,
    separator: separatorNames[reading.separator] ?? 'other',
    sign: reading.separator,
  });
}

/** The table with the cells that the user corrected. */
function withEdits(table: SourceTable, edits: ImportChoices['edits']): SourceTable {
  if (edits.length === 0) return table;
  const byRow = Map.groupBy(edits, ({ row }) => row);
  const rows = table.rows.map((row) => {
    const edited = byRow.get(row.number);
    if (!edited) return row;
    const cells = [...row.cells];
    for (const { column, text } of edited) {
      while (cells.length < column) cells.push('');
      cells[column] = text;
    }
    const columns = new Set(edited.map(({ column }) => column));
    const problems = row.problems?.filter(({ column }) => column !== null && !columns.has(column));
    return { number: row.number, cells, ...(problems && { problems }) };
  });
  return { ...table, rows };
}
