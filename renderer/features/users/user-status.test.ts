import { expect, test } from 'vitest';
import { expiryDistance, knownValidity, userStatusOf } from './user-status';

const now = 1_000_000;
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

test('a day without a time begins in the time zone of the account', () => {
  const user = { ...open, gaps: { days: { expiresAt: '2026-12-31' } } };
  const evening = Date.parse('2026-12-31T00:30:00Z');
  expect(userStatusOf(user, evening, 'America/New_York')).toBe('active');
  expect(userStatusOf(user, evening, 'Europe/Paris')).toBe('expired');
  const from = { ...open, gaps: { days: { validFrom: '2026-12-31' } } };
  expect(userStatusOf(from, evening, 'America/New_York')).toBe('notYetValid');
  expect(knownValidity(user, 'expiresAt', 'America/New_York')).toMatchObject({
    value: { at: Date.parse('2026-12-31T05:00:00Z'), isDay: true },
  });
});

test('the distance of an expiry is counted in calendar days of the account', () => {
  const evening = Date.parse('2026-12-30T23:30:00Z');
  const user = { ...open, expiresAt: Date.parse('2026-12-31T22:30:00Z') };
  expect(expiryDistance(user, evening, 'UTC')).toBe('in 1 d');
  expect(expiryDistance(user, evening, 'Europe/Paris')).toBe('today');
  const onDay = { ...open, gaps: { days: { expiresAt: '2027-01-30' } } };
  expect(expiryDistance(onDay, evening, 'UTC')).toBe('in 31 d');
  expect(expiryDistance(onDay, evening, 'Europe/Paris')).toBe('in 30 d');
  expect(expiryDistance(open, evening, 'UTC')).toBeNull();
});
