import { countedMessage, type CountedMessage } from '#lib/counted-message';
import type { ImportError } from '#shared/ipc/exchange';
import type { Format } from '#lib/format';

type Count = Pick<Format, 'count'>;

const unknownColumns: CountedMessage = {
  one: '1 unknown column is ignored',
  many: '{n} unknown columns are ignored',
};
const firstErrors: CountedMessage = {
  one: 'Only the first error is listed.',
  many: 'Only the first {n} errors are listed.',
};

/** The texts of the import page. */
export const importMessages = {
  rows: 'Start from an export or a template. A row with an id changes that record. A row without an id creates a new record. An empty cell keeps the current value. <clear> removes it.',
  template: { csv: 'Template as CSV', xlsx: 'Template as Excel' },
  unknownColumns: (columns: number, format: Count) =>
    countedMessage(unknownColumns, columns, format),
  firstErrors: (errors: number, format: Count) => countedMessage(firstErrors, errors, format),
};

/** An error of a file with its place, as the spreadsheet numbers rows. */
export function importErrorText({ row, column, message }: ImportError): string {
  if (row === null) {
    return column === null
      ? `Row unknown: ${message}`
      : `Row unknown, column ${column}: ${message}`;
  }
  return column === null ? `Row ${row}: ${message}` : `Row ${row}, column ${column}: ${message}`;
}
