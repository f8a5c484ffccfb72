import { expect, test } from 'vitest';
import { readingOf } from './session';

const announced = (takesSubmissions: boolean) => ({
  writesLimits: false,
  activates: false,
  takesSubmissions,
});

test('what was set for the connection goes before what the service announced', () => {
  expect(readingOf('auto', announced(true))).toBe('submit');
  expect(readingOf('auto', announced(false))).toBe('query');
  expect(readingOf('query', announced(true))).toBe('query');
  expect(readingOf('submit', announced(false))).toBe('submit');
});
