import { expect, test } from 'vitest';
import type { Group } from '#shared/domain/group';
import { membershipSteps } from './membership-steps';

const group = (id: string, deviceIds: string[] | null) => ({ id, deviceIds }) as Group;
const groups = [group('g1', ['a', 'b']), group('g2', ['c']), group('g3', null)];

test('adding keeps who is in, touches only groups that change, and leaves out the unknown', () => {
  const { steps, leftOut } = membershipSteps(groups, ['a', 'b'], 'add');
  expect(steps).toEqual([
    { action: 'changeGroup', id: 'g2', edit: { deviceIds: ['c', 'a', 'b'] } },
  ]);
  expect(leftOut.map(({ id }) => id)).toEqual(['g3']);
});

test('removing takes only those out', () => {
  const { steps } = membershipSteps(groups, ['b', 'x'], 'remove');
  expect(steps).toEqual([{ action: 'changeGroup', id: 'g1', edit: { deviceIds: ['a'] } }]);
});
