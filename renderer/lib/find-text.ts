import { fold } from '#shared/domain/text';
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

export interface Choice {
  value: string;
  label: string;
}

/** Choices whose name or code contains every word; an exact code comes first. */
export function findChoices(choices: readonly Choice[], search: string): Choice[] {
  const whole = fold(search.trim());
  const isExact = ({ value }: Choice) => Number(fold(value) === whole);
  const found = withWords(choices, search, ({ value, label }) => `${value} ${label}`);
  return found.toSorted((a, b) => isExact(b) - isExact(a));
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
