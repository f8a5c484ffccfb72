import { unknownAssignments, type GroupLookup } from '#shared/domain/access';
import { plusDays, startOfDayInZone } from '#shared/domain/calendar';
import { knownMoment, knownOf, valueOf } from '#shared/domain/known';
import { type User, validityAt } from '#shared/domain/user';
import { userStatusOf } from './user-status';
import { texts } from './users-texts';
import { messages } from './user-messages';

export const userFilters = [
  'disabled',
  'expired',
  'notYetValid',
  'neverLoggedIn',
  'stale',
  'unassigned',
  'unknownAccess',
  'missingGroup',
] as const;
export type UserFilter = (typeof userFilters)[number];

const day = 86_400_000;
export const staleAfterDays = 90;

export const userFilterLabels: Record<UserFilter, { word: string; title: string }> = {
  disabled: { word: texts.disabled, title: texts.usersWhoAreDisabled },
  expired: { word: texts.expired, title: texts.usersWhoseValidityHasEnded },
  notYetValid: { word: texts.notValidYet, title: texts.usersWhoseValidityHasNot },
  neverLoggedIn: { word: texts.neverLoggedIn, title: texts.usersWhoHaveNeverLogged },
  stale: {
    word: messages.noLoginWord(staleAfterDays),
    title: messages.noLoginFor(staleAfterDays),
  },
  unassigned: { word: texts.unassigned, title: texts.usersWithNoGroupAnd },
  unknownAccess: {
    word: texts.accessNotProvided,
    title: texts.usersOfWhomTheService,
  },
  missingGroup: {
    word: texts.missingGroup,
    title: texts.usersAssignedToAGroup,
  },
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
      return (validityAt(user, 'expiresAt', zone) ?? Infinity) <= now;
    case 'notYetValid':
      return userStatusOf(user, now, zone) === 'notYetValid';
    case 'neverLoggedIn':
      return isNone(user, 'lastLoginAt');
    case 'stale': {
      // A recently created user without a login is not stale. Unknown dates never match.
      const field = isNone(user, 'lastLoginAt') ? 'createdAt' : 'lastLoginAt';
      const since = valueOf(knownMoment(user, field));
      if (since === null) return false;
      // A day without a time counts up to its end.
      const at = 'day' in since ? startOfDayInZone(plusDays(since.day, 1), zone) : since.at;
      return now - at > staleAfterDays * day;
    }
    case 'unassigned':
      return isNone(user, 'group') && isNone(user, 'deviceId');
    case 'unknownAccess':
      return unknownAssignments(user).length > 0;
    case 'missingGroup':
      return groups.isKnown && user.group !== null && groups.find(user.group) === null;
  }
}

/** Whether the service states that there is none; not provided is not none. */
function isNone(user: User, field: 'lastLoginAt' | 'group' | 'deviceId'): boolean {
  const known = field === 'lastLoginAt' ? knownMoment(user, field) : knownOf(user, field);
  return known.is === 'value' && known.value === null;
}
