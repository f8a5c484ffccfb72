import { expect, test } from 'vitest';
import type { Group } from './group';
import { accessLosses, accessOf, groupsByIdOrName, usersWithAccess } from './access';
import type { User } from './user';

const group = (id: string, name: string | null, deviceIds: string[] | null) =>
  ({ id, name, deviceIds }) as Group;
/** A user with both assignments stated, also if there are none. */
const user = (id: string, named: string | null, deviceId: string | null = null) =>
  ({ id, group: named, deviceId, gaps: { none: ['group', 'deviceId'] } }) as User;

const north = group('g1', 'Depot North', ['a', 'b', 'a']);
const silent = group('g2', 'Silent', null);
// The name of this group is the id of another; the id takes precedence.
const trap = group('g3', 'g1', ['z']);
const groups = groupsByIdOrName([trap, north, silent]);

test('finds a group by id before name', () => {
  expect(groups.find('g1')).toBe(north);
  expect(groups.find('Depot North')).toBe(north);
  expect(groups.find('nowhere')).toBeNull();
  expect(groups.find(null)).toBeNull();
});

test('a user sees the members of the group and the assigned device, each once', () => {
  const access = accessOf(user('u', 'Depot North', 'b'), groups);
  expect([...access.deviceIds!]).toEqual(['a', 'b']);
  expect(access).toMatchObject({ group: north, missingGroup: null, isUnassigned: false });
});

test('reports members that were not sent as unknown, and a group that does not exist as missing', () => {
  expect(accessOf(user('u', 'g2', 'b'), groups).deviceIds).toBeNull();
  const lost = accessOf(user('u', 'Depot South'), groups);
  expect(lost).toMatchObject({ group: null, missingGroup: 'Depot South', isUnassigned: false });
  expect(lost.deviceIds?.size).toBe(0);
});

test('a user without an assignment is unassigned, not without access', () => {
  expect(accessOf(user('u', null), groups)).toMatchObject({
    isUnassigned: true,
    missingGroup: null,
  });
});

test('lists the users who can see a device, and how', () => {
  const [ana, ben, cleo, dan] = [
    user('ana', 'Depot North'),
    user('ben', null, 'a'),
    user('cleo', 'g1', 'a'),
    user('dan', 'g3'),
  ];
  expect(usersWithAccess('a', [ana, ben, cleo, dan], groups)).toEqual([
    { user: ana, group: north, isDirect: false },
    { user: ben, group: null, isDirect: true },
    { user: cleo, group: north, isDirect: true },
  ]);
});

test('deleting a group removes access to its devices, except to the one assigned directly', () => {
  const [ana, ben, cleo] = [user('ana', 'Depot North'), user('ben', 'g1', 'a'), user('c', 'g2')];
  expect(accessLosses(new Set(['g1']), [ana, ben, cleo], groups)).toEqual([
    { user: ana, lostIds: ['a', 'b'], remaining: 0 },
    { user: ben, lostIds: ['b'], remaining: 1 },
  ]);
});

test('a user whose assigned device is not known may keep it when the group is deleted', () => {
  const ana = { id: 'ana', group: 'g1', deviceId: null, gaps: {} } as User;
  expect(accessLosses(new Set(['g1']), [ana], groups)).toEqual([
    { user: ana, lostIds: ['a', 'b'], remaining: null },
  ]);
});

test('deleting a group whose members are not all known takes an unknown number of devices', () => {
  const partly = {
    ...group('g4', 'Partly', ['a']),
    gaps: { partly: { deviceIds: [7] } },
  } as Group;
  const users = [user('ana', 'g4'), user('ben', 'g2', 'a')];
  const lookup = groupsByIdOrName([partly, silent]);
  expect(accessLosses(new Set(['g4', 'g2']), users, lookup)).toEqual([
    { user: users[0], lostIds: null, remaining: 0 },
    { user: users[1], lostIds: null, remaining: 1 },
  ]);
  expect(accessOf(users[0]!, lookup).unreadMembers).toBe(1);
  expect(accessOf(users[1]!, lookup).unreadMembers).toBe(0);
});
