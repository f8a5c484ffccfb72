import { expect, test, describe } from 'vitest';
import {
  userLabel,
  validityProblem,
  exactDay,
  knownValidity,
  validityAt,
  validityDay,
  validityEnd,
  validityMoment,
  userSchema,
} from './user';
import fc from 'fast-check';
import { says } from '../../test/support/english';

test.each([
  [{ id: 'u', name: ' Ana ', email: 'a@b' }, 'Ana'],
  [{ id: 'u', name: ' ', email: ' a@b ' }, 'a@b'],
  [{ id: 'u', name: null, email: '' }, 'u'],
  [{ id: 'u', name: null, email: 'a@b' }, 'a@b'],
  [{ id: 'u', name: '', email: null }, 'u'],
])('a user %o is called %s', (user, label) => {
  expect(userLabel(user)).toBe(label);
});

test('a validity period must end after it begins', () => {
  expect(validityProblem({ validFrom: 1, expiresAt: 2 })).toBeNull();
  expect(validityProblem({ validFrom: 2, expiresAt: 2 })).toEqual(says('must be after'));
  expect(validityProblem({ validFrom: 3, expiresAt: 2 })).toEqual(says('must be after'));
});

test('a validity period without a beginning or an end is valid', () => {
  expect(validityProblem({ validFrom: 5, expiresAt: null })).toBeNull();
  expect(validityProblem({ expiresAt: 5 })).toBeNull();
});

const zones = [
  'UTC',
  'America/Bogota',
  'America/Santiago',
  'Europe/Berlin',
  'Pacific/Auckland',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
];
const days = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2035-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const none = { validFrom: null, expiresAt: null };
const iso = (at: number | null) => at !== null && new Date(at).toISOString();

test('a day survives the conversion in every zone, across clock changes', () => {
  fc.assert(
    fc.property(days, fc.constantFrom(...zones), (day, zone) => {
      const from = validityMoment('validFrom', day, zone)!;
      const until = validityMoment('expiresAt', day, zone)!;
      expect(validityDay('validFrom', from, zone)).toBe(day);
      expect(validityDay('expiresAt', until, zone)).toBe(day);
      expect(from).toBeLessThan(until);
      expect(exactDay('validFrom', from, zone)).toBe(day);
      expect(exactDay('expiresAt', until, zone)).toBe(day);
    }),
  );
});

test.each([
  ['America/Bogota', '2027-02-26', '2027-02-26T05:00:00.000Z', '2027-02-27T05:00:00.000Z'],
  // The clocks go back on this day, so it has 25 hours.
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
  // They go forward on this one.
  ['Pacific/Auckland', '2026-09-27', '2026-09-26T12:00:00.000Z', '2026-09-27T11:00:00.000Z'],
])('in %s, %s is valid from its start to its end', (zone, day, from, until) => {
  expect(iso(validityMoment('validFrom', day, zone))).toBe(from);
  expect(iso(validityMoment('expiresAt', day, zone))).toBe(until);
});

test('a moment within a day counts as that day, and says that it is not whole', () => {
  const at = Date.parse('2026-11-21T14:03:00Z');
  expect(validityEnd('expiresAt', at, 'UTC')).toEqual({ at, day: '2026-11-21', isWholeDay: false });
  expect(exactDay('expiresAt', at, 'UTC')).toBe(at);
});

test.each(['2026-11-21T23:59:59Z', '2026-11-21T23:59:59.999Z', '2026-11-22T00:00:00Z'])(
  '%s ends 21 November',
  (text) => {
    expect(validityEnd('expiresAt', Date.parse(text), 'UTC')).toMatchObject({
      day: '2026-11-21',
      isWholeDay: true,
    });
  },
);

describe('a day that the service sends without a time', () => {
  const user = { ...none, gaps: { days: { validFrom: '2026-12-01', expiresAt: '2026-12-31' } } };

  test.each(['America/Bogota', 'Europe/Berlin', 'Pacific/Auckland'])(
    'is valid as a whole in %s',
    (zone) => {
      expect(knownValidity(user, 'expiresAt', zone)).toMatchObject({
        value: { day: '2026-12-31', isWholeDay: true },
      });
      expect(validityAt(user, 'validFrom', zone)).toBe(
        validityMoment('validFrom', '2026-12-01', zone),
      );
      expect(validityAt(user, 'expiresAt', zone)).toBe(
        validityMoment('expiresAt', '2026-12-31', zone),
      );
    },
  );
});

test.each(zones)('the last day of all calendars is no expiry in %s', (zone) => {
  const user = { ...none, gaps: { days: { expiresAt: '9999-12-31' } } };
  expect(knownValidity(user, 'expiresAt', zone)).toMatchObject({ is: 'value', value: null });
  expect(validityMoment('expiresAt', '9999-12-31', zone)).toBeNull();
  expect(validityDay('expiresAt', Date.parse('9999-12-31T23:59:59.999Z'), zone)).toBe('9999-12-31');
});

test('a record without the fields does not provide them, and none has a password', () => {
  const user = userSchema.parse({ id: 'u', extra: {} });
  expect(user).toMatchObject({ name: null, disabled: null, adminDevices: null, expiresAt: null });
  expect(user).toMatchObject({ tags: {}, privileges: [] });
  expect(user).not.toHaveProperty('password');
  expect(userSchema.parse({ ...user, password: 'secret' })).not.toHaveProperty('password');
});
