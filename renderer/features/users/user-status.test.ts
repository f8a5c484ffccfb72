import { expect, test } from 'vitest';
import { userStatusOf } from './user-status';

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
  expect(userStatusOf(user, now)).toBe(status);
});
