/** The chosen filters and the search, for the head of an exported file; empty without any. */
export function filterText(
  filters: readonly (string | null | undefined)[],
  search: string,
): string {
  const typed = search.trim();
  const parts = [...filters, typed === '' ? null : `search “${typed}”`];
  return parts.filter((part) => part !== null && part !== undefined && part !== '').join('; ');
}
