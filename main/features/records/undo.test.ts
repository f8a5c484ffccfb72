import { expect, test } from 'vitest';
import type { JournalEntry } from '#shared/domain/edit';
import { inverseOf, undoRefusal, type Done } from './undo';

const changed = (changes: Done['changes'], more: Partial<Done> = {}): Done => ({
  kind: 'user',
  action: 'change',
  recordId: 'ann',
  changes,
  ...more,
});
const renamed = { field: 'name', before: 'Ann', after: 'Anna' };

test('a change is undone by restoring the old values; fields changed by others stay', () => {
  const now = { name: 'Anna', message: 'Theirs' };
  expect(inverseOf(changed([renamed]), now)).toEqual({
    action: 'change',
    id: 'ann',
    edit: { name: 'Ann' },
    refusal: null,
  });
});

test('is refused if the same field was changed again', () => {
  expect(inverseOf(changed([renamed]), { name: 'Annette' })).toEqual({
    refusal: 'It was changed again since: name.',
  });
});

test('is refused without an old value: a password, an activation, an unknown id', () => {
  const password = { field: 'password', before: null, after: '(set)' };
  const active = { field: 'active', before: false, after: true };
  const refusals = [
    inverseOf(changed([password]), {}),
    inverseOf(changed([active], { kind: 'limits' }), {}),
    inverseOf(changed([renamed], { action: 'create', recordId: null }), null),
  ].map(({ refusal }) => refusal);
  expect(refusals).toEqual([
    expect.stringContaining('password'),
    expect.stringContaining('activation'),
    expect.stringContaining('id'),
  ]);
});

test('a creation is undone by a deletion, unless the record was changed since', () => {
  const created = changed([{ field: 'name', before: null, after: 'Ann' }], { action: 'create' });
  expect(inverseOf(created, { name: 'Ann', message: 'Hi' })).toEqual({
    action: 'delete',
    id: 'ann',
    refusal: null,
  });
  expect(inverseOf(created, { name: 'Anna' })).toEqual({
    refusal: 'It was changed since it was created: name.',
  });
});

test('a deletion is undone by a creation of the fields that had a value', () => {
  const deleted = changed(
    [
      { field: 'name', before: 'Depot', after: null },
      { field: 'description', before: null, after: null },
    ],
    { kind: 'group', action: 'delete' },
  );
  expect(inverseOf(deleted, null)).toMatchObject({
    action: 'create',
    edit: { name: 'Depot' },
    note: 'Is created under a new id.',
  });
});

test('an entry shows whether it can be undone', () => {
  const entry = { kind: 'user', undo: 'possible', undoReason: null } as JournalEntry;
  expect(undoRefusal(entry)).toBeNull();
  expect(undoRefusal({ ...entry, kind: 'report' })).not.toBeNull();
  expect(undoRefusal({ ...entry, undo: 'impossible', undoReason: 'Spent.' })).toBe('Spent.');
  expect(undoRefusal({ ...entry, undo: 'done' })).not.toBeNull();
});
