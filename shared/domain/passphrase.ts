/** The shortest passphrase that protects an offline copy. */
export const shortestPassphrase = 8;

/** `tooShort`: not accepted. The others are accepted, also `weak`, which the user is told. */
type PassphraseStrength = 'tooShort' | 'weak' | 'fair' | 'strong';

/**
 * An estimate of how well a passphrase withstands guessing on a stolen copy. Each guess costs half a second
 * of one processor core (scrypt), so that 2^40 guesses take a thousand cores about 17 years.
 *
 * It counts what is not predictable from what stands before it: words and numbers that everybody uses,
 * repetitions and sequences count little. It knows no dictionary: a sentence from a book is called stronger
 * than it is, and random letters without digits weaker, because they are taken for words.
 */
export function passphraseStrength(passphrase: string): PassphraseStrength {
  if (passphrase.length < shortestPassphrase) return 'tooShort';
  const bits = guessBits(passphrase);
  return bits < 40 ? 'weak' : bits < 60 ? 'fair' : 'strong';
}

/** What is tried first, whatever is added to it. */
const common =
  'password passphrase passwort contrasena motdepasse qwertyuiop qwerty qwertz azerty asdfghjkl asdf ' +
  'zxcvbnm letmein welcome admin administrator login master monkey dragon football baseball iloveyou ' +
  'sunshine princess secret waypost tracker tracking fleet summer winter spring autumn january february ' +
  'march april june july august september october november december monday tuesday wednesday thursday ' +
  'friday saturday sunday hello test changeme default company';
const commonWords = common.split(' ').toSorted((a, b) => b.length - a.length);

/** Bits of a common word, of a repeated or a consecutive character, and of a year. */
const bitsOf = { word: 7, predictable: 1, year: 7 };

function guessBits(passphrase: string): number {
  // Letters that are usually written as a digit or a sign count as the letter.
  const plain = passphrase
    .toLowerCase()
    .replaceAll(/[@4]/g, 'a')
    .replaceAll('3', 'e')
    .replaceAll(/[1!|]/g, 'i')
    .replaceAll('0', 'o')
    .replaceAll(/[$5]/g, 's')
    .replaceAll('7', 't');
  const perCharacter = Math.log2(alphabetOf(passphrase));
  const words = new Set<string>();
  let bits = 0;
  for (let i = 0; i < passphrase.length;) {
    const word = commonWords.find((each) => plain.startsWith(each, i));
    const year = /^(19|20)\d\d/.exec(passphrase.slice(i))?.[0];
    const known = word ?? year ?? repeated(passphrase, i);
    if (known) {
      bits += words.has(known) || (!word && !year) ? bitsOf.predictable : bitsOf.word;
      words.add(known);
      i += known.length;
    } else {
      bits += isNextInRow(passphrase, i) ? bitsOf.predictable : perCharacter;
      i += 1;
    }
  }
  return bits;
}

/** How many characters a guess chooses from; natural words use a part of them. */
function alphabetOf(passphrase: string): number {
  const isWords = /^\p{L}+([ -]\p{L}+)*$/u.test(passphrase);
  // A letter of a random word has about two and a half bits.
  if (isWords) return 6;
  const classes: readonly (readonly [RegExp, number])[] = [
    [/\p{Ll}/u, 26],
    [/\p{Lu}/u, 26],
    [/\d/, 10],
    [/[^\p{L}\d]/u, 20],
  ];
  const size = classes.reduce((sum, [kind, count]) => sum + (kind.test(passphrase) ? count : 0), 0);
  return Math.max(2, size);
}

/** A piece of three or more characters that stood before, so that repeating it adds nothing. */
function repeated(passphrase: string, at: number): string | null {
  for (let length = Math.min(at, passphrase.length - at); length >= 3; length -= 1) {
    const piece = passphrase.slice(at, at + length);
    if (passphrase.slice(0, at).includes(piece)) return piece;
  }
  return null;
}

/** The same character as the one before, or the next one of the alphabet or the digits. */
function isNextInRow(passphrase: string, at: number): boolean {
  if (at === 0) return false;
  const step = passphrase.charCodeAt(at) - passphrase.charCodeAt(at - 1);
  return Math.abs(step) <= 1;
}
