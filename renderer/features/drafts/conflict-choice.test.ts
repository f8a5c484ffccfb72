import { expect, test } from 'vitest';
import type { FieldConflict } from '#shared/domain/edit';
import { editAfterChoice, isDecided } from './conflict-choice';

const conflicts: FieldConflict[] = [
  { field: 'name', base: 'A', theirs: 'B', mine: 'C' },
  { field: 'email', base: null, theirs: 'x', mine: 'y' },
];

test('a choice is complete when every field has one', () => {
  expect(isDecided(conflicts, { name: 'mine' })).toBe(false);
  expect(isDecided(conflicts, { name: 'mine', email: 'theirs' })).toBe(true);
});

test('what was not in conflict and what was kept is saved again; the rest is theirs', () => {
  const edit = { name: 'C', email: 'y', country: 'FR' };
  expect(editAfterChoice(edit, conflicts, { name: 'mine', email: 'theirs' })).toEqual({
    name: 'C',
    country: 'FR',
  });
});
