import { startOfDayInZone } from '#shared/domain/calendar';
import { knownMoment, mapKnown, valueOf, type Known } from '#shared/domain/known';
import type { User } from '#shared/domain/user';
import { daysUntilText } from '#shared/domain/day-text';
import { texts } from './users-texts';

/** Whether a user can log in now, and if not, why. */
export type UserStatus =
  'active' | 'disabled' | 'notYetValid' | 'expired' | 'notProvided' | 'notUnderstood';

export const userStatusLabels: Record<UserStatus, string> = {
  active: texts.active,
  disabled: texts.disabled,
  notYetValid: texts.notValidYet,
  expired: texts.noLongerValid,
  notProvided: texts.notProvided,
  notUnderstood: texts.notUnderstood,
};

type StatusUser = Pick<User, 'disabled' | 'validFrom' | 'expiresAt' | 'gaps'>;

/** "Disabled" takes precedence over the period of validity. `zone`: the account's time zone. */
export function userStatusOf(user: StatusUser, now: number, zone: string): UserStatus {
  if (user.disabled) return 'disabled';
  const from = validityMoment(user, 'validFrom', zone);
  const until = validityMoment(user, 'expiresAt', zone);
  if (from !== null && from > now) return 'notYetValid';
  if (until !== null && until <= now) return 'expired';
  const unread = user.gaps?.notUnderstood ?? {};
  if (['disabled', 'validFrom', 'expiresAt'].some((field) => Object.hasOwn(unread, field))) {
    return 'notUnderstood';
  }
  return user.disabled === null ? 'notProvided' : 'active';
}

/** The start or the end of a validity; a day without a time begins in the account's time zone. */
export interface ValidityEnd {
  at: number;
  isDay: boolean;
}

export function knownValidity(
  user: Pick<User, 'validFrom' | 'expiresAt' | 'gaps'>,
  field: 'validFrom' | 'expiresAt',
  zone: string,
): Known<ValidityEnd | null> {
  return mapKnown(knownMoment(user, field), (stated) => {
    if (stated === null) return null;
    if ('at' in stated) return { at: stated.at, isDay: false };
    return { at: startOfDayInZone(stated.day, zone), isDay: true };
  });
}

/** The moment of a start or end of validity; null: none, or not known. */
export function validityMoment(
  user: Pick<User, 'validFrom' | 'expiresAt' | 'gaps'>,
  field: 'validFrom' | 'expiresAt',
  zone: string,
): number | null {
  return valueOf(knownValidity(user, field, zone))?.at ?? null;
}

/** How far away the expiry is, in calendar days of the zone as for devices; null: none, or not known. */
export function expiryDistance(
  user: Pick<User, 'validFrom' | 'expiresAt' | 'gaps'>,
  now: number,
  zone: string,
): string | null {
  const at = validityMoment(user, 'expiresAt', zone);
  return at === null ? null : daysUntilText(at, now, zone);
}
