import { expect, test } from 'vitest';
import { createGroupReference, withGroupReference } from './access';

const north = { id: 'grp-1', name: 'North' };
const south = { id: 'grp-2', name: 'South' };
const groups = [north, south];
const holders = (...names: (string | null)[]) => names.map((group) => ({ group }));

test('keeps the form the user has now', () => {
  const reference = createGroupReference(holders('North', 'South'), groups);
  expect(reference(north, 'grp-1')).toBe('grp-1');
  const byId = createGroupReference(holders('grp-1', 'grp-2'), groups);
  expect(byId(north, 'North')).toBe('North');
});

test('otherwise uses the form that most users have', () => {
  expect(createGroupReference(holders('North', 'South', 'grp-1'), groups)(south, null)).toBe(
    'South',
  );
  expect(createGroupReference(holders('North', 'grp-2', 'grp-1'), groups)(south, null)).toBe(
    'grp-2',
  );
});

test('uses the id without a majority, and for a group without a name', () => {
  expect(createGroupReference(holders('North', 'grp-2'), groups)(south, null)).toBe('grp-2');
  expect(createGroupReference(holders(null, 'gone'), groups)(south, null)).toBe('grp-2');
  const byName = createGroupReference(holders('North'), groups);
  expect(byName({ id: 'grp-3', name: null }, null)).toBe('grp-3');
});

test('converts the group of an edit to the form of the service unless it is unknown', () => {
  const users = holders('North');
  expect(withGroupReference({ group: 'grp-2' }, null, users, groups)).toEqual({ group: 'South' });
  expect(withGroupReference({ group: 'gone' }, null, users, groups)).toEqual({ group: 'gone' });
  expect(withGroupReference({ group: null }, null, users, groups)).toEqual({ group: null });
  expect(withGroupReference({ name: 'A' }, null, users, groups)).toEqual({ name: 'A' });
});

test('an id is matched before a name', () => {
  const named = [{ id: 'grp-1', name: 'grp-2' }, south];
  expect(withGroupReference({ group: 'grp-2' }, null, holders('South'), named)).toEqual({
    group: 'South',
  });
});

test('a user whose group is named keeps the name, whatever most users have', () => {
  const users = holders('grp-1', 'grp-2');
  const edit = { group: 'grp-2', name: 'Ana' };
  expect(withGroupReference(edit, { group: 'South' }, users, groups)).toEqual({
    group: 'South',
    name: 'Ana',
  });
  expect(
    withGroupReference({ group: 'South' }, { group: 'grp-2' }, holders('North'), groups),
  ).toEqual({ group: 'grp-2' });
});
