import { z } from 'zod';
import type { FieldTable } from './field';
import { gapsShape } from './known';

const count = z.number().int().nonnegative();

/** The settings that can be edited (specification section 2.3); the counters never can. */
export const limitsFields = {
  expires: { kind: 'switch', label: 'Expires' },
  expirationDate: { kind: 'day', label: 'Expiration date' },
  dailyEmailLimit: { kind: 'count', label: 'Daily e-mail limit' },
  dailySmsLimit: { kind: 'count', label: 'Daily SMS limit' },
} as const satisfies FieldTable;

/** The limit settings of a device and its two read-only counters (specification section 2.3). */
export const limitsSchema = z.object({
  /** The "Expires" switch. */
  expires: z.boolean().nullable(),
  /** Calendar day `YYYY-MM-DD` in the account's time zone; required when `expires` is on. */
  expirationDate: z.string().nullable(),
  /** The moment, if the service sends one in place of a day, in epoch milliseconds. */
  expirationAt: z.number().nullable().optional(),
  /** null without a gap: no limit is set. */
  dailyEmailLimit: count.nullable(),
  dailySmsLimit: count.nullable(),
  emailsSentToday: count.nullable(),
  smsSentToday: count.nullable(),
  ...gapsShape,
});
export type Limits = z.infer<typeof limitsSchema>;

/** The limits of a device for which the service provides none. */
export const noLimits: Limits = {
  expires: null,
  expirationDate: null,
  dailyEmailLimit: null,
  dailySmsLimit: null,
  emailsSentToday: null,
  smsSentToday: null,
};

/**
 * The licences of the account, an extension on the wire, if the service provides them (section 3).
 * A number that is null was not provided, or not understood.
 */
export const licencesSchema = z.object({
  total: count.nullable(),
  used: count.nullable(),
  ...gapsShape,
});
export type Licences = z.infer<typeof licencesSchema>;

/** The free licences; null if the service does not state both numbers. */
export const freeLicences = (licences: Licences | null): number | null =>
  licences === null || licences.total === null || licences.used === null
    ? null
    : licences.total - licences.used;
