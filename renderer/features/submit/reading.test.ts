import { expect, test } from 'vitest';
import { readingOf } from './reading';

test('what was set for the connection goes before what the service announced', () => {
  expect(readingOf('auto', true)).toBe('submit');
  expect(readingOf('auto', false)).toBe('query');
  expect(readingOf('query', true)).toBe('query');
  expect(readingOf('submit', false)).toBe('submit');
});
