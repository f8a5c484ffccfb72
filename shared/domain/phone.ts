import { z } from 'zod';

/** What can be dialled: digits, and a plus sign before an international number. */
export const dialledSchema = z.string().regex(/^\+?\d{3,20}$/);

/** Between the groups of digits. The trunk 0 of an international number is not dialled from abroad. */
const separators = /[\s().\-/\u2010-\u2015]+/gu;
const trunkZero = /^(\s*\+\d{1,3}[\s\-.]*)\(0\)/;

/** A telephone number as it is dialled; null: the text is none. */
export function dialledNumber(text: string): string | null {
  const digits = text.replace(trunkZero, '$1').replace(separators, '');
  return dialledSchema.safeParse(digits).data ?? null;
}
