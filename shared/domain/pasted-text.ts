/** Nobody sees them, and they come along with a text that is copied from a page, a chat or a document. */
const unseen = /[\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffc]|(?![\t-\r])\p{Cc}/u;
const allUnseen = new RegExp(unseen, 'gu');
/** Between letters of some scripts, joiners change what is seen. */
const neededJoiner = /(?<=[^\0-\x7f])[\u200c\u200d](?=[^\0-\x7f])/u;
const allButNeeded = new RegExp(`(?!${neededJoiner.source})(?:${unseen.source})`, 'gu');

export const hasUnseen = (text: string): boolean => unseen.test(text);

/** A key or an address as it was meant: such characters and spaces around it can never be part of it. */
export const withoutUnseen = (text: string): string => text.replace(allUnseen, '').trim();

/**
 * The same for a name, which may need a joiner between its letters. Blanks of any kind and letters in two parts look
 * like the usual ones, and become those.
 */
export const nameWithoutUnseen = (text: string): string =>
  text
    .replace(allButNeeded, '')
    .replaceAll(/\p{Zs}/gu, ' ')
    .trim()
    .normalize('NFC');

/** What looks wrong in a pasted key but may be part of it. */
export type KeyDoubt = 'quotes' | 'word' | 'space' | 'letter';

export function keyDoubt(typed: string): KeyDoubt | null {
  const key = withoutUnseen(typed);
  if (/^(["'`“”„‘’«»]).*["'`“”„‘’«»]$/u.test(key)) return 'quotes';
  if (/^(bearer|basic|token|api[ _-]?key)\s*[\s:=]/i.test(key)) return 'word';
  if (/\s/u.test(key)) return 'space';
  return /^[!-~]*$/.test(key) ? null : 'letter';
}
