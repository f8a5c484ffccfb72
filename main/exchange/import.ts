import type { ImportKind } from '#shared/ipc/exchange';
import { planGroupImport, type GroupImportContext } from './groups-table';
import type { ImportPlan } from './import-plan';
import { planMembershipImport, type MembershipImportContext } from './membership-table';
import type { SourceTable } from './table';
import { readTable } from './table-file';
import { tableLimits } from './table-limits';
import { importColumns } from './templates';
import { planUserImport, type UserImportContext } from './users-table';

/** The data that an import is checked against. */
export type ImportContext = UserImportContext & GroupImportContext & MembershipImportContext;

/** Plans the import of a table against the account as last read. Sends nothing. */
export function planImport(
  kind: ImportKind,
  source: SourceTable,
  context: ImportContext,
): ImportPlan {
  if (kind === 'users') return planUserImport(source, context);
  if (kind === 'groups') return planGroupImport(source, context);
  return planMembershipImport(source, context);
}

/** Reads a CSV or XLSX file and plans its import. Throws `invalid` if it cannot be read. */
export async function planFileImport(
  kind: ImportKind,
  bytes: Uint8Array,
  context: ImportContext,
  onShare?: (share: number) => void,
): Promise<ImportPlan> {
  const table = await readTable(bytes, importColumns[kind], tableLimits[kind], onShare);
  return planImport(kind, table, context);
}
