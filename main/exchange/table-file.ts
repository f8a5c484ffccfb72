import { message } from '#shared/i18n/translate';
import type { TableChoices, TableFormat } from '#shared/ipc/exchange';
import { csvText, readCsv } from './csv';
import { encodedPieces, joinedPieces, type CountRows, type Pieces } from './pieces';
import type { IsTitle, LongTable, SourceTable, Table } from './table';
import { readXlsx } from './read-workbook';
import { recordLimits, refuseFile, type TableLimits } from './table-limits';
import { xlsxPieces } from './write-workbook';
import { refuseProtected } from './workbook-parts';

/** The first bytes of an archive with parts, and of one without. */
const archives = ['PK\u0003\u0004', 'PK\u0005\u0006'];
/** The first bytes of workbooks of the old kind and of workbooks with a password. */
const compound = '\u00D0\u00CF\u0011\u00E0';

/**
 * Reads a file of either format; the first bytes decide which one, not the name. `onShare` receives
 * the progress from 0 to 1.
 */
export async function readTable(
  bytes: Uint8Array,
  isTitle: IsTitle | null = null,
  limits: TableLimits = recordLimits,
  onShare?: (share: number) => void,
  choices?: TableChoices,
): Promise<SourceTable> {
  const start = String.fromCharCode(...bytes.subarray(0, 4));
  if (archives.includes(start)) return readXlsx(bytes, isTitle, limits, onShare, choices);
  if (start === compound) refuseCompound(bytes);
  return readCsv(bytes, isTitle, limits, onShare, choices);
}

function refuseCompound(bytes: Uint8Array): never {
  const name = Buffer.from('EncryptedPackage', 'utf16le');
  if (Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(name)) refuseProtected();
  return refuseFile(message('exchange-files.workbook.old'));
}

export function writeTable(table: Table, format: TableFormat): Uint8Array<ArrayBuffer> {
  return joinedPieces(tablePieces({ ...table, rowCount: table.rows.length }, format));
}

/** A table that may be too long to be in memory, written row by row. */
export function tablePieces(table: LongTable, format: TableFormat, count?: CountRows): Pieces {
  return format === 'csv' ? encodedPieces(csvText(table, count)) : xlsxPieces(table, count);
}
