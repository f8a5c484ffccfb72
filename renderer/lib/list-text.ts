import type { Format } from './format';

const sentences = new Intl.ListFormat('en', { type: 'conjunction' });
const items = new Intl.ListFormat('en', { type: 'unit', style: 'short' });

/** Names as a list in a sentence: "Ana, Ben, and Cleo". */
export const listText = (names: readonly string[]): string => sentences.format(names);

/** Names or values side by side: "Ana, Ben, Cleo". */
export const itemsText = (names: readonly string[]): string => items.format(names);

/** What stands below a list that is cut: "and 12 more". */
export const moreText = (rest: number, { count }: Pick<Format, 'count'>): string =>
  `and ${count(rest)} more`;

/** The chosen filters and the search, for the head of an exported file; empty without any. */
export function filterText(
  filters: readonly (string | null | undefined)[],
  search: string,
): string {
  const typed = search.trim();
  const parts = [...filters, typed === '' ? null : `search “${typed}”`];
  return parts.filter((part) => part !== null && part !== undefined && part !== '').join('; ');
}
