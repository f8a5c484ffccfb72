import { noChoices, type ImportChoices, type ImportKind } from '#shared/ipc/exchange';
import { isExample } from './cell-text';
import { planGroupImport, type GroupImportContext } from './groups-table';
import { ImportRow, type ImportPlan, type PlannedRows } from './import-plan';
import { mapColumns } from './map-columns';
import { planMembershipImport, type MembershipImportContext } from './membership-table';
import type { SourceTable } from './table';
import { readTable } from './table-file';
import { tableLimits } from './table-limits';
import { importColumns } from './templates';
import { unreadColumn } from './unread-column';
import { planUserImport, type UserImportContext } from './users-table';

/** The data that an import is checked against. */
export type ImportContext = UserImportContext & GroupImportContext & MembershipImportContext;

/** Plans the import of a table against the account as last read. Sends nothing. */
export function planImport(
  kind: ImportKind,
  source: SourceTable,
  context: ImportContext,
  choices: ImportChoices,
): ImportPlan {
  const columns = [...importColumns[kind], unreadColumn];
  const { fields, unknownColumns, errors } = mapColumns(source, columns, choices);
  const byKey = new Map(fields.map((field) => [field.key, field]));
  const records = source.rows.filter(({ cells }) => !isExample(cells[0] ?? ''));
  if (fields.every((field) => field.columns.length === 0)) {
    const wanted = fields.map(({ title }) => `“${title}”`).join(', ');
    const message = `None of the columns is known. The header names them: ${wanted}.`;
    errors.push({ row: source.headerRow, column: null, columnIndex: null, message });
  }
  const rows = errors.length > 0 ? [] : records.map((row) => new ImportRow(source, row, byKey));
  const planned = planRows(kind, rows, context);
  return {
    ...planned,
    errors: [...errors, ...planned.errors],
    rows: records.length,
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
  const table = await readTable(bytes, importColumns[kind], tableLimits[kind], onShare);
  return planImport(kind, withEdits(table, choices.edits), context, choices);
}

/** The table with the cells that the user corrected. */
function withEdits(table: SourceTable, edits: ImportChoices['edits']): SourceTable {
  if (edits.length === 0) return table;
  const byRow = Map.groupBy(edits, ({ row }) => row);
  const rows = table.rows.map((row) => {
    const cells = [...row.cells];
    for (const { column, text } of byRow.get(row.number) ?? []) {
      while (cells.length < column) cells.push('');
      cells[column] = text;
    }
    return { ...row, cells };
  });
  return { ...table, rows };
}
