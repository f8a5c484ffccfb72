import { describe, expect, test } from 'vitest';
import { toCreateBody, toJsonPatch, toReplaceBody } from './records';
import { rawUser } from '../domain/change.test-support';
import type { LimitsEdit, UserEdit } from '../domain/edit';

describe('bodies', () => {
  test('POST contains no null members and no system dates', () => {
    const edit: UserEdit = {
      name: 'A',
      email: 'a@b',
      message: null,
      description: '',
      validFrom: 0,
    };
    expect(toCreateBody('user', edit)).toEqual({
      name: 'A',
      email: 'a@b',
      from: '1970-01-01T00:00:00Z',
    });
    expect(toCreateBody('group', { name: 'G', deviceIds: ['a', 'a'] })).toEqual({
      name: 'G',
      devices: ['a'],
    });
  });

  test('PUT preserves unknown members and returns no password', () => {
    const raw = { success: true, apiUsage: 3, ...rawUser, Password: null };
    expect(
      toReplaceBody('user', raw, { name: 'Ana', tags: { depot: 'south' }, message: null }),
    ).toEqual({
      name: 'Ana',
      email: 'ana@example.com',
      country: 'ES',
      timeZone: 'Europe/Madrid',
      description: null,
      message: null,
      disabled: false,
      tags: { depot: 'south' },
      privileges: ['read', 'write'],
      from: null,
      expires: '2030-01-15T07:00:00+01:00',
      favouriteColour: { hex: '#fff' },
    });
    expect(toReplaceBody('user', raw, { password: 'new' })).toHaveProperty('password', 'new');
  });

  test('PUT matches members in the letter case of the service', () => {
    const raw = { Id: 'g', Name: 'Old', Devices: ['a'], LastModified: 'x' };
    expect(toReplaceBody('group', raw, { name: 'New' })).toEqual({ Name: 'New', Devices: ['a'] });
  });
});

describe('JSON Patch', () => {
  test('tests the old values as received, before any change', () => {
    const edit: UserEdit = {
      name: 'Ana',
      expiresAt: Date.UTC(2031, 0, 1),
      disabledMessage: 'Left',
    };
    expect(toJsonPatch('user', rawUser, edit)).toEqual([
      { op: 'test', path: '/name', value: 'Ana Ruiz' },
      { op: 'test', path: '/expires', value: '2030-01-15T07:00:00+01:00' },
      { op: 'replace', path: '/name', value: 'Ana' },
      { op: 'add', path: '/disabledMessage', value: 'Left' },
      { op: 'replace', path: '/expires', value: '2031-01-01T00:00:00Z' },
    ]);
  });

  test('removes cleared fields and skips fields that are already empty', () => {
    const edit: UserEdit = { message: null, description: null, deviceId: null };
    expect(toJsonPatch('user', rawUser, edit)).toEqual([
      { op: 'test', path: '/message', value: 'Hello' },
      { op: 'remove', path: '/message' },
    ]);
  });

  test('sets a password without a test', () => {
    expect(toJsonPatch('user', { ...rawUser, password: null }, { password: 'new' })).toEqual([
      { op: 'add', path: '/password', value: 'new' },
    ]);
  });

  test('changes tags individually, with escaped names', () => {
    const raw = { tags: { 'a/b': 'x', '~c': 7, gone: 'y', hidden: null } };
    const edit: UserEdit = { tags: { 'a/b': 'z', '~c': '7', new: 'n' } };
    expect(toJsonPatch('user', raw, edit)).toEqual([
      { op: 'test', path: '/tags/gone', value: 'y' },
      { op: 'test', path: '/tags/a~1b', value: 'x' },
      { op: 'remove', path: '/tags/gone' },
      { op: 'replace', path: '/tags/a~1b', value: 'z' },
      { op: 'add', path: '/tags/new', value: 'n' },
    ]);
  });

  test('adds all tags at once if the service sent none', () => {
    expect(toJsonPatch('user', { tags: null }, { tags: { a: 'b' } })).toEqual([
      { op: 'test', path: '/tags', value: null },
      { op: 'replace', path: '/tags', value: { a: 'b' } },
    ]);
    expect(toJsonPatch('user', {}, { tags: { a: 'b' } })).toEqual([
      { op: 'add', path: '/tags', value: { a: 'b' } },
    ]);
  });

  test('replaces the whole member list of a group, after a test of the old list', () => {
    expect(toJsonPatch('group', { devices: ['a', 'b'] }, { deviceIds: ['b', 'c'] })).toEqual([
      { op: 'test', path: '/devices', value: ['a', 'b'] },
      { op: 'replace', path: '/devices', value: ['b', 'c'] },
    ]);
  });

  test('writes limits below /limits, with null for no limit', () => {
    const raw = { id: 'd', limits: { expires: false, dailyEmailLimit: 10 } };
    const edit: LimitsEdit = { dailyEmailLimit: null, dailySmsLimit: 5, expirationDate: null };
    expect(toJsonPatch('limits', raw, edit)).toEqual([
      { op: 'test', path: '/limits/dailyEmailLimit', value: 10 },
      { op: 'replace', path: '/limits/dailyEmailLimit', value: null },
      { op: 'add', path: '/limits/dailySmsLimit', value: 5 },
    ]);
    expect(toJsonPatch('limits', { id: 'd' }, { dailySmsLimit: 5 })).toEqual([
      { op: 'add', path: '/limits', value: { dailySmsLimit: 5 } },
    ]);
  });
});
