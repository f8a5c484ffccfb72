const marks = /\p{M}+/gu;
/** Has neither accents nor variants. */
const ascii = /^[\0-\x7f]*$/;

/** A text without case, accents and typographic variants, as used for searching. */
export function fold(text: string): string {
  // Most texts are; normalizing takes ten times as long.
  if (ascii.test(text)) return text.toLowerCase();
  return text.normalize('NFKD').replace(marks, '').toLowerCase();
}
