import fc from 'fast-check';
import { expect, test } from 'vitest';
import { indentJson } from './indent-json';

test('matches standard JSON indentation', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(indentJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
    }),
  );
});

test('preserves numbers as they were written', () => {
  expect(indentJson('{"a":1.0,"id":123456789012345678901}')).toBe(
    '{\n  "a": 1.0,\n  "id": 123456789012345678901\n}',
  );
});
