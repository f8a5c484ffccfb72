import { countedMessage, type CountedMessage } from '#lib/counted-message';
import { itemsText } from '#lib/list-text';
import type { Format } from '#lib/format';
import type { Encoding } from '#shared/ipc/exchange';

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
  visibleSheets: 'The sheet that was open when the workbook was saved is read first.',
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

export const encodingNames: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8 (all languages)',
  'utf-16le': 'UTF-16 (all languages)',
  'utf-16be': 'UTF-16 BE (all languages)',
  'windows-1250': 'Windows-1250 (Central European)',
  'windows-1251': 'Windows-1251 (Cyrillic)',
  'windows-1252': 'Windows-1252 (Western European)',
  'windows-1253': 'Windows-1253 (Greek)',
  'windows-1254': 'Windows-1254 (Turkish)',
  'windows-1255': 'Windows-1255 (Hebrew)',
  'windows-1256': 'Windows-1256 (Arabic)',
  'windows-1257': 'Windows-1257 (Baltic)',
  'windows-1258': 'Windows-1258 (Vietnamese)',
  'windows-874': 'Windows-874 (Thai)',
  'iso-8859-2': 'ISO-8859-2 (Central European)',
  'iso-8859-5': 'ISO-8859-5 (Cyrillic)',
  'koi8-r': 'KOI8-R (Russian)',
  'koi8-u': 'KOI8-U (Ukrainian)',
  ibm850: 'DOS 850 (Western European)',
  ibm852: 'DOS 852 (Central European)',
  ibm866: 'DOS 866 (Cyrillic)',
  macintosh: 'Macintosh (Western European)',
  'x-mac-ce': 'Macintosh (Central European)',
  'x-mac-cyrillic': 'Macintosh (Cyrillic)',
  shift_jis: 'Shift_JIS (Japanese)',
  'euc-jp': 'EUC-JP (Japanese)',
  gb18030: 'GB18030 (Chinese, simplified)',
  big5: 'Big5 (Chinese, traditional)',
  'euc-kr': 'EUC-KR (Korean)',
};
