// Why it is so: docs/decisions/0114-rail-search-and-details.md
import { z } from 'zod';

/**
 * Accents, and characters that nobody sees: zero-width ones, marks of direction, the Arabic tatweel; with them the half
 * rings of transcriptions, which people leave out.
 */
const marks = /[\p{M}\p{Default_Ignorable_Code_Point}\u0640\u02be\u02bf\u2800\ufff9-\ufffc]+/gu;
const invisible = /[\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffc]+/gu;
/** Has neither accents nor variants. */
const ascii = /^[\0-\x7f]*$/;

/** Signs that keyboards and word processors write in several forms. */
const signForms: Readonly<Record<string, string>> = {
  ...formsOf('-', '\u2010\u2012\u2013\u2014\u2015\u2212\u05be'),
  ...formsOf("'", '\u2018\u2019\u201b\u02bb\u02bc\u02b9\u2032\u00b4\u05f3'),
  ...formsOf('"', '\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033\u05f4'),
};

/** Letters that have no accent to remove, in plain letters (CLDR, transform Latin-ASCII). */
const letterForms: Readonly<Record<string, string>> = {
  ...signForms,
  ...formsOf('a', 'ⱥ'),
  ...formsOf('b', 'ƀɓƃ'),
  ...formsOf('c', 'ȼƈ'),
  ...formsOf('d', 'đðɖɗȡ'),
  ...formsOf('e', 'əǝɛɇ'),
  ...formsOf('f', 'ƒ'),
  ...formsOf('g', 'ǥɠ'),
  ...formsOf('h', 'ħɦ'),
  ...formsOf('i', 'ıɨ'),
  ...formsOf('k', 'ƙ'),
  ...formsOf('l', 'łƚɫⱡ'),
  ...formsOf('n', 'ŋɲɳ'),
  ...formsOf('o', 'øɵɔ'),
  ...formsOf('p', 'ƥ'),
  ...formsOf('q', 'ĸ'),
  ...formsOf('r', 'ɍ'),
  ...formsOf('t', 'ŧƭⱦ'),
  ...formsOf('u', 'ʉ'),
  ...formsOf('v', 'ʋ'),
  ...formsOf('y', 'ƴɏ'),
  ...formsOf('z', 'ƶȥ'),
  ...formsOf('ae', 'æ'),
  ...formsOf('oe', 'œ'),
  ...formsOf('ss', 'ß'),
  ...formsOf('th', 'þ'),
  // At the end of a word, which need not be the end of the search.
  ...formsOf('σ', 'ς'),
  ...formsOf('כ', 'ך'),
  ...formsOf('מ', 'ם'),
  ...formsOf('נ', 'ן'),
  ...formsOf('פ', 'ף'),
  ...formsOf('צ', 'ץ'),
  ...formsOf('г', 'ґ'),
  // Keyboards for Arabic and for Persian write these differently, and people mix them.
  ...formsOf('ا', 'ٱ'),
  ...formsOf('ي', 'ىی'),
  ...formsOf('ك', 'ک'),
  ...formsOf('ه', 'ةہە'),
};

const signs = new RegExp(`[${Object.keys(signForms).join('')}]`, 'gu');
const letters = new RegExp(`[${Object.keys(letterForms).join('')}]`, 'gu');

function formsOf(plain: string, forms: string): Record<string, string> {
  return Object.fromEntries(Array.from(forms, (form) => [form, plain]));
}

/** Digits of other scripts stand in blocks of ten, from zero to nine. */
const otherDigit = /(?!\d)\p{Nd}/gu;

function digitOf(sign: string): string {
  let zero = sign.codePointAt(0)!;
  const last = zero;
  while (last - zero < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(last - zero);
}

/** The same with the digits 0 to 9, in whichever script they were typed. */
export const withLatinDigits = (text: string): string => text.replace(otherDigit, digitOf);

/** A number or a time with the digits 0 to 9 and a decimal point, without marks of direction. */
export const plainDigits = (text: string): string =>
  ascii.test(text) ? text : withLatinDigits(text.replace(invisible, '')).replaceAll('\u066b', '.');

/** A text as a search compares it: without case, accents, invisible characters and typographic variants. */
export function fold(text: string): string {
  // Most texts are; normalizing takes ten times as long.
  if (ascii.test(text)) return text.toLowerCase();
  return text
    .replaceAll('\u00b4', "'")
    .normalize('NFKD')
    .replace(marks, '')
    .replace(otherDigit, digitOf)
    .toLowerCase()
    .replace(letters, (letter) => letterForms[letter]!);
}

/** Between the spellings of one text in `searchForm`. */
export const otherSpelling = '\u001e';

const writtenOut: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ø: 'oe',
  å: 'aa',
};
/** Composed or not. */
const withUmlaut = /[äöüøå]|\u0308|\u030a/iu;
/** "ae", "oe", "ue" where they can stand for a letter with an umlaut: not in "quest", "Bauer", "blue" or "oeil". */
const writtenUmlaut = /(?<![aeiouq])([aou])e(?=[b-df-hj-np-tv-z])/g;

/**
 * A text as it is searched: folded, followed by its other spellings. "München" is found as "Munchen" and "Muenchen",
 * and "Muenchen" as "München".
 */
export function searchForm(text: string): string {
  const folded = fold(text);
  const forms = new Set([folded, folded.replace(writtenUmlaut, '$1')]);
  if (withUmlaut.test(text)) {
    const composed = text.normalize('NFC');
    forms.add(fold(composed.replace(/[äöüøå]/giu, (letter) => writtenOut[letter.toLowerCase()]!)));
  }
  return forms.size === 1 ? folded : [...forms].join(otherSpelling);
}

/**
 * The form in which two names, ids or words are the same: what looks the same on screen in any case. Composed and
 * decomposed letters, full-width ones, blanks of any kind and number, invisible characters and forms of dashes and
 * apostrophes make no difference; accents do.
 */
export function textKey(text: string): string {
  const visible = ascii.test(text) ? text : text.replace(invisible, '').normalize('NFKC');
  const blanksAsOne = visible.trim().replace(/\s+/gu, ' ');
  if (ascii.test(blanksAsOne)) return blanksAsOne.toLowerCase();
  // Upper case first: "ß" is "SS" there, and a dotless "ı" is "I".
  return blanksAsOne
    .toUpperCase()
    .toLowerCase()
    .replaceAll('i\u0307', 'i')
    .normalize('NFKC')
    .replace(signs, (sign) => signForms[sign]!);
}

/** One form of a heading or a word in a file: without case, accents, punctuation and repeated blanks. */
export const headingName = (text: string): string =>
  fold(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** The form in which two e-mail addresses are the same; a domain may be written in its letters or in ASCII. */
export function emailKey(email: string): string {
  const [, local = '', domain] = /^(.*)@([^\s@/?#:[\]\\%]+)$/u.exec(email.trim()) ?? [];
  const url =
    domain !== undefined && URL.canParse(`http://${domain}`) && new URL(`http://${domain}`);
  return url ? `${textKey(local)}@${url.hostname}` : textKey(email);
}

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
type KeyDoubt = 'quotes' | 'word' | 'space' | 'letter';

export function keyDoubt(typed: string): KeyDoubt | null {
  const key = withoutUnseen(typed);
  if (/^(["'`“”„‘’«»]).*["'`“”„‘’«»]$/u.test(key)) return 'quotes';
  if (/^(bearer|basic|token|api[ _-]?key)\s*[\s:=]/i.test(key)) return 'word';
  if (/\s/u.test(key)) return 'space';
  return /^[!-~]*$/.test(key) ? null : 'letter';
}

/** Control characters, and characters that change the direction of the following text. */
const unshowable = /[\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu;

/** A name for display in one line. Searching, sorting and sending use the original name. */
export const displayText = (text: string): string => text.replace(unshowable, ' ').trim();

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
