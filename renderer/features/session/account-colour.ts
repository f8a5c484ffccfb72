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

/** The colour of an account, the same at every start; its id is a hash, or the demo. */
export function accountColour(id: string): string {
  let hash = 0;
  for (const character of id) hash = (hash * 31 + character.codePointAt(0)!) % 0x7fffffff;
  return accountColours[hash % accountColours.length]!;
}

/** The first letter of a name, for its mark. */
export function initialOf(name: string): string {
  const [first = '?'] = name.trim();
  return first.toLocaleUpperCase();
}
