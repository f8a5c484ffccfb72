import { fail } from '#shared/fault';
import type { TableFormat } from '#shared/ipc/exchange';
import { readCsv, writeCsv } from './csv';
import type { Column, SourceTable, Table } from './table';
import { readXlsx } from './read-xlsx';
import { writeXlsx } from './write-xlsx';

const mostBytes = 64 * 1024 * 1024;

/** Reads a file of either format; the first bytes decide which one, not the name. */
export async function readTable(
  bytes: Uint8Array,
  columns: readonly Column[],
): Promise<SourceTable> {
  if (bytes.length > mostBytes) {
    fail({
      kind: 'invalid',
      field: 'file',
      message: 'The file is larger than 64 MB. Split it and import the parts one after another.',
    });
  }
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  if (isZip) return readXlsx(bytes, columns);
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf) {
    fail({
      kind: 'invalid',
      field: 'file',
      message: 'This is a workbook of the old kind (.xls). Save it as .xlsx or CSV.',
    });
  }
  return readCsv(bytes);
}

export function writeTable(table: Table, format: TableFormat): Uint8Array<ArrayBuffer> {
  return format === 'csv' ? writeCsv(table) : writeXlsx(table);
}
