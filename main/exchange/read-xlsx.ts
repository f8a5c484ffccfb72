import { fail, FaultError } from '#shared/fault';
import { columnName, type Column, type SourceTable } from './table';
import { createTableBuilder, recordLimits, type TableLimits } from './table-limits';
import { readSheet } from './xlsx-sheet';
import { readWorkbook } from './xlsx-parts';
import { openZipParts } from './zip-parts';

/** Reads the sheet of a workbook that has most of the columns; the first one if none has any. */
export async function readXlsx(
  bytes: Uint8Array,
  columns: readonly Column[],
  limits: TableLimits = recordLimits,
  onShare?: (share: number) => void,
): Promise<SourceTable> {
  try {
    return await read(bytes, columns, limits, onShare);
  } catch (error) {
    if (error instanceof FaultError) throw error;
    return refuseUnreadable();
  }
}

async function read(
  bytes: Uint8Array,
  columns: readonly Column[],
  limits: TableLimits,
  onShare?: (share: number) => void,
): Promise<SourceTable> {
  const parts = await openZipParts(bytes);
  const workbook = await readWorkbook(parts, limits);
  if (!workbook) return refuseUnreadable();
  const known = new Set(columns.flatMap(({ key, title }) => [columnName(key), columnName(title)]));
  let best: { part: string; found: number } | null = null;
  for (const part of workbook.sheets) {
    const head = createTableBuilder(limits);
    await readSheet(parts.chunks(part), workbook, head, limits, head.hasHeader);
    const header = head.table()?.header;
    if (!header) continue;
    const found = header.filter((title) => known.has(columnName(title))).length;
    if (!best || found > best.found) best = { part, found };
  }
  const table = createTableBuilder(limits);
  if (best) await readSheet(parts.chunks(best.part, onShare), workbook, table, limits);
  return (
    table.table() ?? fail({ kind: 'invalid', field: 'file', message: 'The workbook is empty.' })
  );
}

function refuseUnreadable(): never {
  return fail({
    kind: 'invalid',
    field: 'file',
    message: 'The workbook cannot be read. Save it again as "Excel workbook (.xlsx)" or as CSV.',
  });
}
