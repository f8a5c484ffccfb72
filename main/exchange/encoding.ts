import { refuseFile } from './table-limits';
import { message } from '#shared/i18n/translate';
import type { Encoding } from '#shared/domain/submission';

interface DecodedText {
  text: string;
  encoding: Encoding;
  /** The file does not state its encoding, and the bytes would be text in another one, too. */
  isGuessed: boolean;
  /** The one that was used and what else it could be, the most probable first. */
  encodings: Encoding[];
  /** Some bytes are no text; U+FFFD is in their place. */
  isDamaged: boolean;
}

/** The characters from 0x80 of encodings that TextDecoder does not know. */
const upperHalves: Partial<Record<Encoding, string>> = {
  ibm850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0',
  ibm852:
    'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00AD˝˛ˇ˘§÷¸°¨˙űŘř■\u00A0',
  'x-mac-ce':
    'ÄĀāÉĄÖÜáąČäčĆćéŹźĎíďĒēĖóėôöõúĚěü†°Ę£§•¶ß®©™ę¨≠ģĮįĪ≤≥īĶ∂∑łĻļĽľĹĺŅņŃ¬√ńŇ∆«»…\u00A0ňŐÕőŌ–—“”‘’÷◊ōŔŕŘ‹›řŖŗŠ‚„šŚśÁŤťÍŽžŪÓÔūŮÚůŰűŲųÝýķŻŁżĢˇ',
};

const central = 'pl cs sk hu ro hr sl de';
const western = 'fr es pt de it nl sv da nb fi ca is';
const cyrillic = 'ru uk bg sr';
/**
 * The languages that are written in an encoding, and how rare it is in files of today: a natural
 * logarithm that is added to the probability of the text.
 */
const guessable: Partial<Record<Encoding, { languages: string; rarity: number }>> = {
  'windows-1252': { languages: western, rarity: 0 },
  'windows-1250': { languages: central, rarity: -1 },
  'windows-1251': { languages: cyrillic, rarity: -1 },
  'windows-1253': { languages: 'el', rarity: -4 },
  'windows-1254': { languages: 'tr', rarity: -1 },
  'windows-1255': { languages: 'he', rarity: -4 },
  'windows-1256': { languages: 'ar', rarity: -4 },
  'windows-1257': { languages: 'lt lv et', rarity: -3 },
  'windows-1258': { languages: 'vi', rarity: -6 },
  'windows-874': { languages: 'th', rarity: -4 },
  'iso-8859-2': { languages: central, rarity: -3 },
  'iso-8859-5': { languages: cyrillic, rarity: -6 },
  'koi8-r': { languages: cyrillic, rarity: -3 },
  'koi8-u': { languages: 'uk', rarity: -4 },
  ibm866: { languages: cyrillic, rarity: -5 },
  ibm850: { languages: western, rarity: -5 },
  ibm852: { languages: central, rarity: -5 },
  macintosh: { languages: western, rarity: -5 },
  'x-mac-ce': { languages: `${central} lt lv et`, rarity: -6 },
  'x-mac-cyrillic': { languages: cyrillic, rarity: -5 },
  shift_jis: { languages: 'ja', rarity: -8 },
  'euc-jp': { languages: 'ja', rarity: -10 },
  gb18030: { languages: 'zh', rarity: -8 },
  big5: { languages: 'zh-Hant', rarity: -9 },
  'euc-kr': { languages: 'ko', rarity: -8 },
};

/** Texts of this many bytes are enough to recognise an encoding. */
const sampledBytes = 8_192;
/** The most probable encodings are offered. */
const mostOffered = 8;

/**
 * Decodes a text file. UTF-16 and UTF-8 are recognised for certain. Anything else is a guess by the
 * letters that follow one another in the languages of each encoding.
 */
export function decodeText(bytes: Uint8Array, chosen?: Encoding): DecodedText {
  const stated = chosen ?? statedEncoding(bytes);
  if (chosen === undefined && stated) {
    const text = decode(bytes, stated);
    const isDamaged = text.includes('\uFFFD') && !isValid(bytes, stated);
    return { text, encoding: stated, isGuessed: false, encodings: [stated], isDamaged };
  }
  if (chosen === undefined && isValid(bytes, 'utf-8')) {
    const text = decode(bytes, 'utf-8');
    return { text, encoding: 'utf-8', isGuessed: false, encodings: ['utf-8'], isDamaged: false };
  }
  const offered = probableEncodings(bytes);
  const encoding = chosen ?? offered[0] ?? 'windows-1252';
  const text = decode(bytes, encoding);
  return {
    text,
    encoding,
    isGuessed: chosen === undefined,
    encodings: offered.includes(encoding) ? offered : [encoding, ...offered],
    isDamaged: text.includes('\uFFFD') && !isValid(bytes, encoding),
  };
}

/** The encoding that a byte order mark states, or that the zeros of ASCII in UTF-16 show. */
function statedEncoding(bytes: Uint8Array): Encoding | null {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // Every line end, separator and blank of a table in UTF-16 has one zero.
  const zeros = [0, 0];
  const sample = bytes.subarray(0, 1 << 16);
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2]! += 1;
  const [even = 0, odd = 0] = zeros;
  if (Math.max(even, odd) * 20 < sample.length || Math.min(even, odd) * 20 > even + odd)
    return null;
  const encoding = odd > even ? 'utf-16le' : 'utf-16be';
  return /[\r\n,;\t|]/.test(decode(sample, encoding)) ? encoding : null;
}

function decode(bytes: Uint8Array, encoding: Encoding): string {
  const upper = upperHalves[encoding];
  if (upper === undefined) return new TextDecoder(encoding).decode(bytes);
  return new TextDecoder('windows-1252')
    .decode(bytes)
    .replaceAll(/[^\0-\x7F]/g, (letter) => upper[western1252().indexOf(letter)] ?? letter);
}

/** The characters from 0x80 of an encoding with one byte for each. */
const upperHalf = (encoding: Encoding) =>
  decode(
    Uint8Array.from({ length: 128 }, (_, index) => index + 128),
    encoding,
  );
let upper1252: string | null = null;
const western1252 = () => (upper1252 ??= upperHalf('windows-1252'));

/** A text that was decoded from one encoding, as it would be in another one; "" if not known. */
export function textInEncoding(text: string, from: Encoding, to: Encoding): string {
  if (from === to) return text;
  if (from === 'utf-8') return decode(Buffer.from(text), to);
  const upper = upperHalf(from);
  const bytes = Array.from(text, (character) =>
    character <= '\x7F' ? character.charCodeAt(0) : upper.indexOf(character) + 128,
  );
  // Other characters are in encodings with several bytes for each.
  return upper.length === 128 && bytes.every((byte) => byte !== 127)
    ? decode(Uint8Array.from(bytes), to)
    : '';
}

function isValid(bytes: Uint8Array, encoding: Encoding): boolean {
  if (upperHalves[encoding] !== undefined) return true;
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** The encodings in which these bytes are most likely text, each with another text. */
function probableEncodings(bytes: Uint8Array): Encoding[] {
  const sample = sampleOf(bytes);
  const hinted = languagesOfCountries(bytes);
  const texts = new Map<string, { encoding: Encoding; score: number }>();
  for (const [name, { languages, rarity }] of Object.entries(guessable)) {
    const encoding = name as Encoding;
    const text = decode(sample, encoding);
    if (noText.test(text)) continue;
    const score = rarity + probability(text, languages.split(' '), hinted);
    const same = texts.get(text);
    if (!same || same.score < score) texts.set(text, { encoding, score });
  }
  const offered = [...texts.values()]
    .toSorted((a, b) => b.score - a.score)
    .map(({ encoding }) => encoding)
    .slice(0, mostOffered);
  return isMostlyUtf8(sample) ? ['utf-8', ...offered] : offered;
}

/** A file in UTF-8 that was cut in a letter, or has other bytes in some places. */
function isMostlyUtf8(sample: Uint8Array): boolean {
  const [...characters] = decode(sample, 'utf-8').matchAll(/[^\0-\x7F]/gu);
  const bad = characters.filter(([character]) => character === '\uFFFD').length;
  return characters.length - bad > bad;
}

/** The cells that are not plain ASCII, each once. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  const cells = new Set<string>();
  let length = 0;
  let start = 0;
  let isPlain = true;
  for (let at = 0; at <= bytes.length && length < sampledBytes; at++) {
    const byte = bytes[at] ?? 0x0a;
    if (byte > 0x7f) isPlain = false;
    // Not "|", which may be the second byte of a letter.
    if (byte !== 0x0a && byte !== 0x0d && byte !== 0x2c && byte !== 0x3b && byte !== 0x09) continue;
    if (!isPlain) {
      const cell = Buffer.from(bytes.subarray(start, Math.min(at, start + 500))).toString('latin1');
      if (!cells.has(cell)) length += cell.length;
      cells.add(cell);
    }
    start = at + 1;
    isPlain = true;
  }
  return Buffer.from([...cells].join('\n'), 'latin1');
}

const isAscii = (character: string) => character <= '\x7F';
const letter = /[\p{L}\p{M}]/u;
const usualSign = /[’‘“”„–—…«»¿¡€ºª°\u00A0]/;
const opening = /[’‘“„«¿¡\u00A0]/;
const noText = /[\uFFFD\u0080-\u009F\p{Cn}\p{Co}]/u;

/** The logarithm of the probability of what is not ASCII in a text, in the best of some languages. */
function probability(
  text: string,
  languages: readonly string[],
  hinted: ReadonlySet<string>,
): number {
  let signs = 0;
  let previous = '';
  for (const character of text) {
    signs += signCost(character, previous);
    previous = character;
  }
  const words = [...text.matchAll(/[\p{L}\p{M}]+/gu)]
    .map(([word]) => word)
    .filter((word) => !/^[\0-\x7F]*$/.test(word));
  const scores = languages.map((language) => words.map((word) => wordScore(word, language)));
  const totals = languages.map((language, main) => {
    // Some names are of another language than the rest of the file.
    const best = words.map((_, i) =>
      Math.max(scores[main]![i]!, ...scores.map((each) => each[i]! - 3)),
    );
    return best.reduce((sum, score) => sum + score, hinted.has(language) ? 8 : 0);
  });
  return signs + Math.max(...totals);
}

/** The languages of the countries whose codes are cells of the file. */
function languagesOfCountries(bytes: Uint8Array): Set<string> {
  const start = Buffer.from(bytes.subarray(0, 1 << 16)).toString('latin1');
  const codes = new Set(start.match(/(?<=[,;\t|"\r\n])[A-Z]{2}(?=[,;\t|"\r\n])/g));
  return new Set([...codes].map((code) => new Intl.Locale(`und-${code}`).maximize().language));
}

/** What is unusual about a character that is no letter, or about a letter after another one. */
function signCost(character: string, previous: string): number {
  if (isAscii(character) && isAscii(previous)) return 0;
  if (letter.test(character)) {
    if (!letter.test(previous)) return isAscii(previous) || opening.test(previous) ? 0 : -4;
    const isMixed = script(character) !== script(previous);
    const isRaised = /\p{Lu}/u.test(character) && /\p{Ll}/u.test(previous);
    return (isMixed ? -8 : 0) + (isRaised ? -4 : 0);
  }
  if (isAscii(character)) return 0;
  if (noText.test(character)) return -25;
  return (usualSign.test(character) ? -6.5 : -11) + (letter.test(previous) ? -3 : 0);
}

const scripts = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Thai}/u,
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u,
];
const scriptOf = new Map<string, number>();
function script(character: string): number {
  let at = scriptOf.get(character);
  if (at === undefined) {
    at = scripts.findIndex((each) => each.test(character));
    scriptOf.set(character, at);
  }
  return at;
}
const eastAsian = scripts.length - 1;

/** How often letters, and pairs of letters, are in a language. */
interface Letters {
  count: number;
  single: Map<string, number>;
  pairs: Map<string, number>;
}

function wordScore(word: string, language: string): number {
  const { count, single, pairs } = lettersOf(language);
  let score = 0;
  let previous = ' ';
  // Of these languages only Turkish has letters of its own rule.
  const lower = language === 'tr' ? word.toLocaleLowerCase(language) : word.toLowerCase();
  for (const character of `${lower} `) {
    if (!isAscii(character) || !isAscii(previous)) {
      const inPair = (pairs.get(previous + character) ?? 0) / (single.get(previous) ?? 1);
      const alone = single.get(character) ?? 0;
      const unseen = script(character) === eastAsian ? 1e-4 : alone > 0 ? 5e-6 : 1e-7;
      score += Math.log(0.6 * inPair + (0.35 * alone) / count + unseen);
    }
    previous = character;
  }
  return score;
}

const known = new Map<string, Letters>();
/** So that the letters of a language with few names are not too probable. */
const leastLetters = 5_000;

/** Counts the letters in the names of countries, languages and currencies, which every system has. */
function lettersOf(language: string): Letters {
  const before = known.get(language);
  if (before) return before;
  const letters: Letters = { count: 0, single: new Map(), pairs: new Map() };
  const text = ` ${namesIn(language)
    .join(' ')
    .toLocaleLowerCase(language)
    // The older encodings have the cedilla, not the comma.
    .replaceAll('ș', 'ş')
    .replaceAll('ț', 'ţ')
    .replaceAll(/[^\p{L}\p{M}]+/gu, ' ')} `;
  let previous = '';
  for (const character of text) {
    add(letters.single, character);
    add(letters.pairs, previous + character);
    letters.count += 1;
    previous = character;
  }
  letters.count = Math.max(letters.count, leastLetters);
  known.set(language, letters);
  return letters;
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** ICU has no names in Icelandic here. */
const icelandic =
  'Ísland Þýskaland Bretland Írland Frakkland Ítalía Spánn Portúgal Grænland Svíþjóð Færeyjar ' +
  'Danmörk Rússland Guðrún Þórsdóttir Sigurðsson Björnsson Jóhannesdóttir Kópavogur Ísafjörður ' +
  'Hafnarfjörður Reyðarfjörður þriðjudagur miðvikudagur föstudagur maí júní júlí ágúst október';

function namesIn(language: string): string[] {
  if (language === 'is') return [icelandic];
  const names = (type: 'region' | 'language' | 'currency', codes: readonly string[]) => {
    const display = new Intl.DisplayNames(language, { type, fallback: 'none' });
    return codes.flatMap((code) => display.of(code) ?? []);
  };
  const alphabet = Array.from('abcdefghijklmnopqrstuvwxyz');
  const pairs = alphabet.flatMap((first) => alphabet.map((second) => first + second));
  const regions = pairs.map((pair) => pair.toUpperCase());
  const currencies = Intl.supportedValuesOf('currency');
  return [
    ...names('region', regions),
    ...names('language', pairs),
    ...names('currency', currencies),
  ];
}

/** Refuses a web page or another document that has the name of a table. */
export function refuseMarkup(text: string): void {
  if (!/^\uFEFF?\s{0,1000}<(?:!doctype|html|head|meta|style|table|\?xml)/i.test(text)) return;
  refuseFile(message('exchange-files.file.markup'));
}
