import { type CountedMessage, type Format, countedMessage } from '#lib/format';
import { itemsText } from '#lib/list-text';

type Count = Pick<Format, 'count'>;

const rowsAbove: CountedMessage = {
  one: 'Row {rows}, above the headings, is ignored.',
  many: '{n} rows above the headings are ignored: {rows}.',
};
const hiddenRows: CountedMessage = {
  one: 'Import the hidden row {rows} too',
  many: 'Import {n} hidden rows too: {rows}',
};
const manyHiddenRows: CountedMessage = {
  one: 'Import the hidden row {rows} too',
  many: 'Import {n} hidden rows too: {rows}, …',
};
const hiddenColumns: CountedMessage = {
  one: 'This column is hidden in the workbook and is imported: {columns}.',
  many: '{n} columns are hidden in the workbook and are imported: {columns}.',
};
const numbers = (rows: readonly number[]) => itemsText(rows.map(String));

/** What was found or guessed when a table was read. */
export const tableReadingMessages = {
  region: 'How the file is read',
  sheet: 'Sheet',
  oneSheet: 'Only this sheet is imported. To import another one, choose it.',
  hiddenSheet: (name: string) => `${name} (hidden)`,
  encoding: 'Encoding',
  guessedEncoding:
    'The file does not state its encoding, so this is a guess. If letters look wrong, choose another.',
  encodingSample: (name: string, sample: string) => `${name}: ${sample}`,
  separator: 'Cells are separated by',
  otherSeparator: (separator: string) => `“${separator}”`,
  headerRow: 'Headings in row',
  rowsAbove: (rows: readonly number[], format: Count) =>
    countedMessage(rowsAbove, rows.length, format, { rows: numbers(rows) }),
  /** `first`: not all of them, if there are many. */
  hiddenRows: (first: readonly number[], count: number, format: Count) =>
    countedMessage(first.length < count ? manyHiddenRows : hiddenRows, count, format, {
      rows: numbers(first),
    }),
  hiddenColumns: (columns: readonly string[], format: Count) =>
    countedMessage(hiddenColumns, columns.length, format, { columns: itemsText(columns) }),
};

export const separatorNames: Readonly<Record<string, string>> = {
  ',': 'Comma',
  ';': 'Semicolon',
  '\t': 'Tab',
  '|': 'Vertical bar',
};
