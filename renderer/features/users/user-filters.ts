import type { GroupLookup } from '#shared/domain/access';
import type { User } from '#shared/domain/user';
import { userStatusOf, validityMoment } from './user-status';

export const userFilters = [
  'disabled',
  'expired',
  'notYetValid',
  'neverLoggedIn',
  'stale',
  'unassigned',
  'missingGroup',
] as const;
export type UserFilter = (typeof userFilters)[number];

const day = 86_400_000;
export const staleAfterDays = 90;

export const userFilterLabels: Record<UserFilter, { word: string; title: string }> = {
  disabled: { word: 'Disabled', title: 'Users who are disabled' },
  expired: { word: 'Expired', title: 'Users whose validity has ended' },
  notYetValid: { word: 'Not valid yet', title: 'Users whose validity has not started' },
  neverLoggedIn: { word: 'Never logged in', title: 'The service reports no login' },
  stale: {
    word: 'Stale',
    title: `No login for ${staleAfterDays} days, or none since the user was created`,
  },
  unassigned: { word: 'Unassigned', title: 'Users with no group and no device' },
  missingGroup: { word: 'Missing group', title: 'Users assigned to a group that does not exist' },
};

export function matchesUserFilter(
  filter: UserFilter,
  user: User,
  now: number,
  groups: GroupLookup,
  zone: string,
): boolean {
  switch (filter) {
    case 'disabled':
      return user.disabled === true;
    case 'expired':
      return (validityMoment(user, 'expiresAt', zone) ?? Infinity) <= now;
    case 'notYetValid':
      return userStatusOf(user, now, zone) === 'notYetValid';
    case 'neverLoggedIn':
      return user.lastLoginAt === null;
    case 'stale': {
      // A recently created user without a login is not stale. Unknown dates never match.
      const since = user.lastLoginAt ?? user.createdAt;
      return since !== null && now - since > staleAfterDays * day;
    }
    case 'unassigned':
      return user.group === null && user.deviceId === null;
    case 'missingGroup':
      return user.group !== null && groups.find(user.group) === null;
  }
}
