import { expect, test } from 'vitest';
import type { Group } from '#shared/domain/group';
import { membershipSteps } from './membership-steps';

const group = (id: string, deviceIds: string[] | null) => ({ id, deviceIds }) as Group;
const groups = [group('g1', ['a', 'b']), group('g2', ['c']), group('g3', null)];

test('adding keeps the members, changes only groups that need it, and skips groups with unknown members', () => {
  const { steps, skipped } = membershipSteps(groups, ['a', 'b'], 'add');
  expect(steps).toEqual([
    { kind: 'group', action: 'change', id: 'g2', edit: { deviceIds: ['c', 'a', 'b'] } },
  ]);
  expect(skipped.map(({ id }) => id)).toEqual(['g3']);
});

test('removing removes only the given devices', () => {
  const { steps } = membershipSteps(groups, ['b', 'x'], 'remove');
  expect(steps).toEqual([
    { kind: 'group', action: 'change', id: 'g1', edit: { deviceIds: ['a'] } },
  ]);
});
