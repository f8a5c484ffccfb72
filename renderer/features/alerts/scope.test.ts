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

test('an empty selection means all devices', () => {
  expect(devicesOf({ deviceIds: [], groupId: null }, groups)).toBeNull();
});

test('combines devices and a group without duplicates', () => {
  expect(devicesOf({ deviceIds: ['b', 'c'], groupId: 'north' }, groups)).toEqual(['b', 'c', 'a']);
});

test('a group with unknown members means no devices, never all', () => {
  expect(devicesOf({ deviceIds: [], groupId: 'unknown' }, groups)).toEqual([]);
  expect(devicesOf({ deviceIds: [], groupId: 'gone' }, groups)).toEqual([]);
});

test('describes the filter as text', () => {
  expect(scopeText({ devices: [], group: null, kinds: [], acknowledged: null })).toBe('none');
  expect(
    scopeText({ devices: ['Van 9'], group: 'North', kinds: ['Too fast'], acknowledged: false }),
  ).toBe('Devices: Van 9; Group: North; Kinds: Too fast; Only not acknowledged');
});
