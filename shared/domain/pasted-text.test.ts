import { expect, test } from 'vitest';
import { hasUnseen, keyDoubt, nameWithoutUnseen, withoutUnseen } from './text';

const unseen = [
  '\u200b',
  '\u200c',
  '\u200d',
  '\u200e',
  '\u202a',
  '\u202c',
  '\u2060',
  '\u2066',
  '\u00ad',
  '\u061c',
  '\u180e',
  '\ufeff',
  '\ufe0f',
  '\u{e0020}',
  '\u2800',
  '\ufffc',
  '\ufff9',
  '\u0000',
  '\u007f',
];

test.each(unseen)('%j is removed wherever it was pasted', (character) => {
  for (const text of [`${character}key-1`, `key-1${character}`, `key${character}-1 `]) {
    expect(hasUnseen(text)).toBe(true);
    expect(withoutUnseen(text)).toBe('key-1');
  }
  expect(nameWithoutUnseen(`\u202a ${character}ada${character}\u00a0`)).toBe('ada');
});

test('blanks around a text are removed, those in it stay', () => {
  expect(withoutUnseen('\n\u00a0 a b \r\n')).toBe('a b');
  expect(hasUnseen('a b')).toBe(false);
});

test('a name keeps a joiner that its letters need', () => {
  expect(nameWithoutUnseen('می\u200cخواهم')).toBe('می\u200cخواهم');
  expect(nameWithoutUnseen('a\u200bda')).toBe('ada');
  expect(nameWithoutUnseen('Jose\u0301\u00a0Peña\u3000')).toBe('José Peña');
});

test.each([
  ['"abc"', 'quotes'],
  ['\u200b“abc”', 'quotes'],
  ['Bearer abc', 'word'],
  ['api-key: abc', 'word'],
  ['abc def', 'space'],
  ['аbc', 'letter'],
  ['tokenabc', null],
  ['abc"', null],
  ['\u200babc\u202c', null],
  ['', null],
] as const)('a doubt about the key %j: %s', (key, doubt) => {
  expect(keyDoubt(key)).toBe(doubt);
});
