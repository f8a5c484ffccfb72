import { expect, test } from 'vitest';
import { passwordsIn, withoutSecrets } from './redaction';

test('a secret of eight characters is removed from data, a shorter one from messages only', () => {
  expect(withoutSecrets('a 12345678 b', ['12345678'], true)).toBe('a … b');
  expect(withoutSecrets('a 1234567 b', ['1234567'], true)).toBe('a 1234567 b');
  expect(withoutSecrets('a x b', ['x'], false)).toBe('a … b');
  expect(withoutSecrets('a x b', [''], false)).toBe('a x b');
});

test('a secret that contains another is removed whole', () => {
  const secrets = ['inner-key', 'the-inner-key-of-all'];
  expect(withoutSecrets('is the-inner-key-of-all wrong', secrets, true)).toBe('is … wrong');
});

test('every occurrence is removed, also in addresses and in quoted JSON', () => {
  const key = 'a key/with"quotes';
  const quoted = JSON.stringify(JSON.stringify({ key }));
  const text = `${key} ${encodeURIComponent(key)} ${quoted} ${key}`;
  const shown = withoutSecrets(text, [key], true);
  expect(shown).toBe(`… … ${JSON.stringify(JSON.stringify({ key: '…' }))} …`);
});

test('a secret with half a character is removed as it is', () => {
  const key = 'secret-\ud800-key';
  expect(withoutSecrets(`is ${key} wrong`, [key], true)).toBe('is … wrong');
});

test('only passwords that are texts are secrets', () => {
  expect(passwordsIn([{ path: '/PASSWORD', value: 'a' }])).toEqual(['a']);
  expect(passwordsIn([{ path: '/password', value: 5 }])).toEqual([]);
  expect(passwordsIn([{ path: 5, value: 'a' }])).toEqual([]);
  expect(passwordsIn([{ path: '/password/x', value: 'a' }])).toEqual([]);
  expect(passwordsIn({ password: 5, name: 'password' })).toEqual([]);
  expect(passwordsIn('password')).toEqual([]);
  expect(passwordsIn(undefined)).toEqual([]);
});
