import { expect, test } from 'vitest';
import { groupChoiceLabel, groupsText } from './group-text';

test.each([
  [0, false, 'North (0)'],
  [2, false, 'North (2)'],
  [0, true, 'North (members not known)'],
  [2, true, 'North (2 known)'],
])('a group as a choice: %d members, not all known: %s', (count, isIncomplete, label) => {
  expect(groupChoiceLabel({ name: 'North', count, isIncomplete }, String)).toBe(label);
});

test('the groups of a device are in the order of the list of groups', () => {
  expect(groupsText(['Van 10', 'van 9', 'Árbol', 'Arca'], null)).toBe('Árbol, Arca, van 9, Van 10');
});
