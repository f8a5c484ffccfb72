import { describe, expect, test } from 'vitest';
import { mergeThreeWay, resolveConflicts } from './change';
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
});
