import { describe, expect, test } from 'vitest';
import {
  applyEdit,
  changesOf,
  inverseEdit,
  mergeThreeWay,
  missingFields,
  onlyChanges,
} from './change';
import { group, limits, user } from './change.test-support';
import type { GroupEdit, UserEdit } from './edit';

describe('changes', () => {
  test('lists only the fields that differ', () => {
    const edit: UserEdit = { name: 'Ana', email: 'ana@example.com', privileges: ['write', 'read'] };
    expect(changesOf('user', user, edit)).toEqual([
      { field: 'name', before: 'Ana Ruiz', after: 'Ana' },
    ]);
    expect(onlyChanges('user', user, edit)).toEqual({ name: 'Ana' });
  });

  test('empty text counts as none, spaces count as text', () => {
    expect(changesOf('user', user, { description: '' })).toEqual([]);
    expect(changesOf('user', user, { message: '' })).toEqual([
      { field: 'message', before: 'Hello', after: null },
    ]);
    expect(changesOf('user', user, { name: 'Ana Ruiz ' })).toHaveLength(1);
  });

  test('shows that a password was set, never its value', () => {
    const edit = { password: 'hunter2' };
    expect(changesOf('user', user, edit)).toEqual([
      { field: 'password', before: null, after: '(set)' },
    ]);
    expect(JSON.stringify(applyEdit('user', user, edit))).not.toContain('hunter2');
    expect(inverseEdit('user', user, edit)).toEqual({});
  });

  test('lists all given fields of a new record', () => {
    expect(changesOf('group', null, { name: 'East', description: '' })).toEqual([
      { field: 'name', before: null, after: 'East' },
    ]);
  });

  test.each([
    ['not in the answer', limits, true],
    ['stated as none', { ...limits, gaps: { none: ['dailySmsLimit'] } }, undefined],
  ])('a limit that was %s', (_known, before, isBeforeMissing) => {
    expect(changesOf('limits', before, { dailySmsLimit: 4 })).toEqual([
      { field: 'dailySmsLimit', before: null, after: 4, isBeforeMissing },
    ]);
  });

  test('only a limit with a record can be missing before', () => {
    expect(changesOf('limits', limits, { dailyEmailLimit: 4 })[0]).not.toHaveProperty(
      'isBeforeMissing',
    );
    expect(changesOf('limits', null, { dailySmsLimit: 4 })[0]).not.toHaveProperty(
      'isBeforeMissing',
    );
    const { message: _message, ...silent } = user;
    const [change] = changesOf('user', { ...silent, message: null }, { message: 'Hi' });
    expect(change).toEqual({ field: 'message', before: null, after: 'Hi' });
  });

  test('reports required fields that are missing or cleared', () => {
    expect(missingFields('user', { name: 'A', email: ' ' }, true)).toEqual([
      'email',
      'country',
      'timeZone',
    ]);
    expect(missingFields('user', { message: null }, false)).toEqual([]);
    expect(missingFields('group', { name: null }, false)).toEqual(['name']);
  });
});

describe('the record after an edit', () => {
  test('has the new values, and a cleared field is stated to be none', () => {
    const edited = applyEdit('user', { ...user, gaps: {} }, { name: 'Ana', message: '' });
    expect(edited).toMatchObject({ name: 'Ana', message: null, email: 'ana@example.com' });
    expect(edited.gaps?.none).toEqual(['message']);
  });

  test('has no gap where a value was given, and the others as before', () => {
    const gaps = {
      none: ['message', 'description'],
      notProvided: ['tags', 'privileges'],
      notUnderstood: { expiresAt: 'soon', adminDevices: 'many' },
      days: { expiresAt: '2030-01-31', validFrom: '2030-01-01' },
      partly: { tags: [1] },
    };
    const edit: UserEdit = { message: 'Hi', tags: { a: 'b' }, expiresAt: 5 };
    expect(applyEdit('user', { ...user, gaps }, edit).gaps).toEqual({
      none: ['description'],
      notProvided: ['privileges'],
      notUnderstood: { adminDevices: 'many' },
      days: { validFrom: '2030-01-01' },
      partly: { tags: [1] },
    });
    expect(applyEdit('user', user, edit)).not.toHaveProperty('gaps');
  });
});

describe('undo', () => {
  test('restores what was cleared, and nothing that the edit did not change', () => {
    const edit: UserEdit = { message: null, name: 'Ana Ruiz', disabled: true };
    expect(inverseEdit('user', user, edit)).toEqual({ message: 'Hello', disabled: false });
    expect(inverseEdit('user', { ...user, disabled: true }, { disabled: false })).toEqual({
      disabled: true,
    });
  });

  test('preserves later changes by other users', () => {
    const edit: GroupEdit = { name: 'East', deviceIds: ['a', 'b', 'c'] };
    const after = applyEdit('group', group, edit);
    const now = { ...after, description: 'Lorries', deviceIds: ['a', 'b', 'c', 'd'] };
    const { edit: undo, conflicts } = mergeThreeWay(
      'group',
      after,
      now,
      inverseEdit('group', group, edit),
    );
    expect({ undo, conflicts }).toEqual({
      undo: { name: 'Depot North', deviceIds: ['a', 'b', 'd'] },
      conflicts: [],
    });
  });

  test('a switch that was never sent is restored to off', () => {
    expect(inverseEdit('user', { ...user, disabled: null }, { disabled: true })).toEqual({
      disabled: false,
    });
  });
});
