import type { ImportColumn } from '#shared/ipc/exchange';
import type { Format } from '#lib/format';

/** The heading of a column; its letters if it has none. */
export function columnName(column: ImportColumn | undefined, index: number, { t }: Format): string {
  return column?.heading || t('exchange.column', { letters: columnLetters(index) });
}

/** A column as a choice: "E-mail (column B: ana@example.com, …)". */
export function columnLabel(column: ImportColumn, index: number, format: Format): string {
  const names = { heading: columnName(column, index, format), letters: columnLetters(index) };
  const [sample] = column.samples;
  return sample === undefined
    ? format.t('exchange.column.choice.empty', names)
    : format.t('exchange.column.choice', { ...names, sample });
}

/** "A", "B", … "Z", "AA", as a spreadsheet names columns. */
function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last;
}
