import { type CountedMessage, type Format, countedMessage } from '#lib/format';
import { listText } from '#lib/list-text';
import type {
  ImportColumn,
  ImportError,
  ImportField,
  ImportKind,
  TableFormat,
} from '#shared/ipc/exchange';

type Count = Pick<Format, 'count'>;

const unknownColumns: CountedMessage = {
  one: '1 unknown column is ignored',
  many: '{n} unknown columns are ignored',
};
const firstErrors: CountedMessage = {
  one: 'Only the first error is listed.',
  many: 'Only the first {n} errors are listed.',
};
const saveRows: CountedMessage = {
  one: 'Save the row…',
  many: 'Save the {n} rows…',
};

/** The texts of the import page. */
export const importMessages = {
  rows: 'Start from an export, a template or a table of your own. A row with an id changes that record. A row without an id creates a new record. An empty cell keeps the current value. <clear> removes it.',
  template: { csv: 'Template as CSV', xlsx: 'Template as Excel' },
  unknownColumns: (columns: number, format: Count) =>
    countedMessage(unknownColumns, columns, format),
  firstErrors: (errors: number, format: Count) => countedMessage(firstErrors, errors, format),
  saveRows: (rows: number, format: Count) => countedMessage(saveRows, rows, format),
  whichColumn: (field: string) => `Which column is “${field}”?`,
  noColumnFor: (field: string) => `No column for “${field}”`,
  usedFields: (fields: readonly string[]) => `Imported: ${listText(fields)}.`,
  missing: {
    users: 'Choose a column, or one value for all new users.',
    groups: 'Choose a column.',
    membership: 'Choose a column.',
  } satisfies Record<ImportKind, string>,
  valueForAll: {
    users: (field: string) => `${field} of all new users`,
    groups: (field: string) => `${field} of all new groups`,
    membership: (field: string) => `${field} of all rows`,
  } satisfies Record<ImportKind, (field: string) => string>,
  forAll: {
    users: 'For all new users',
    groups: 'For all new groups',
    membership: 'For all rows',
  } satisfies Record<ImportKind, string>,
  countryChoice: (name: string, code: string) => `${name} (${code})`,
  cell: (column: string, row: number) => `${column}, row ${row}`,
  correctedRow: (row: number) => `Row ${row}: corrected`,
  /** How a row with more cells than headings is put right on the page; `beyond`: "Column D". */
  correctSurplus: {
    csv: (beyond: string) =>
      `To correct it here, write each value into its column, without quotation marks, and empty ${beyond}.`,
    xlsx: (beyond: string) =>
      `To correct it here, write each value into its column and empty ${beyond}.`,
  } satisfies Record<TableFormat, (beyond: string) => string>,
  problem: (column: string, message: string) => `${column}: ${message}`,
  column: (letters: string) => `Column ${letters}`,
  columnWithContent: (heading: string, letters: string, samples: string) =>
    `${heading} (column ${letters}: ${samples})`,
  emptyColumn: (heading: string, letters: string) => `${heading} (column ${letters})`,
};

/** Why a field has its column, if the user should know. */
export function fieldNote({ by }: Pick<ImportField, 'by'>): string {
  if (by === 'guess') return 'Guessed from the file';
  return by === 'remembered' ? 'As in an earlier file' : '';
}

/** The heading of a column; its letters if it has none. */
export function columnName(column: ImportColumn | undefined, index: number): string {
  return column?.heading || importMessages.column(columnLetters(index));
}

/** A column as a choice: "E-mail (column B: ana@example.com, …)". */
export function columnLabel(column: ImportColumn, index: number): string {
  const letters = columnLetters(index);
  const heading = columnName(column, index);
  const [sample] = column.samples;
  return sample === undefined
    ? importMessages.emptyColumn(heading, letters)
    : importMessages.columnWithContent(heading, letters, sample);
}

/** "A", "B", … "Z", "AA", as a spreadsheet names columns. */
function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last;
}

/** An error of a file with its place, as the spreadsheet numbers rows. */
export function importErrorText({ row, column, message }: ImportError): string {
  if (row === null) {
    return column === null
      ? `Row unknown: ${message}`
      : `Row unknown, column ${column}: ${message}`;
  }
  return column === null ? `Row ${row}: ${message}` : `Row ${row}, column ${column}: ${message}`;
}
