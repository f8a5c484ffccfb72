import fc from 'fast-check';
import { expect, test } from 'vitest';
import { passwordsIn, withoutSecrets } from './request';

test('removes long secrets from a text in every quoted form', () => {
  const secret = fc.string({ minLength: 8, unit: 'binary' });
  fc.assert(
    fc.property(secret, fc.string(), (key, around) => {
      const quoted = { message: key, body: JSON.stringify({ apiKey: key }), around };
      const text = withoutSecrets(JSON.stringify(quoted), [key], true);
      const { message, body } = JSON.parse(text) as { message: string; body: string };
      expect(message).not.toContain(key);
      expect((JSON.parse(body) as { apiKey: string }).apiKey).not.toContain(key);
    }),
  );
});

test('removes a short key from messages and keeps it in data', () => {
  expect(withoutSecrets('{"name":"demo van"}', ['demo'], true)).toBe('{"name":"demo van"}');
  expect(withoutSecrets('the key demo is wrong', ['demo'], false)).toBe('the key … is wrong');
});

test('a secret that overlaps itself throughout a text is removed', () => {
  expect(withoutSecrets('a'.repeat(16_000), ['a'.repeat(8)], true)).toBe('…'.repeat(2_000));
});

test('passwords are found in bodies and in patches', () => {
  expect(passwordsIn({ name: 'Ada', Password: 'secret' })).toEqual(['secret']);
  expect(passwordsIn([{ op: 'add', path: '/password', value: 'secret' }])).toEqual(['secret']);
  expect(passwordsIn([{ op: 'add', path: '/name', value: 'Ada' }, null])).toEqual([]);
  expect(passwordsIn(null)).toEqual([]);
});

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
