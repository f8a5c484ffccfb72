import type { UserEdit } from '#shared/domain/edit';
import type { JobStep } from '#shared/domain/job';
import type { User } from '#shared/domain/user';

/** The bulk actions on users. */
export type UserAction =
  | { kind: 'disable'; message: string }
  | { kind: 'enable' }
  | { kind: 'setGroup'; group: string | null }
  | { kind: 'setExpiry'; expiresAt: number | null }
  | { kind: 'addPrivilege'; privilege: string }
  | { kind: 'removePrivilege'; privilege: string }
  | { kind: 'delete' };

/** One step per user. The planner reports those that would change nothing. */
export function userSteps(users: readonly User[], action: UserAction): JobStep[] {
  return users.map((user): JobStep => {
    const { id } = user;
    if (action.kind === 'delete') return { kind: 'user', action: 'delete', id };
    return { kind: 'user', action: 'change', id, edit: editOf(user, action) };
  });
}

function editOf(user: User, action: Exclude<UserAction, { kind: 'delete' }>): UserEdit {
  switch (action.kind) {
    case 'disable': {
      const message = action.message.trim();
      return { disabled: true, ...(message && { disabledMessage: message }) };
    }
    case 'enable':
      return { disabled: false };
    case 'setGroup':
      return { group: action.group };
    case 'setExpiry':
      return { expiresAt: action.expiresAt };
    case 'addPrivilege':
      return { privileges: [...new Set([...user.privileges, action.privilege])] };
    case 'removePrivilege':
      return { privileges: user.privileges.filter((privilege) => privilege !== action.privilege) };
  }
}
