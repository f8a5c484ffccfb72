import { z } from 'zod';

const text = z.string().nullable();
const moment = z.number().nullable();

/**
 * A user of the account (wire contract: user record). There is no password field: the decoder drops
 * it, so it cannot be shown, cached, logged or exported.
 */
export const userSchema = z.object({
  id: z.string(),
  name: text,
  email: text,
  /** As sent: a two-letter code, a three-letter code or a name. */
  country: text,
  /** IANA zone name. */
  timeZone: text,
  description: text,
  message: text,
  disabled: z.boolean().nullable(),
  disabledMessage: text,
  tags: z.record(z.string(), z.string()),
  privileges: z.array(z.string()),
  /** Id or name of the group whose devices this user may see; which of the two is not documented. */
  group: text,
  /** The single device this user may see. */
  deviceId: text,
  /** Number of devices the user manages. */
  adminDevices: z.number().nullable(),
  validFrom: moment,
  expiresAt: moment,
  createdAt: moment,
  modifiedAt: moment,
  lastLoginAt: moment,
  extra: z.record(z.string(), z.unknown()),
});
export type User = z.infer<typeof userSchema>;

/** What to call a user who may have no name. */
export function userLabel({ id, name, email }: Pick<User, 'id' | 'name' | 'email'>): string {
  return name?.trim() || email?.trim() || id;
}

/** What is wrong with a period of validity; null: nothing. A missing end leaves it open. */
export function validityProblem({
  validFrom,
  expiresAt,
}: {
  validFrom?: number | null | undefined;
  expiresAt?: number | null | undefined;
}): string | null {
  if (validFrom == null || expiresAt == null || validFrom < expiresAt) return null;
  return '“Valid until” must be after “Valid from”.';
}
