import { expect, test } from 'vitest';
import { passphraseStrength } from './passphrase';

test.each([
  ['', 'tooShort'],
  ['Xk9#qT2', 'tooShort'],
  ['password', 'weak'],
  ['P@ssw0rd1!', 'weak'],
  ['Summer2024!', 'weak'],
  ['aaaaaaaaaaaaaaaaaaaaaaaa', 'weak'],
  ['abcdefghijklmnopqrstuvwxyz', 'weak'],
  ['12345678901234567890', 'weak'],
  ['qwertyuiopasdfghjkl', 'weak'],
  ['passwordpasswordpassword', 'weak'],
  ['kT4#kT4#kT4#kT4#', 'weak'],
  ['20240131', 'weak'],
  ['correct horse', 'weak'],
  ['correct horse battery', 'fair'],
  ['correct horse battery staple', 'strong'],
  ['gV7#pQ2x', 'fair'],
  ['gV7#pQ2xLw9!', 'strong'],
  ['zmkwqpvtxhrbn', 'weak'],
  ['xk9#qt2v', 'fair'],
  ['XKZQWPVT', 'weak'],
  ['48203957162', 'weak'],
  // Common words count little, also when digits and signs stand for their letters.
  ['p455w0rd', 'weak'],
  ['L3tm31n!', 'weak'],
  ['ba5eba||', 'weak'],
  ['m0n7hly!', 'fair'],
  // A year counts little, another number of four digits does not.
  ['1984kT#q', 'weak'],
  ['2084kT#q', 'weak'],
  ['3084kT#q', 'fair'],
  // Repetitions and sequences count little.
  ['kT#qkT#qkT#q', 'weak'],
  ['kT#qvT#wkR#x', 'strong'],
  ['kkkTTT###qqq', 'weak'],
  ['abcdTUVW9876', 'weak'],
  ['zyxwvutsrqpo', 'weak'],
  ['acegikmoqsuw1', 'strong'],
  ['correct-horse-battery', 'fair'],
] as const)('calls %j %s', (passphrase, strength) => {
  expect(passphraseStrength(passphrase)).toBe(strength);
});

test('takes no longer for the longest passphrase', () => {
  expect(passphraseStrength('ab1 '.repeat(256))).toBe('weak');
});
