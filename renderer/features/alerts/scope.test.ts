import { expect, test } from 'vitest';
import type { Group } from '#shared/domain/group';
import { devicesOf, scopeText } from './scope';

const group = (id: string, deviceIds: string[] | null): Group => ({
  id,
  name: id,
  description: null,
  deviceIds,
  createdAt: null,
  modifiedAt: null,
  extra: {},
});
const groups = [group('north', ['a', 'b']), group('unknown', null)];

test('nothing chosen is all, not none', () => {
  expect(devicesOf({ deviceIds: [], groupId: null }, groups)).toBeNull();
});

test('devices and a group are looked at together, nobody twice', () => {
  expect(devicesOf({ deviceIds: ['b', 'c'], groupId: 'north' }, groups)).toEqual(['b', 'c', 'a']);
});

test('a group of which the members are unknown is nobody, never all', () => {
  expect(devicesOf({ deviceIds: [], groupId: 'unknown' }, groups)).toEqual([]);
  expect(devicesOf({ deviceIds: [], groupId: 'gone' }, groups)).toEqual([]);
});

test('the filter is told in words', () => {
  expect(scopeText({ devices: [], group: null, kinds: [], acknowledged: null })).toBe('none');
  expect(
    scopeText({ devices: ['Van 9'], group: 'North', kinds: ['Too fast'], acknowledged: false }),
  ).toBe('Devices: Van 9; Group: North; Kinds: Too fast; Only not acknowledged');
});
