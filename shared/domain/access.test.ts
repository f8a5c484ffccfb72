import { expect, test } from 'vitest';
import type { Group } from './group';
import { groupsByIdOrName, lossesOf, accessOf, whoSees } from './access';
import type { User } from './user';

const group = (id: string, name: string | null, deviceIds: string[] | null) =>
  ({ id, name, deviceIds }) as Group;
const user = (id: string, named: string | null, deviceId: string | null = null) =>
  ({ id, group: named, deviceId }) as User;

const north = group('g1', 'Depot North', ['a', 'b', 'a']);
const silent = group('g2', 'Silent', null);
// A name that is another group's id: the id counts.
const trap = group('g3', 'g1', ['z']);
const groups = groupsByIdOrName([trap, north, silent]);

test('a group is found by id before name', () => {
  expect(groups.find('g1')).toBe(north);
  expect(groups.find('Depot North')).toBe(north);
  expect(groups.find('nowhere')).toBeNull();
  expect(groups.find(null)).toBeNull();
});

test('a user sees the members of the group and the device, each once', () => {
  const sight = accessOf(user('u', 'Depot North', 'b'), groups);
  expect([...sight.deviceIds!]).toEqual(['a', 'b']);
  expect(sight).toMatchObject({ group: north, lostGroup: null, isUntied: false });
});

test('members that were not sent are unknown, a group that is gone is said', () => {
  expect(accessOf(user('u', 'g2', 'b'), groups).deviceIds).toBeNull();
  const lost = accessOf(user('u', 'Depot South'), groups);
  expect(lost).toMatchObject({ group: null, lostGroup: 'Depot South', isUntied: false });
  expect(lost.deviceIds?.size).toBe(0);
});

test('tied to nothing is not the same as seeing nothing', () => {
  expect(accessOf(user('u', null), groups)).toMatchObject({ isUntied: true, lostGroup: null });
});

test('who sees a device, and through what', () => {
  const [ana, ben, cleo, dan] = [
    user('ana', 'Depot North'),
    user('ben', null, 'a'),
    user('cleo', 'g1', 'a'),
    user('dan', 'g3'),
  ];
  expect(whoSees('a', [ana, ben, cleo, dan], groups)).toEqual([
    { user: ana, group: north, isDirect: false },
    { user: ben, group: null, isDirect: true },
    { user: cleo, group: north, isDirect: true },
  ]);
});

test('deleting a group takes its devices from those tied to it by id or name, their own one not', () => {
  const [ana, ben, cleo] = [user('ana', 'Depot North'), user('ben', 'g1', 'a'), user('c', 'g2')];
  expect(lossesOf(new Set(['g1']), [ana, ben, cleo], groups)).toEqual([
    { user: ana, lost: ['a', 'b'], left: 0 },
    { user: ben, lost: ['b'], left: 1 },
  ]);
});
