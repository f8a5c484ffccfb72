import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRedactor, passwordsIn, withoutSecrets } from './redaction';

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

test('a text in parts loses the same secrets as in one', () => {
  const unit = fc.constantFrom('a', 'b', '"', '/');
  const secret = fc.string({ unit, minLength: 8, maxLength: 12 });
  fc.assert(
    fc.property(
      fc.array(secret, { minLength: 1, maxLength: 3 }),
      fc.array(fc.string({ unit, maxLength: 30 }), { maxLength: 6 }),
      fc.array(fc.nat(40), { maxLength: 20 }),
      (secrets, between, sizes) => {
        const text = between.map((each, i) => each + (secrets[i % 4] ?? '')).join('');
        const redactor = createRedactor(secrets, true);
        let rest = text;
        let shown = '';
        for (const size of sizes) {
          shown += redactor.add(rest.slice(0, size));
          rest = rest.slice(size);
        }
        shown += redactor.add(rest) + redactor.end();
        expect(shown).toBe(withoutSecrets(text, secrets, true));
      },
    ),
  );
});

test('a secret that overlaps itself throughout a text is removed', () => {
  const redactor = createRedactor(['a'.repeat(8)], true);
  const parts = Array.from({ length: 1_000 }, () => redactor.add('a'.repeat(16)));
  expect(parts.join('') + redactor.end()).toBe('…'.repeat(2_000));
});

test('most of a text is given before its end', () => {
  const redactor = createRedactor(['12345678'], true);
  expect(redactor.add('a van 1234')).toBe('a v');
  expect(redactor.add('5678 here')).toBe('an ');
  expect(redactor.end()).toBe('… here');
});

test('passwords are found in bodies and in patches', () => {
  expect(passwordsIn({ name: 'Ada', Password: 'secret' })).toEqual(['secret']);
  expect(passwordsIn([{ op: 'add', path: '/password', value: 'secret' }])).toEqual(['secret']);
  expect(passwordsIn([{ op: 'add', path: '/name', value: 'Ada' }, null])).toEqual([]);
  expect(passwordsIn(null)).toEqual([]);
});
