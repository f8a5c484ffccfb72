import { z } from 'zod';
import { gapsShape, knownOf, type Known } from './known';
import type { FieldTable } from './field';

const count = z.number().int().nonnegative();

/** The settings that can be edited (specification section 2.3); the counters never can. */
export const limitsFields = {
  expires: { kind: 'switch', name: 'fields.limits.expires' },
  expirationDate: { kind: 'day', name: 'fields.limits.expirationDate' },
  dailyEmailLimit: {
    kind: 'count',
    name: 'fields.limits.dailyEmailLimit',
  },
  dailySmsLimit: { kind: 'count', name: 'fields.limits.dailySmsLimit' },
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

/** One tracker of the account, decoded. Absent and null both mean "not provided" and become null. */
export const deviceSchema = z.object({
  /** Opaque; never parsed. */
  id: z.string(),
  /** The display name; null if the service sends none (the id is shown then). */
  name: z.string().nullable(),
  description: z.string().nullable(),
  /** Telephone number of the SIM, `min` on the wire. Text; may carry "+". */
  phone: z.string().nullable(),
  /** Labels set by the account holder. */
  tags: z.record(z.string(), z.string()),
  /** Moment of expiry in epoch milliseconds; null also if the service sends a day (see `gaps`). */
  expiresAt: z.number().nullable(),
  /** Whether the service counts the device as a licence in use; an extension on the wire. */
  isActive: z.boolean().nullable().optional(),
  /** Section 2.3 settings; null if the service does not provide them. */
  limits: limitsSchema.nullable(),
  /** Unknown fields, as received. */
  extra: z.record(z.string(), z.unknown()),
  /** When the device was removed from the list, in epoch milliseconds; null while it is listed. */
  unlistedAt: z.number().nullable(),
  /** When this record was received, in epoch milliseconds; null or absent: not recorded. */
  receivedAt: z.number().nullable().optional(),
  ...gapsShape,
});
export type Device = z.infer<typeof deviceSchema>;

export function deviceLabel(device: Pick<Device, 'id' | 'name'>): string {
  return device.name?.trim() || device.id;
}

export type LimitedDevice = Pick<Device, 'limits' | 'gaps' | 'receivedAt'>;

export function knownLimits(device: LimitedDevice): Known<Limits> {
  const known = knownOf(device, 'limits', device.receivedAt ?? null);
  if (known.is !== 'value') return known;
  const { value } = known;
  return value === null ? { is: 'notProvided', asOf: known.asOf } : { ...known, value };
}

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

export const longestNote = 4_000;

/** What the user wrote about a device. It is on this computer only. */
export const noteSchema = z.object({
  deviceId: z.string().min(1).max(512),
  text: z.string().max(longestNote),
  savedAt: z.number(),
});
export type Note = z.infer<typeof noteSchema>;

export const noteDraftKey = (deviceId: string) => `note:${deviceId}`;
export const deviceOfNoteDraft = (key: string) => key.slice('note:'.length);
