import { expect, test } from 'vitest';
import type { User } from '#shared/domain/user';
import { userSteps, type UserAction } from './bulk-steps';

const users = [
  { id: 'u1', privileges: ['Track', 'Edit'] },
  { id: 'u2', privileges: ['Track'] },
] as User[];
const edits = (action: UserAction) =>
  userSteps(users, action).map((step) =>
    step.kind === 'user' && step.action === 'change' ? step.edit : step.action,
  );

test('grants and revokes privileges based on what each user has', () => {
  expect(edits({ kind: 'addPrivilege', privilege: 'Edit' })).toEqual([
    { privileges: ['Track', 'Edit'] },
    { privileges: ['Track', 'Edit'] },
  ]);
  expect(edits({ kind: 'removePrivilege', privilege: 'Track' })).toEqual([
    { privileges: ['Edit'] },
    { privileges: [] },
  ]);
});

test('disabling without a message leaves the existing message', () => {
  expect(edits({ kind: 'disable', message: ' ' })[0]).toEqual({ disabled: true });
  expect(edits({ kind: 'disable', message: 'On leave' })[0]).toEqual({
    disabled: true,
    disabledMessage: 'On leave',
  });
});

test('the other actions change only their own field', () => {
  expect(edits({ kind: 'enable' })[0]).toEqual({ disabled: false });
  expect(edits({ kind: 'setGroup', group: null })[0]).toEqual({ group: null });
  expect(edits({ kind: 'setExpiry', expiresAt: 5 })[0]).toEqual({ expiresAt: 5 });
  expect(edits({ kind: 'delete' })).toEqual(['delete', 'delete']);
});
