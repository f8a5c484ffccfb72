import { expect, test } from 'vitest';
import { groupsByIdOrName } from '#shared/domain/access';
import type { Group } from '#shared/domain/group';
import type { User } from '#shared/domain/user';
import { matchesUserFilter, userFilters } from './user-filters';

const day = 86_400_000;
const now = 1000 * day;
const groups = groupsByIdOrName([{ id: 'g', name: 'North' } as Group]);
const user = (part: Partial<User>): User => ({
  id: 'u',
  name: null,
  email: null,
  country: null,
  timeZone: null,
  description: null,
  message: null,
  disabled: false,
  disabledMessage: null,
  tags: {},
  privileges: [],
  group: 'g',
  deviceId: null,
  adminDevices: null,
  validFrom: null,
  expiresAt: null,
  createdAt: now - day,
  modifiedAt: null,
  lastLoginAt: now,
  extra: {},
  gaps: { none: ['group', 'deviceId', 'lastLoginAt'] },
  ...part,
});
/** A last login that the service sent as a day. */
const loginOn = (at: number): Partial<User> => ({
  lastLoginAt: null,
  gaps: {
    none: ['group', 'deviceId'],
    days: { lastLoginAt: new Date(at).toISOString().slice(0, 10) },
  },
});
const filtersOf = (part: Partial<User>) =>
  userFilters.filter((filter) => matchesUserFilter(filter, user(part), now, groups, 'UTC'));

test.each<[string, Partial<User>, string[]]>([
  ['no filter', {}, []],
  ['disabled and expired', { disabled: true, expiresAt: now }, ['disabled', 'expired']],
  ['still valid', { expiresAt: now + 1 }, []],
  ['valid from tomorrow', { validFrom: now + day }, ['notYetValid']],
  ['invited yesterday', { lastLoginAt: null }, ['neverLoggedIn']],
  ['invited long ago', { lastLoginAt: null, createdAt: 0 }, ['neverLoggedIn', 'stale']],
  ['no dates sent', { lastLoginAt: null, createdAt: null }, ['neverLoggedIn']],
  ['90 days', { lastLoginAt: now - 90 * day }, []],
  ['just over 90 days', { lastLoginAt: now - 90 * day - 1 }, ['stale']],
  ['a login 89 days ago, as a day', loginOn(now - 89 * day), []],
  ['a login 90 days ago, as a day', loginOn(now - 90 * day), []],
  ['a login 92 days ago, as a day', loginOn(now - 92 * day), ['stale']],
  ['unassigned', { group: null }, ['unassigned']],
  ['assigned by name', { group: 'North' }, []],
  ['missing group', { group: 'South' }, ['missingGroup']],
  ['nothing provided', { group: null, lastLoginAt: null, gaps: undefined }, ['unknownAccess']],
  [
    'a group that was not understood',
    { group: null, gaps: { none: ['deviceId'], notUnderstood: { group: {} } } },
    ['unknownAccess'],
  ],
])('%s', (_, part, filters) => {
  expect(filtersOf(part)).toEqual(filters);
});

test('no group is missing while the list of groups was not received', () => {
  const unknown = groupsByIdOrName([], false);
  expect(matchesUserFilter('missingGroup', user({ group: 'South' }), now, unknown, 'UTC')).toBe(
    false,
  );
});
