/** Controls, and the marks that make what follows read in another direction than it is written. */
const unshowable = /[\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu;

/**
 * A name as it may stand on screen, in one line. Only for showing: what is searched, sorted and sent
 * is the name as it came.
 */
export const displayText = (text: string): string => text.replace(unshowable, ' ').trim();
