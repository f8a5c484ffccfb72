import { expect, test } from 'vitest';
import { userLabel, validityProblem } from './user';

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
  expect(validityProblem({ validFrom: 2, expiresAt: 2 })).toContain('must be after');
  expect(validityProblem({ validFrom: 3, expiresAt: 2 })).toContain('must be after');
});

test('a validity period without a beginning or an end is valid', () => {
  expect(validityProblem({ validFrom: 5, expiresAt: null })).toBeNull();
  expect(validityProblem({ expiresAt: 5 })).toBeNull();
});
