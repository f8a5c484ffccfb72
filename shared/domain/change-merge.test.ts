import { describe, expect, test } from 'vitest';
import { mergeThreeWay, resolveConflicts, splitField } from './change';
import { group, limits, user } from './change.test-support';
import type { UserEdit } from './edit';

describe('merging', () => {
  test('different changes by both sides are a conflict, the rest is sent', () => {
    const theirs = { ...user, name: 'Ana R.', message: null };
    const edit: UserEdit = { name: 'Anna', message: null, country: 'PT' };
    expect(mergeThreeWay('user', user, theirs, edit)).toEqual({
      edit: { country: 'PT' },
      conflicts: [{ field: 'name', base: 'Ana Ruiz', theirs: 'Ana R.', mine: 'Anna' }],
    });
  });

  test('merges members that two users add and remove', () => {
    const theirs = { ...group, deviceIds: ['b', 'c'] };
    const merged = mergeThreeWay('group', group, theirs, { deviceIds: ['a', 'b', 'd'] });
    expect(merged).toEqual({ edit: { deviceIds: ['b', 'c', 'd'] }, conflicts: [] });
  });

  test('members that were not sent are unknown, not removed', () => {
    const theirs = { ...group, deviceIds: null };
    const merged = mergeThreeWay('group', group, theirs, { deviceIds: ['a', 'b', 'd'] });
    expect(merged.edit.deviceIds).toEqual(['a', 'b', 'd']);
  });

  test('tags conflict individually', () => {
    const base = { ...user, tags: { depot: 'north', shift: 'day', van: '1' } };
    const theirs = { ...user, tags: { depot: 'east', shift: 'day', new: 'n' } };
    const edit: UserEdit = { tags: { depot: 'south', shift: 'night', van: '2' } };
    const merged = mergeThreeWay('user', base, theirs, edit);
    expect(merged).toEqual({
      edit: { tags: { depot: 'east', shift: 'night', new: 'n' } },
      conflicts: [
        { field: 'tags/depot', base: 'north', theirs: 'east', mine: 'south' },
        { field: 'tags/van', base: '1', theirs: null, mine: '2' },
      ],
    });
    expect(resolveConflicts('user', theirs, merged, () => 'mine')).toEqual({
      tags: { depot: 'south', shift: 'night', new: 'n', van: '2' },
    });
    expect(resolveConflicts('user', theirs, merged, () => 'theirs')).toEqual(merged.edit);
  });

  test('turning Expires on conflicts with removing the date', () => {
    const theirs = { ...limits, expirationDate: null };
    expect(mergeThreeWay('limits', limits, theirs, { expires: true, dailySmsLimit: 4 })).toEqual({
      edit: { dailySmsLimit: 4 },
      conflicts: [
        { field: 'expires', base: false, theirs: false, mine: true },
        { field: 'expirationDate', base: '2030-01-31', theirs: null, mine: '2030-01-31' },
      ],
    });
  });

  test('a start after an end changed by another user is a conflict', () => {
    const theirs = { ...user, expiresAt: 1000 };
    const merged = mergeThreeWay('user', user, theirs, { validFrom: 2000 });
    expect(merged.edit).toEqual({});
    expect(merged.conflicts.map(({ field }) => field)).toEqual(['validFrom', 'expiresAt']);
  });

  test('a change by one side only, or the same by both, is no conflict', () => {
    const theirs = { ...user, name: 'Anna', country: 'PT' };
    expect(mergeThreeWay('user', user, theirs, { name: 'Anna', message: 'Bye' })).toEqual({
      edit: { message: 'Bye' },
      conflicts: [],
    });
    // An unchanged field of the form does not undo what the other user wrote.
    expect(mergeThreeWay('user', user, theirs, { name: 'Ana Ruiz' })).toEqual({
      edit: {},
      conflicts: [],
    });
  });

  test('a password is always sent', () => {
    expect(mergeThreeWay('user', user, user, { password: 'x' }).edit).toEqual({ password: 'x' });
  });

  test('privileges and tags that both sides changed alike are not sent', () => {
    const theirs = { ...user, privileges: ['write'], tags: {} };
    const edit: UserEdit = { privileges: ['write'], tags: {} };
    expect(mergeThreeWay('user', user, theirs, edit)).toEqual({ edit: {}, conflicts: [] });
  });

  test('a tag that only one side removed is removed', () => {
    const merged = mergeThreeWay('user', user, user, { tags: {} });
    expect(merged).toEqual({ edit: { tags: {} }, conflicts: [] });
    const theirs = { ...user, tags: {} };
    const mine = { tags: { depot: 'north', van: '1' } };
    expect(mergeThreeWay('user', user, theirs, mine).edit).toEqual({ tags: { van: '1' } });
  });

  test('a member that both sides added is sent once', () => {
    const theirs = { ...group, deviceIds: ['a', 'b', 'c'] };
    const edit = { deviceIds: ['a', 'b', 'c', 'd'] };
    expect(mergeThreeWay('group', group, theirs, edit).edit).toEqual({
      deviceIds: ['a', 'b', 'c', 'd'],
    });
  });

  test('the end of a validity that was set before another start is a conflict', () => {
    const base = { ...user, validFrom: 100, expiresAt: 900 };
    const merge = (theirs: object, edit: UserEdit) =>
      mergeThreeWay('user', base, { ...base, ...theirs }, edit);
    expect(merge({ validFrom: 500 }, { expiresAt: 400, name: 'Al' })).toEqual({
      edit: { name: 'Al' },
      conflicts: [
        { field: 'validFrom', base: 100, theirs: 500, mine: 100 },
        { field: 'expiresAt', base: 900, theirs: 900, mine: 400 },
      ],
    });
    expect(merge({ validFrom: 300 }, { expiresAt: 400 }).conflicts).toEqual([]);
    // Not valid at the service already, or by the edit alone: no conflict between the two.
    expect(merge({ validFrom: 950 }, { expiresAt: 800 })).toEqual({
      edit: { expiresAt: 800 },
      conflicts: [],
    });
    expect(merge({ name: 'Al' }, { expiresAt: 50 })).toEqual({
      edit: { expiresAt: 50 },
      conflicts: [],
    });
  });

  test('a conflict is resolved field by field', () => {
    const theirs = { ...user, name: 'Al', tags: { depot: 'east' }, country: 'PT' };
    const edit: UserEdit = { name: 'Anna', tags: {}, country: 'FR', message: 'Bye' };
    const merged = mergeThreeWay('user', user, theirs, edit);
    const chosen = resolveConflicts('user', theirs, merged, ({ field }) =>
      field === 'name' ? 'theirs' : 'mine',
    );
    expect(chosen).toEqual({ message: 'Bye', country: 'FR', tags: {} });
  });

  test('the key of a tag may contain a slash', () => {
    expect(splitField('tags/a/b')).toEqual(['tags', 'a/b']);
    expect(splitField('tags/')).toEqual(['tags', '']);
    expect(splitField('name')).toEqual(['name', null]);
  });

  test('a value that was not understood is compared by its original', () => {
    const unread = (original: unknown) => ({
      ...user,
      expiresAt: null,
      gaps: { notUnderstood: { expiresAt: original, tags: 'x' } },
    });
    const merge = (theirs: typeof user) =>
      mergeThreeWay('user', unread({ a: 1 }), theirs, { expiresAt: 5 });
    expect(merge(unread({ a: 1 }))).toEqual({ edit: { expiresAt: 5 }, conflicts: [] });
    expect(merge(unread('soon')).conflicts).toEqual([
      {
        field: 'expiresAt',
        base: { notUnderstood: { a: 1 } },
        theirs: { notUnderstood: 'soon' },
        mine: 5,
      },
    ]);
    // Tags that were read in part are merged by what was read.
    const merged = mergeThreeWay('user', unread(1), unread(1), { tags: { depot: 'south' } });
    expect(merged.edit).toEqual({ tags: { depot: 'south' } });
  });

  test('a moment that was sent as a day is that day', () => {
    const day = (of: string) => ({ ...user, gaps: { days: { expiresAt: of } } });
    const merge = (theirs: typeof user) =>
      mergeThreeWay('user', day('2030-01-31'), theirs, { expiresAt: 5 });
    expect(merge(day('2030-01-31')).conflicts).toEqual([]);
    expect(merge(day('2030-02-01')).conflicts).toMatchObject([
      { base: '2030-01-31', theirs: '2030-02-01', mine: 5 },
    ]);
  });
});
