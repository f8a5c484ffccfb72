import type { Format } from './format';
import { currentFormat } from './use-format';

/** Names as a list in a sentence: "Ana, Ben, and Cleo". */
export const listText = (names: readonly string[]): string => currentFormat().list(names);

/** Names or values side by side: "Ana, Ben, Cleo". */
export const itemsText = (names: readonly string[]): string => currentFormat().items(names);

/** What stands below a list that is cut: "and 12 more". */
export const moreText = (rest: number, { count }: Pick<Format, 'count'>): string =>
  `and ${count(rest)} more`;

/** The chosen filters and the search, for the head of an exported file; empty without any. */
export function filterText(
  filters: readonly (string | null | undefined)[],
  search: string,
  { t }: Format,
): string {
  const typed = search.trim();
  const parts = [...filters, typed === '' ? null : t('common.search', { typed })];
  return parts
    .flatMap((part) => part || [])
    .reduce((first, second) => (first ? t('common.filters', { first, second }) : second), '');
}
