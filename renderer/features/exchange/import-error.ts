import type { ImportError } from '#shared/ipc/exchange';
import type { Format } from '#lib/format';

/** An error of a file with its place, as the spreadsheet numbers rows. */
export function errorWithPlace(error: ImportError, { t }: Format): string {
  const { row, column, message: reason } = error;
  if (row === null) {
    return column === null
      ? t('exchange.errors.unknownRow', { reason })
      : t('exchange.errors.unknownRowInColumn', { column, reason });
  }
  return column === null
    ? t('exchange.errors.inRow', { row, reason })
    : t('exchange.errors.inCell', { row, column, reason });
}

/** What is wrong, without its place. */
export const reasonOf = ({ message }: ImportError, { said }: Format): string => said(message);
