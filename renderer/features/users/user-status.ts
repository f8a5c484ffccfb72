import type { User } from '#shared/domain/user';

/** Whether a user can log in now, and if not, why. */
export type UserStatus = 'active' | 'disabled' | 'notYetValid' | 'expired' | 'notProvided';

export const userStatusLabels: Record<UserStatus, string> = {
  active: 'Active',
  disabled: 'Disabled',
  notYetValid: 'Not valid yet',
  expired: 'No longer valid',
  notProvided: 'Not provided',
};

/** "Disabled" takes precedence over the period of validity. */
export function userStatusOf(
  user: Pick<User, 'disabled' | 'validFrom' | 'expiresAt'>,
  now: number,
): UserStatus {
  if (user.disabled) return 'disabled';
  if (user.validFrom !== null && user.validFrom > now) return 'notYetValid';
  if (user.expiresAt !== null && user.expiresAt <= now) return 'expired';
  return user.disabled === null ? 'notProvided' : 'active';
}
