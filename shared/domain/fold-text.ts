const marks = /\p{M}+/gu;

/** A text without case, accents and typographic variants, as used for searching. */
export function fold(text: string): string {
  return text.normalize('NFKD').replace(marks, '').toLowerCase();
}
