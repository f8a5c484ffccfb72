import { expect, test } from 'vitest';
import type { Group } from '#shared/domain/group';
import { groupsOfDevices, overlapCounts, overlapLabel } from './overlaps';

const group = (id: string, deviceIds: string[] | null) => ({ id, deviceIds }) as Group;

test('counts devices by the number of their groups, and duplicates once', () => {
  const byDevice = groupsOfDevices([
    group('g1', ['a', 'b', 'a']),
    group('g2', ['b', 'c']),
    group('g3', ['b']),
    group('g4', null),
  ]);
  expect(byDevice.get('b')?.map(({ id }) => id)).toEqual(['g1', 'g2', 'g3']);
  expect(overlapCounts(['a', 'b', 'c', 'd', 'e'], byDevice)).toEqual([
    { groups: 0, devices: 2 },
    { groups: 1, devices: 2 },
    { groups: 3, devices: 1 },
  ]);
});

test.each([
  [0, 'In no group'],
  [1, 'In 1 group'],
  [3, 'In 3 groups'],
])('%i', (groups, label) => {
  expect(overlapLabel(groups)).toBe(label);
});

test.each([
  [1, 'In at least 1 group'],
  [2, 'In at least 2 groups'],
])('%s known groups of more that are not known: %s', (groups, label) => {
  expect(overlapLabel(groups, 'members')).toBe(label);
});
