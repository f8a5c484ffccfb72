import type { TableBuilder, TableLimits } from './table-limits';
import { refuseColumns, refuseText } from './table-limits';
import { createTextReader, longestCode, unescaped, type Workbook } from './xlsx-parts';
import { readXmlEvents } from './xml-events';
import type { ZipParts } from './zip-parts';

/** The most rows of a sheet. A higher number is no row. */
const lastRow = 1_048_576;

/**
 * Reads the cells of a sheet, row by row, into a table. Only cells that are in the file take memory,
 * whatever their address and whatever size the sheet states. Formulas are not read, only the result
 * that was stored with them. `isEnough`: reading stops early.
 */
export async function readSheet(
  chunks: ReturnType<ZipParts['chunks']>,
  { sharedStrings, isDateStyle, isFrom1904 }: Workbook,
  table: TableBuilder,
  limits: TableLimits,
  isEnough: () => boolean = () => false,
): Promise<void> {
  let row = 0;
  let cells: string[] = [];
  let isInData = false;
  /** The cell that is open. */
  let column = -1;
  let type = 'n';
  let style = 0;
  let value: string | null = null;
  let valueLength = 0;
  let pieces: string[] | null = null;
  let inline: string | null = null;
  const text = createTextReader(limits);

  function openCell(attributes: Readonly<Record<string, string>>): void {
    const { r: address, t = 'n', s = '0' } = attributes;
    column = address === undefined ? column + 1 : columnIn(address);
    if (column >= limits.columns) refuseColumns(limits);
    type = t;
    style = Number(s);
    value = null;
    inline = null;
  }

  function closeCell(): void {
    const content = type === 'inlineStr' ? inline : value;
    if (content === null || content === '') return;
    while (cells.length < column) cells.push('');
    cells[column] = cellOf(content);
  }

  function cellOf(content: string): string {
    switch (type) {
      case 'inlineStr':
        return content;
      case 's':
        return sharedStrings[Number(content)] ?? refuseCell();
      case 'b':
        return content === '1' ? 'yes' : 'no';
      case 'd':
        return momentOf(Date.parse(content)) ?? refuseCell();
      case 'n': {
        const number = Number(content);
        if (!Number.isFinite(number)) return refuseCell();
        return isDateStyle[style]
          ? (momentOf(unixTime(number, isFrom1904)) ?? refuseCell())
          : String(number);
      }
      // The result of a formula that is a text, and an error such as #REF!.
      default:
        return unescaped(content);
    }
  }

  const refuseCell = (): never => {
    throw new Error(`The cell in row ${row}, column ${column + 1} cannot be read.`);
  };

  function openRow({ r }: Readonly<Record<string, string>>): void {
    row = r === undefined ? row + 1 : Number(r);
    if (!Number.isInteger(row) || row < 1 || row > lastRow) throw new Error('No such row.');
    cells = [];
    column = -1;
  }

  await readXmlEvents(chunks, {
    isDone: isEnough,
    open: (name, attributes) => {
      if (name === 'sheetData') isInData = true;
      else if (!isInData) return;
      else if (name === 'row') openRow(attributes);
      else if (name === 'c') openCell(attributes);
      else if (name === 'v') {
        pieces = [];
        valueLength = 0;
      } else if (name === 'is') text.begin();
      else text.open(name);
    },
    text: (more) => {
      if (!pieces) return text.add(more, row);
      valueLength += more.length;
      if (valueLength > limits.cellCharacters * longestCode) refuseText(limits, row);
      pieces.push(more);
      return undefined;
    },
    close: (name) => {
      if (!isInData) return;
      if (name === 'v') {
        value = pieces?.join('') ?? null;
        pieces = null;
      } else if (name === 'is') inline = text.end();
      else if (name === 'c') closeCell();
      else if (name === 'row') table.add(row, cells);
      else if (name === 'sheetData') isInData = false;
      else text.close(name);
    },
  });
}

/** The column of an address such as B12, from 0. */
function columnIn(address: string): number {
  const letters = /^[A-Z]{1,3}(?=\d)/.exec(address)?.[0];
  if (letters === undefined) throw new Error('No such column.');
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

const dayMs = 86_400_000;
/** 1970-01-01 as a spreadsheet counts days, which has a 29 February 1900. */
const daysBefore1970 = { from1900: 25_569, from1904: 24_107 };

function unixTime(days: number, isFrom1904: boolean): number {
  const { from1900, from1904 } = daysBefore1970;
  return (days - (isFrom1904 ? from1904 : from1900)) * dayMs;
}

/** A date cell has no zone: it is read as the day or time as written, and the import adds a zone. */
function momentOf(ms: number): string | null {
  // A time is stored as a fraction of a day, which is a little below many full seconds.
  const rounded = new Date(Math.round(ms / 1_000) * 1_000);
  if (Number.isNaN(rounded.getTime())) return null;
  const [day = '', time = ''] = rounded.toISOString().split('T');
  return time.startsWith('00:00:00') ? day : `${day}T${time.slice(0, 8)}`;
}
