import { countedMessage, type CountedMessage } from '#lib/counted-message';
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
