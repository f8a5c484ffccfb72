import { byText } from './in-order';

/** Text for searching: lower case, without accents. */
export function foldText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Items whose text holds every word of `search`, in the natural order of their labels. */
export function findByText<T>(
  items: readonly T[],
  search: string,
  textOf: (item: T) => string,
  labelOf: (item: T) => string,
): T[] {
  const words = foldText(search).split(/\s+/).filter(Boolean);
  return items
    .filter((item) => {
      if (words.length === 0) return true;
      const text = foldText(textOf(item));
      return words.every((word) => text.includes(word));
    })
    .toSorted((a, b) => byText(labelOf(a), labelOf(b)));
}
