import { fold } from '#shared/domain/fold-text';
import { byText } from './in-order';
import { nameSearch } from './search-rank';

/** The items whose text contains every word of `search`, in their order. */
export function withWords<T>(
  items: readonly T[],
  search: string,
  textOf: (item: T) => string,
): readonly T[] {
  const { words } = nameSearch(search);
  if (words.length === 0) return items;
  return items.filter((item) => {
    const text = fold(textOf(item));
    return words.every((word) => text.includes(word));
  });
}

/** Like `withWords`, in the natural order of the labels. */
export function findByText<T>(
  items: readonly T[],
  search: string,
  textOf: (item: T) => string,
  labelOf: (item: T) => string,
): T[] {
  return withWords(items, search, textOf).toSorted((a, b) => byText(labelOf(a), labelOf(b)));
}
