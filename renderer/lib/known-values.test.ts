import { expect, test } from 'vitest';
import { groupChoiceLabel, groupsText, knownText, originalText } from './known-values';
import { format } from '../../test/support/english';

const count = (value: number) => String(value);

test.each([
  [{ is: 'value', value: 3, asOf: 1 }, '3'],
  [{ is: 'value', value: 0, asOf: 1 }, '0'],
  [{ is: 'value', value: null, asOf: 1 }, 'No limit'],
  [{ is: 'notProvided', asOf: 1 }, 'Not provided'],
  [{ is: 'notUnderstood', original: '100 per day', asOf: 1 }, 'Not understood: 100 per day'],
  [{ is: 'neverAsked' }, 'Not loaded'],
] as const)('%j is shown as %s', (known, text) => {
  expect(knownText<number>(known, count, 'No limit', format)).toBe(text);
});

test('a long original is cut', () => {
  expect(originalText({ a: 'x'.repeat(200) })).toHaveLength(80);
  expect(originalText(['a', 1])).toBe('["a",1]');
});

test.each([
  [0, false, 'North (0)'],
  [2, false, 'North (2)'],
  [0, true, 'North (members not known)'],
  [2, true, 'North (2 known)'],
])('a group as a choice: %d members, not all known: %s', (count, isIncomplete, label) => {
  expect(groupChoiceLabel({ name: 'North', count, isIncomplete }, format)).toBe(label);
});

test('the groups of a device are in the order of the list of groups', () => {
  expect(groupsText(['Van 10', 'van 9', 'Árbol', 'Arca'], null, format)).toBe(
    'Árbol, Arca, van 9, Van 10',
  );
});
