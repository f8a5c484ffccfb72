import type {
  ImportColumn,
  ImportError,
  ImportField,
  ImportKind,
  TableFormat,
} from '#shared/ipc/exchange';
import { countedMessage, type CountedMessage, type Format } from '#lib/format';
import { itemsText, listText } from '#lib/list-text';

type Count = Pick<Format, 'count'>;

/** The fixed texts of this feature. */
export const texts = {
  errorsInTheFile: 'Errors in the file',
  problem: 'Problem',
  row: 'Row',
  rowsWithErrorsAreLeft: 'Rows with errors are left out.',
  showResult: 'Show result',
  reviewChanges: 'Review changes…',
  theChangesWereDiscardedAnd: 'The changes were discarded and nothing was sent.',
  allRecordsAreAlreadyUp: 'All records are already up to date. No changes to make.',
  noChangesToMakeCorrect:
    'No changes to make. Correct the rows above, or correct the file and choose it again.',
  n3Preview: '3. Preview',
  columns: 'Columns',
  field: 'Field',
  columnInTheFile: 'Column in the file',
  content: 'Content',
  noColumn: 'No column',
  noMatches: 'No matches',
  checkTheColumns: 'Waypost guessed these columns. Check them before you go on.',
  someColumnsAreNotKnown: 'Choose the columns that Waypost did not recognize.',
  useTheseColumns: 'Use these columns',
  changeColumns: 'Change columns…',
  moreFields: 'More fields',
  fewerFields: 'Fewer fields',
  notShown: 'Not shown',
  tooLongToEdit: 'Too long to edit here',
  corrected: 'Corrected',
  empty: 'empty',
  theFileHasErrors: 'The file has errors',
  correctCellsHere:
    'Correct the marked cells here. Each correction is checked at once. The file stays as it is.',
  savesTheRowsWithErrors:
    'Saves these rows and what is wrong with them in a file that can be corrected and imported.',
  chooseTheMissingColumns: 'No changes to make yet. Choose the missing columns above.',
  theFileHasNoRows: 'The file has no rows below its headings.',
  checkTheFileAgain: 'Check the file again',
  preview: 'Preview',
  theFileCouldNotBe: 'The file could not be imported',
  chooseAFile: 'Choose a file…',
  chooseAnotherFile: 'Choose another file…',
  theFileIsComparedWith:
    'The file is compared with the account. Nothing is sent until you apply the changes.',
  n2ChooseTheFile: '2. Choose the file',
  file: 'File',
  n1PrepareTheTable: '1. Prepare the table',
  template: 'Template',
  whatToImport: 'What to import',
  import: 'Import',
  membersOfGroups: 'Members of groups',
  rows: 'Rows',
  new: 'New',
  changed: 'Changed',
  unchanged: 'Unchanged',
  errors: 'Errors',
} as const;

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
