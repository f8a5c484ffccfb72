import { unzipSync } from 'fflate';
import readXlsxFile from 'read-excel-file/universal';
import { fail, FaultError } from '#shared/fault';
import { columnName, sourceTable, type Column, type SourceTable } from './table';

/** A larger archive is refused: a small file may unpack to more than fits in memory. */
const mostUnpackedBytes = 512 * 1024 * 1024;

/** Reads the sheet of a workbook that has most of the columns; the first one if none has any. */
export async function readXlsx(
  bytes: Uint8Array,
  columns: readonly Column[],
): Promise<SourceTable> {
  const sheets = await sheetsIn(bytes);
  const known = new Set(columns.flatMap(({ key, title }) => [columnName(key), columnName(title)]));
  let best: { table: SourceTable; found: number } | null = null;
  for (const sheet of sheets) {
    const table = sourceTable(sheet);
    if (!table) continue;
    const found = table.header.filter((title) => known.has(columnName(title))).length;
    if (!best || found > best.found) best = { table, found };
  }
  return best?.table ?? fail({ kind: 'invalid', field: 'file', message: 'The workbook is empty.' });
}

async function sheetsIn(bytes: Uint8Array): Promise<string[][][]> {
  try {
    refuseBombs(bytes);
    const file = new Uint8Array(bytes).buffer;
    const sheets = await readXlsxFile(file, { trim: false });
    return sheets.map(({ data }) => data.map((row) => row.map((value) => textOf(value))));
  } catch (error) {
    if (error instanceof FaultError) throw error;
    return fail({
      kind: 'invalid',
      field: 'file',
      message: 'The workbook cannot be read. Save it again as "Excel workbook (.xlsx)" or as CSV.',
    });
  }
}

function refuseBombs(bytes: Uint8Array): void {
  let unpacked = 0;
  unzipSync(bytes, {
    filter: ({ originalSize }) => {
      unpacked += originalSize;
      return false;
    },
  });
  if (unpacked > mostUnpackedBytes) {
    fail({ kind: 'invalid', field: 'file', message: 'The workbook is too large to be read.' });
  }
}

/** A date cell has no zone: it is read as the day or time as written, and the import adds a zone. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) {
    // A time is stored as a fraction of a day, which is a little below many full seconds.
    const rounded = new Date(Math.round(value.getTime() / 1000) * 1000);
    const [day = '', time = ''] = rounded.toISOString().slice(0, 19).split('T');
    return time === '00:00:00' ? day : `${day}T${time}`;
  }
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
