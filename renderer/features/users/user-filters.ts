import type { Groups } from '#shared/domain/access';
import type { User } from '#shared/domain/user';
import { userStatusOf } from './user-status';

export const userFilters = [
  'disabled',
  'expired',
  'notYet',
  'neverLoggedIn',
  'stale',
  'untied',
  'lostGroup',
] as const;
export type UserFilter = (typeof userFilters)[number];

const day = 86_400_000;
export const staleAfterDays = 90;

export const userFilterWords: Record<UserFilter, { word: string; title: string }> = {
  disabled: { word: 'Disabled', title: 'Switched off' },
  expired: { word: 'Expired', title: 'Their validity is over' },
  notYet: { word: 'Not valid yet', title: 'Their validity begins later' },
  neverLoggedIn: { word: 'Never logged in', title: 'The service tells of no login' },
  stale: {
    word: 'Stale',
    title: `No login for ${staleAfterDays} days, or none at all since they were created`,
  },
  untied: { word: 'Tied to nothing', title: 'Neither a group nor a device' },
  lostGroup: { word: 'Group gone', title: 'Tied to a group that does not exist (any more)' },
};

/** Whether a filter lets a user through. */
export function passes(filter: UserFilter, user: User, now: number, groups: Groups): boolean {
  switch (filter) {
    case 'disabled':
      return user.disabled === true;
    case 'expired':
      return user.expiresAt !== null && user.expiresAt <= now;
    case 'notYet':
      return userStatusOf(user, now) === 'notYet';
    case 'neverLoggedIn':
      return user.lastLoginAt === null;
    case 'stale': {
      // Somebody invited yesterday is not stale; where nothing is told, nothing is claimed.
      const since = user.lastLoginAt ?? user.createdAt;
      return since !== null && now - since > staleAfterDays * day;
    }
    case 'untied':
      return user.group === null && user.deviceId === null;
    case 'lostGroup':
      return user.group !== null && groups.find(user.group) === null;
  }
}
