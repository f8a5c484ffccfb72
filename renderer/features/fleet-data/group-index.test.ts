import { expect, test } from 'vitest';
import { GroupIndex } from './group-index';
import { groupsOf } from './synthetic.test-support';

const columns = groupsOf({ 'Van 10': [0, 1], 'van 9': [0], Árbol: [], Arca: [1] });

test('groups are in the order of their names, each with its own devices', () => {
  const index = new GroupIndex({ ...columns, gap: 'members', incomplete: [2, 3] }, 2);
  expect(index.summary()).toEqual([
    { id: 'g-Árbol', name: 'Árbol', count: 0, isIncomplete: true },
    { id: 'g-Arca', name: 'Arca', count: 1, isIncomplete: true },
    { id: 'g-van 9', name: 'van 9', count: 1 },
    { id: 'g-Van 10', name: 'Van 10', count: 2 },
  ]);
  expect(index.namesOf(0)).toEqual(['van 9', 'Van 10']);
  expect(index.namesOf(1)).toEqual(['Arca', 'Van 10']);
  expect([0, 1].map(index.filter('g-Arca'))).toEqual([false, true]);
});
