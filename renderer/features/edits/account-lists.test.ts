import { expect, test } from 'vitest';
import type { Group } from '#shared/domain/group';
import { inNameOrder } from './account-lists';

test('groups are in the order of their names in every list, without a new array for each use', () => {
  const named = (id: string, name: string | null) => ({ id, name }) as Group;
  const groups = [named('a', 'Van 10'), named('b', 'van 9'), named('c', null), named('d', 'Árbol')];
  const ordered = inNameOrder(groups);
  expect(ordered.map(({ id }) => id)).toEqual(['d', 'c', 'b', 'a']);
  expect(inNameOrder(groups)).toBe(ordered);
});
