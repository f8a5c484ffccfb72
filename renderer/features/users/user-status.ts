import type { User } from '#shared/domain/user';

/** Whether a user can work at present, and if not, why. */
export type UserStatus = 'active' | 'disabled' | 'notYet' | 'over' | 'notProvided';

export const userStatusMessages: Record<UserStatus, string> = {
  active: 'Active',
  disabled: 'Disabled',
  notYet: 'Not valid yet',
  over: 'No longer valid',
  notProvided: 'not provided',
};

/** Disabled wins; then the days of validity. Where the service tells nothing, nothing is claimed. */
export function userStatusOf(
  user: Pick<User, 'disabled' | 'validFrom' | 'expiresAt'>,
  now: number,
): UserStatus {
  if (user.disabled) return 'disabled';
  if (user.validFrom !== null && user.validFrom > now) return 'notYet';
  if (user.expiresAt !== null && user.expiresAt <= now) return 'over';
  return user.disabled === null ? 'notProvided' : 'active';
}
