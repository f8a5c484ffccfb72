import { expect, test } from 'vitest';
import { expiryDistance, userStatusOf } from './user-status';

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
  expect(expiryDistance(user, evening, 'UTC')).toBe('in 1 d');
  expect(expiryDistance(user, evening, 'Europe/Paris')).toBe('today');
  const onDay = { ...open, gaps: { days: { expiresAt: '2027-01-30' } } };
  expect(expiryDistance(onDay, evening, 'UTC')).toBe('in 31 d');
  expect(expiryDistance(onDay, evening, 'Europe/Paris')).toBe('in 30 d');
  // The last valid day is today until it ends.
  const endOfDay = { ...open, expiresAt: Date.parse('2026-12-31T00:00:00Z') };
  expect(expiryDistance(endOfDay, evening, 'UTC')).toBe('today');
  expect(expiryDistance(open, evening, 'UTC')).toBeNull();
});
