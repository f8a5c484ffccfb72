/**
 * White text on each has a contrast of at least 4.5 : 1, and each has at least 3 : 1 against the header of
 * the light and of the dark theme.
 */
export const accountColours = [
  '#c94646',
  '#a76231',
  '#8c7029',
  '#288426',
  '#258170',
  '#3477b5',
  '#825ed0',
  '#c5399e',
] as const;

/**
 * The colour of an account, the same at every start; its id is a hash, or the demo. `others`: the other accounts of
 * this computer, which have other colours as long as there are enough.
 */
export function accountColour(id: string, others: readonly string[] = []): string {
  const count = accountColours.length;
  const taken = new Set<number>();
  for (const each of new Set([...others, id].toSorted())) {
    let colour = hashOf(each) % count;
    for (let tries = 0; tries < count && taken.has(colour); tries += 1)
      colour = (colour + 1) % count;
    if (each === id) return accountColours[colour]!;
    taken.add(colour);
  }
  return accountColours[0];
}

function hashOf(id: string): number {
  let hash = 0;
  for (const character of id) hash = (hash * 31 + character.codePointAt(0)!) % 0x7fffffff;
  return hash;
}

/** The first letter of a name, for its mark. */
export function initialOf(name: string): string {
  const [first = '?'] = name.trim();
  return first.toLocaleUpperCase();
}
