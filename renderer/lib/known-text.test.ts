import { expect, test } from 'vitest';
import { knownText, originalText } from './known-text';

const count = (value: number) => String(value);

test.each([
  [{ is: 'value', value: 3, asOf: 1 }, '3'],
  [{ is: 'value', value: 0, asOf: 1 }, '0'],
  [{ is: 'value', value: null, asOf: 1 }, 'No limit'],
  [{ is: 'notProvided', asOf: 1 }, 'Not provided'],
  [{ is: 'notUnderstood', original: '100 per day', asOf: 1 }, 'Not understood: 100 per day'],
  [{ is: 'neverAsked' }, 'Not loaded'],
] as const)('%j is shown as %s', (known, text) => {
  expect(knownText<number>(known, count, 'No limit')).toBe(text);
});

test('a long original is cut', () => {
  expect(originalText({ a: 'x'.repeat(200) })).toHaveLength(80);
  expect(originalText(['a', 1])).toBe('["a",1]');
});
