import fc from 'fast-check';
import { expect, test } from 'vitest';
import { passwordsIn, withoutSecrets } from './redaction';

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
