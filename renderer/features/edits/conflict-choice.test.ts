import { expect, test } from 'vitest';
import type { FieldConflict } from '#shared/domain/edit';
import { editAfterChoice, isDecided } from './conflict-choice';

const conflicts: FieldConflict[] = [
  { field: 'name', base: 'A', theirs: 'B', mine: 'C' },
  { field: 'email', base: null, theirs: 'x', mine: 'y' },
];

test('isDecided needs a choice for every field', () => {
  expect(isDecided(conflicts, { name: 'mine' })).toBe(false);
  expect(isDecided(conflicts, { name: 'mine', email: 'theirs' })).toBe(true);
});

test('keeps fields without a conflict and fields where the user chose their own value', () => {
  const edit = { name: 'C', email: 'y', country: 'FR' };
  expect(editAfterChoice(edit, conflicts, { name: 'mine', email: 'theirs' })).toEqual({
    name: 'C',
    country: 'FR',
  });
});
