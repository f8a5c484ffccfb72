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
] as const)('calls %j %s', (passphrase, strength) => {
  expect(passphraseStrength(passphrase)).toBe(strength);
});

test('takes no longer for the longest passphrase', () => {
  expect(passphraseStrength('ab1 '.repeat(256))).toBe('weak');
});
