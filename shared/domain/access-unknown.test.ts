import { expect, test } from 'vitest';
import {
  accessLosses,
  accessOf,
  groupsByIdOrName,
  mayHaveAccess,
  unknownAssignments,
  usersWithAccess,
} from './access';
import type { Group } from './group';
import type { Gaps } from './known';
import type { User } from './user';

const none: Gaps = { none: ['group', 'deviceId'] };
const group = (id: string, deviceIds: string[] | null, gaps?: Gaps) =>
  ({ id, name: `Group ${id}`, deviceIds, gaps }) as Group;
const user = (named: string | null, deviceId: string | null = null, gaps: Gaps = none) =>
  ({ id: 'u', group: named, deviceId, gaps }) as User;

const whole = group('whole', ['a', 'b']);
const partly = group('partly', ['a'], { partly: { deviceIds: [{}, {}] } });
const silent = group('silent', null);
const groups = groupsByIdOrName([whole, partly, silent]);
const noList = groupsByIdOrName([], false);

test('the first group of a name is found by it, and one without a name by its id', () => {
  const [first, second] = [group('1', []), { ...group('2', []), name: 'Group 1' }];
  const nameless = { ...group('3', []), name: null };
  const lookup = groupsByIdOrName([first, second, nameless]);
  expect(lookup.find('Group 1')).toBe(first);
  expect(lookup.find('3')).toBe(nameless);
  expect(lookup.isKnown).toBe(true);
  expect(noList.isKnown).toBe(false);
});

test('without the list of groups an assigned group is unlisted, not missing', () => {
  expect(accessOf(user('whole', 'c'), noList)).toMatchObject({
    missingGroup: null,
    unlistedGroup: 'whole',
    deviceIds: null,
    isUnassigned: false,
  });
  expect(accessOf(user(null, 'c'), noList)).toMatchObject({
    unlistedGroup: null,
    deviceIds: new Set(['c']),
    isUnassigned: false,
  });
  expect(accessOf(user('elsewhere'), groups)).toMatchObject({
    missingGroup: 'elsewhere',
    unlistedGroup: null,
  });
});

test('members that were not understood are counted', () => {
  expect(accessOf(user('partly'), groups).unreadMembers).toBe(2);
  expect(accessOf(user('whole'), groups).unreadMembers).toBe(0);
  expect(accessOf(user(null), groups).unreadMembers).toBe(0);
});

test('an assignment that the service does not state is unknown', () => {
  expect(unknownAssignments(user(null))).toEqual([]);
  expect(unknownAssignments(user(null, null, {}))).toEqual(['group', 'deviceId']);
  expect(unknownAssignments(user('whole', null, {}))).toEqual(['deviceId']);
  expect(unknownAssignments(user(null, 'a', {}))).toEqual(['group']);
});

test.each<[string, User, boolean]>([
  ['sees it directly', user(null, 'x', {}), false],
  ['sees it through the group', user('whole', null, {}), false],
  ['has a group whose members are all known', user('whole'), false],
  ['is assigned to nothing', user(null), false],
  ['has a group of which members were not understood', user('partly'), true],
  ['has a group without members in the answer', user('silent'), true],
  ['has an assignment that was not provided', user(null, 'c', {}), true],
])('a user who %s may see a device: %j', (_, someone, mayBe) => {
  const device = someone.deviceId === 'x' ? 'x' : someone.gaps === none ? 'z' : 'a';
  expect(mayHaveAccess(device, someone, groups)).toBe(mayBe);
});

test('while the list of groups is missing, members of a group may see each device', () => {
  expect(mayHaveAccess('a', user('whole'), noList)).toBe(true);
  expect(mayHaveAccess('a', user(null), noList)).toBe(false);
});

test('a group with unknown members shows no device to its users', () => {
  expect(usersWithAccess('a', [user('silent'), user('partly'), user(null)], groups)).toEqual([
    { user: user('partly'), group: partly, isDirect: false },
  ]);
});

test('what a deleted group takes away is unknown if its members are', () => {
  const deleted = new Set(['silent', 'partly', 'whole']);
  const users = [user('silent', 'c'), user('partly'), user('whole', null, {}), user(null)];
  expect(accessLosses(deleted, users, groups)).toEqual([
    { user: users[0], lostIds: null, remaining: 1 },
    { user: users[1], lostIds: null, remaining: 0 },
    { user: users[2], lostIds: ['a', 'b'], remaining: null },
  ]);
});
