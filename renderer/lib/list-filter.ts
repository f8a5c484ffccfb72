import type { Format } from './format';

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
