/** Control characters, and characters that change the direction of the following text. */
const unshowable = /[\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu;

/** A name for display in one line. Searching, sorting and sending use the original name. */
export const displayText = (text: string): string => text.replace(unshowable, ' ').trim();
