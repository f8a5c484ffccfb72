import { dayInZone, daysBetween, daysText } from '#shared/domain/calendar';
import { valueOf } from '#shared/domain/known';
import { type User, knownValidity, validityAt } from '#shared/domain/user';
import { texts } from './users-texts';

/** Whether a user can log in now, and if not, why. */
export type UserStatus =
  'active' | 'disabled' | 'notYetValid' | 'expired' | 'notProvided' | 'notUnderstood';

export const userStatusLabels: Record<UserStatus, string> = {
  active: texts.active,
  disabled: texts.disabled,
  notYetValid: texts.notValidYet,
  expired: texts.expired,
  notProvided: texts.notProvided,
  notUnderstood: texts.notUnderstood,
};

type StatusUser = Pick<User, 'disabled' | 'validFrom' | 'expiresAt' | 'gaps'>;

/** "Disabled" takes precedence over the period of validity. `zone`: the account's time zone. */
export function userStatusOf(user: StatusUser, now: number, zone: string): UserStatus {
  if (user.disabled) return 'disabled';
  const from = validityAt(user, 'validFrom', zone);
  const until = validityAt(user, 'expiresAt', zone);
  if (from !== null && from > now) return 'notYetValid';
  if (until !== null && until <= now) return 'expired';
  const unread = user.gaps?.notUnderstood ?? {};
  if (['disabled', 'validFrom', 'expiresAt'].some((field) => Object.hasOwn(unread, field))) {
    return 'notUnderstood';
  }
  return user.disabled === null ? 'notProvided' : 'active';
}

/** How far away the last valid day is, in calendar days of the zone; null: none, or not known. */
export function expiryDistance(
  user: Pick<User, 'validFrom' | 'expiresAt' | 'gaps'>,
  now: number,
  zone: string,
): string | null {
  const end = valueOf(knownValidity(user, 'expiresAt', zone));
  return end && daysText(daysBetween(dayInZone(now, zone), end.day));
}
