import { expect, test } from 'vitest';
import { groupsByIdOrName } from '#shared/domain/access';
import type { Group } from '#shared/domain/group';
import { userOf } from '#shared/domain/records.test-support';
import type { User } from '#shared/domain/user';
import { format } from '../../../test/support/english';
import { planUserChange, type BulkActionKind } from './user-actions';
import {
  expiryDistance,
  extendedDay,
  placeOfAccount,
  privilegeWords,
  userFilters,
  userProblems,
  userStatusOf,
  withoutWrongDays,
} from './user-rules';

const base = { validFrom: 2000, expiresAt: 5000, email: 'not an address' } as User;
const blocked = (edit: Record<string, unknown>, of: User | null = base) => [
  ...userProblems(edit, of, format).keys(),
];

test('a new user needs four fields', () => {
  expect(blocked({}, null)).toEqual(['name', 'email', 'country', 'timeZone']);
  const whole = { name: 'Ana', email: 'ana@fleet.example', country: 'ES', timeZone: 'Etc/UTC' };
  expect(blocked(whole, null)).toEqual([]);
});

test('only edited fields of an existing user are checked', () => {
  expect(blocked({ description: 'x' })).toEqual([]);
  expect(blocked({ name: '  ' })).toEqual(['name']);
});

test.each<[Record<string, unknown>, string[]]>([
  [{ email: 'ana' }, ['email']],
  [{ email: 'ana @x' }, ['email']],
  [{ email: 'ana@localhost' }, []],
  [{ adminDevices: '3 or 4' }, ['adminDevices']],
  [{ adminDevices: null }, []],
  [{ tags: { '': 'red' } }, ['tags']],
  [{ tags: { Password: 'x' } }, ['tags']],
  [{ name: 'x'.repeat(4097), message: 'y'.repeat(4096) }, ['name']],
  [{ tags: { colour: '' } }, []],
  [{ expiresAt: 2000 }, ['expiresAt']],
  [{ validFrom: 6000 }, ['expiresAt']],
  [{ validFrom: 6000, expiresAt: null }, []],
  [{ validFrom: '31 Feb' }, ['validFrom']],
  [{ expiresAt: 'tomorrow' }, ['expiresAt']],
  [{ validFrom: 'x', expiresAt: 'y' }, ['validFrom', 'expiresAt']],
])('%o', (edit, fields) => {
  expect(blocked(edit)).toEqual(fields);
});

test('days that are not dates are left out of the preview of an edit', () => {
  const typed: Record<string, unknown> = { name: 'Ana', validFrom: 'soon', expiresAt: 7000 };
  expect(withoutWrongDays(typed)).toEqual({ name: 'Ana', expiresAt: 7000 });
});

const day = 86_400_000;
const now = 1000 * day;
const groups = groupsByIdOrName([{ id: 'g', name: 'North' } as Group]);
const user = (part: Partial<User>) =>
  userOf('u', {
    disabled: false,
    group: 'g',
    createdAt: now - day,
    lastLoginAt: now,
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
  userFilters
    .filter(({ passes }) => passes(user(part), { now, groups, zone: 'UTC' }))
    .map(({ id }) => id);

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
  const missing = userFilters.find(({ id }) => id === 'missingGroup');
  const context = { now, groups: unknown, zone: 'UTC' };
  expect(missing?.passes(user({ group: 'South' }), context)).toBe(false);
});

const open = { disabled: false, validFrom: null, expiresAt: null };

test.each([
  ['active', open],
  ['active', { ...open, validFrom: now, expiresAt: now + 1 }],
  ['disabled', { disabled: true, validFrom: now + 1, expiresAt: null }],
  ['notYetValid', { ...open, validFrom: now + 1 }],
  ['expired', { ...open, expiresAt: now }],
  ['notProvided', { ...open, disabled: null }],
  ['expired', { ...open, disabled: null, expiresAt: now - 1 }],
] as const)('%s', (status, user) => {
  expect(userStatusOf(user, now, 'UTC')).toBe(status);
});

test('a validity that was not understood is not "active"', () => {
  const user = { ...open, gaps: { notUnderstood: { expiresAt: 'soon' } } };
  expect(userStatusOf(user, now, 'UTC')).toBe('notUnderstood');
  expect(userStatusOf({ ...user, disabled: true }, now, 'UTC')).toBe('disabled');
});

test('a day without a time is valid as a whole in the time zone of the account', () => {
  const user = { ...open, gaps: { days: { expiresAt: '2026-12-30' } } };
  const evening = Date.parse('2026-12-31T00:30:00Z');
  expect(userStatusOf(user, evening, 'America/New_York')).toBe('active');
  expect(userStatusOf(user, evening, 'Europe/Paris')).toBe('expired');
  const from = { ...open, gaps: { days: { validFrom: '2026-12-31' } } };
  expect(userStatusOf(from, evening, 'America/New_York')).toBe('notYetValid');
});

test('the distance of an expiry is counted in calendar days of the account', () => {
  const evening = Date.parse('2026-12-30T23:30:00Z');
  const user = { ...open, expiresAt: Date.parse('2026-12-31T22:30:00Z') };
  expect(expiryDistance(user, evening, 'UTC', format)).toBe('in 1 d');
  expect(expiryDistance(user, evening, 'Europe/Paris', format)).toBe('today');
  const onDay = { ...open, gaps: { days: { expiresAt: '2027-01-30' } } };
  expect(expiryDistance(onDay, evening, 'UTC', format)).toBe('in 31 d');
  expect(expiryDistance(onDay, evening, 'Europe/Paris', format)).toBe('in 30 d');
  // The last valid day is today until it ends.
  const endOfDay = { ...open, expiresAt: Date.parse('2026-12-31T00:00:00Z') };
  expect(expiryDistance(endOfDay, evening, 'UTC', format)).toBe('today');
  expect(expiryDistance(open, evening, 'UTC', format)).toBeNull();
});

const context = {
  groups: [{ id: 'g', name: 'North' } as Group],
  zone: 'UTC',
  format,
};
const edits = (kind: BulkActionKind, text: string) => {
  const users = [
    { id: 'u1', privileges: ['Track', 'Edit'] },
    { id: 'u2', privileges: ['Track'] },
  ] as User[];
  return planUserChange(kind, users, text, context)?.steps.map(
    (step) => 'edit' in step && step.edit,
  );
};

test('grants and revokes privileges based on what each user has', () => {
  expect(edits('addPrivilege', 'Edit')).toEqual([
    { privileges: ['Track', 'Edit'] },
    { privileges: ['Track', 'Edit'] },
  ]);
  expect(edits('removePrivilege', 'Track')).toEqual([{ privileges: ['Edit'] }, { privileges: [] }]);
  expect(edits('addPrivilege', '')).toBeUndefined();
});

test('the other bulk actions change only their own field', () => {
  expect(edits('disable', ' ')?.[0]).toEqual({ disabled: true });
  expect(edits('disable', 'On leave')?.[0]).toEqual({
    disabled: true,
    disabledMessage: 'On leave',
  });
  expect(edits('enable', '')?.[0]).toEqual({ disabled: false });
  expect(edits('setGroup', '')?.[0]).toEqual({ group: null });
  expect(edits('setExpiry', '')?.[0]).toEqual({ expiresAt: null });
  expect(edits('setExpiry', 'soon')).toBeUndefined();
});

test('privileges are in words if their names are made of words', () => {
  const names = ['EditDevices', 'SendSmsAlerts', 'Track', 'GPS', 'sms_2', 'iOSApp'];
  expect(privilegeWords({ is: 'value', value: names, asOf: null })).toMatchObject({
    value: ['Edit devices', 'Send SMS alerts', 'Track', 'GPS', 'sms_2', 'iOSApp'],
  });
});

test('a new user begins where the own user of the account is, else where the account and most of its users are', () => {
  const person = (name: string, country: string | null, timeZone: string | null) => ({
    name,
    email: `${name.toLowerCase()}@fleet.example`,
    country,
    timeZone,
  });
  const users = [
    person('Ana', 'ES', 'Europe/Madrid'),
    person('Bruno', 'FR', 'Europe/Paris'),
    person('Carla', 'FR', null),
  ];
  expect(placeOfAccount(users, 'ANA', 'UTC')).toEqual({ country: 'ES', timeZone: 'Europe/Madrid' });
  expect(placeOfAccount(users, 'bruno@fleet.example', 'UTC').country).toBe('FR');
  expect(placeOfAccount(users, 'admin', 'UTC')).toEqual({ country: 'FR', timeZone: 'UTC' });
  expect(placeOfAccount(users, 'admin', 'Europe/Madrid').country).toBe('ES');
  expect(placeOfAccount(users.slice(0, 2), 'admin', 'UTC')).toEqual({ timeZone: 'UTC' });
  expect(placeOfAccount([], '', 'UTC')).toEqual({ timeZone: 'UTC' });
});

test.each([
  [null, 1, '2026-12-26'],
  ['2026-01-31', 3, '2027-02-26'],
  ['2027-01-31', 1, '2027-02-28'],
  ['2027-01-31', 12, '2028-01-31'],
])('the end %s, extended by %s months, is %s', (day, months, extended) => {
  expect(extendedDay(day, '2026-11-26', months)).toBe(extended);
});
