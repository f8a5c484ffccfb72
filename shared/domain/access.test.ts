import { describe, expect, test } from 'vitest';
import type { Group } from './group';
import {
  accessLosses,
  accessOf,
  groupsByIdOrName,
  usersWithAccess,
  mayHaveAccess,
  unknownAssignments,
  createGroupReference,
  withGroupReference,
} from './access';
import type { User } from './user';
import type { Gaps } from './known';

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

describe('access that is not known', () => {
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
});

describe('the form of the group in a user', () => {
  const north = { id: 'grp-1', name: 'North' };
  const south = { id: 'grp-2', name: 'South' };
  const groups = [north, south];
  const holders = (...names: (string | null)[]) => names.map((group) => ({ group }));

  test('keeps the form the user has now', () => {
    const reference = createGroupReference(holders('North', 'South'), groups);
    expect(reference(north, 'grp-1')).toBe('grp-1');
    const byId = createGroupReference(holders('grp-1', 'grp-2'), groups);
    expect(byId(north, 'North')).toBe('North');
  });

  test('otherwise uses the form that most users have', () => {
    expect(createGroupReference(holders('North', 'South', 'grp-1'), groups)(south, null)).toBe(
      'South',
    );
    expect(createGroupReference(holders('North', 'grp-2', 'grp-1'), groups)(south, null)).toBe(
      'grp-2',
    );
  });

  test('uses the id without a majority, and for a group without a name', () => {
    expect(createGroupReference(holders('North', 'grp-2'), groups)(south, null)).toBe('grp-2');
    expect(createGroupReference(holders(null, 'gone'), groups)(south, null)).toBe('grp-2');
    const byName = createGroupReference(holders('North'), groups);
    expect(byName({ id: 'grp-3', name: null }, null)).toBe('grp-3');
  });

  test('converts the group of an edit to the form of the service unless it is unknown', () => {
    const users = holders('North');
    expect(withGroupReference({ group: 'grp-2' }, null, users, groups)).toEqual({ group: 'South' });
    expect(withGroupReference({ group: 'gone' }, null, users, groups)).toEqual({ group: 'gone' });
    expect(withGroupReference({ group: null }, null, users, groups)).toEqual({ group: null });
    expect(withGroupReference({ name: 'A' }, null, users, groups)).toEqual({ name: 'A' });
  });

  test('an id is matched before a name', () => {
    const named = [{ id: 'grp-1', name: 'grp-2' }, south];
    expect(withGroupReference({ group: 'grp-2' }, null, holders('South'), named)).toEqual({
      group: 'South',
    });
  });

  test('a user whose group is named keeps the name, whatever most users have', () => {
    const users = holders('grp-1', 'grp-2');
    const edit = { group: 'grp-2', name: 'Ana' };
    expect(withGroupReference(edit, { group: 'South' }, users, groups)).toEqual({
      group: 'South',
      name: 'Ana',
    });
    expect(
      withGroupReference({ group: 'South' }, { group: 'grp-2' }, holders('North'), groups),
    ).toEqual({ group: 'grp-2' });
  });
});
