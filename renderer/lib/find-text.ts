import { fold, otherSpelling, searchForm } from '#shared/domain/text';

/** The items whose text contains every word of `search`, in their order. */
export const withWords = <T>(
  items: readonly T[],
  search: string,
  textOf: (item: T) => string,
): readonly T[] => wordFinder(items, textOf)(search);

/** Like `withWords`, for several searches of the same items: their texts are folded once, with the first of them. */
export function wordFinder<T>(
  items: readonly T[],
  textOf: (item: T) => string,
): (search: string) => readonly T[] {
  let folded: readonly string[] | null = null;
  return (search) => {
    const { words } = nameSearch(search);
    if (words.length === 0) return items;
    const texts = (folded ??= items.map((item) => searchForm(textOf(item))));
    return items.filter((_, index) => words.every((word) => texts[index]!.includes(word)));
  };
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

/** How well a thing with a name fits a search; the lowest is the best. */
export const searchRanks = {
  /** The search is its name. */
  name: 0,
  /** Its name begins with the search. */
  nameStart: 1,
  /** Words of its name begin with the words of the search. */
  wordStart: 2,
  /** Its name has the words. */
  inName: 3,
  /** It was found by something other than its name. */
  elsewhere: 4,
} as const;
export const rankCount = 5;

/** A search, prepared for comparing it with many names. */
export interface NameSearch {
  /** The words, folded; every one of them must occur. */
  words: readonly string[];
  /** The words as typed, folded, with one space between them. */
  whole: string;
}

/** Prepares a search; one without words finds every name. */
export function nameSearch(search: string): NameSearch {
  const typed = fold(search).split(/\s+/u).filter(Boolean);
  return { words: [...new Set(typed)], whole: typed.join(' ') };
}

/** How well a name, as `searchForm` has it, fits; from `searchRanks`; `elsewhere` if it does not have every word. */
export function nameRank(name: string, { words, whole }: NameSearch): number {
  const next = `${otherSpelling}${whole}`;
  const start = name.startsWith(whole) ? 0 : name.indexOf(next) + 1;
  if (start > 0 || name.startsWith(whole)) {
    const end = name[start + whole.length];
    return end === undefined || end === otherSpelling ? searchRanks.name : searchRanks.nameStart;
  }
  if (!words.every((word) => name.includes(word))) return searchRanks.elsewhere;
  if (words.every((word) => beginsWord(name, word))) return searchRanks.wordStart;
  return searchRanks.inName;
}

const isWordCharacter = /[\p{L}\p{N}]/u;

function beginsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (at === 0 || !isWordCharacter.test(text[at - 1]!)) return true;
  }
  return false;
}
