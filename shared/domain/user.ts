import { z } from 'zod';
import { recordShape, type FieldTable } from './field';
import { gapsShape, knownMoment, mapKnown, valueOf, type Known } from './known';
import { dayInZone, lastDay, plusDays, startOfDayInZone } from './calendar';
import { message, type Message } from '../i18n/translate';

/**
 * The editable fields of a user, in form order. The schemas of the record and of an edit,
 * comparison, merging, labels, export and import are derived from this table; docs/add-a-field.md
 * lists the few other places to change.
 */
export const userFields = {
  name: { kind: 'text', name: 'fields.user.name', required: true },
  email: { kind: 'text', name: 'fields.user.email', required: true },
  /** As sent: a two-letter code, a three-letter code or a name. */
  country: { kind: 'text', name: 'fields.user.country', required: true },
  /** IANA zone name. */
  timeZone: { kind: 'text', name: 'fields.user.timeZone', required: true },
  description: { kind: 'text', name: 'fields.user.description' },
  message: { kind: 'text', name: 'fields.user.message' },
  disabled: { kind: 'switch', name: 'fields.user.disabled' },
  disabledMessage: {
    kind: 'text',
    name: 'fields.user.disabledMessage',
  },
  tags: { kind: 'map', name: 'fields.user.tags' },
  privileges: { kind: 'set', name: 'fields.user.privileges' },
  /** Id or name of the group whose devices this user may see; which of the two is not documented. */
  group: { kind: 'text', name: 'fields.user.group' },
  /** The single device this user may see. */
  deviceId: { kind: 'text', name: 'fields.user.deviceId' },
  /** Number of devices the user manages. */
  adminDevices: { kind: 'count', name: 'fields.user.adminDevices' },
  validFrom: { kind: 'moment', name: 'fields.user.validFrom' },
  expiresAt: { kind: 'moment', name: 'fields.user.expiresAt' },
  /** Only in an edit: the decoder drops it, so it cannot be shown, cached, logged or exported. */
  password: { kind: 'secret', name: 'fields.user.password' },
} as const satisfies FieldTable;

/** Fields that the service sets. */
export const userSystemFields = {
  createdAt: { kind: 'moment', name: 'fields.user.createdAt' },
  modifiedAt: { kind: 'moment', name: 'fields.user.modifiedAt' },
  lastLoginAt: { kind: 'moment', name: 'fields.user.lastLoginAt' },
} as const satisfies FieldTable;

/** A user of the account (wire contract 5.1). */
export const userSchema = z.object({
  id: z.string(),
  ...recordShape(userFields),
  ...recordShape(userSystemFields),
  extra: z.record(z.string(), z.unknown()),
  ...gapsShape,
});
export type User = z.infer<typeof userSchema>;

export function userLabel({ id, name, email }: Pick<User, 'id' | 'name' | 'email'>): string {
  return name?.trim() || email?.trim() || id;
}

/** Whether a text has the form of an e-mail address: an @ between other characters, and no space. */
export const isEmailAddress = (text: string): boolean =>
  text.slice(1, -1).includes('@') && !/\s/.test(text);

/** The error of the names of tags; null: none. */
export function tagsProblem(tags: object): Message | null {
  const names = Object.keys(tags);
  if (names.some((name) => name.trim() === '')) return message('fields.problem.noTagName');
  // The decoder removes such members from every answer, so they would never be shown.
  const secret = names.find((name) => /passw(or)?d|^__proto__$/i.test(name));
  return secret === undefined ? null : message('fields.problem.tagName', { name: secret });
}

/** The error of a validity period; null: none. Either end may be missing. */
export function validityProblem({
  validFrom,
  expiresAt,
}: {
  validFrom?: number | null | undefined;
  expiresAt?: number | null | undefined;
}): Message | null {
  if (validFrom == null || expiresAt == null || validFrom < expiresAt) return null;
  return message('fields.problem.validity');
}

/** The two ends of the period in which a user is valid. */
export const validityFields = ['validFrom', 'expiresAt'] as const;
export type ValidityField = (typeof validityFields)[number];

export const isValidityField = (field: string): field is ValidityField =>
  (validityFields as readonly string[]).includes(field);

type ValidUser = Pick<User, ValidityField | 'gaps'>;

/**
 * The day that stands for a moment, wherever a validity is shown, typed, imported or exported: the
 * first or the last day on which the user is valid for at least a part of it. `zone`: the account's.
 */
export function validityDay(field: ValidityField, at: number, zone: string): string {
  return dayInZone(field === 'validFrom' ? at : at - 1, zone);
}

/**
 * The moment that a day stands for: the start of the first day, the end of the last one. null: the
 * last day of all calendars, which means that the validity does not end.
 */
export function validityMoment(field: ValidityField, day: string, zone: string): number | null {
  if (field === 'validFrom') return startOfDayInZone(day, zone);
  return day === lastDay ? null : startOfDayInZone(plusDays(day, 1), zone);
}

export interface ValidityEnd {
  at: number;
  /** The first or the last day of the validity, in the account's zone. */
  day: string;
  /** False: it starts or ends within the day. */
  isWholeDay: boolean;
}

/** A moment as an end of a validity. Many services end a day at its last second. */
export function validityEnd(field: ValidityField, at: number, zone: string): ValidityEnd {
  const day = validityDay(field, at, zone);
  const edge = validityMoment(field, day, zone);
  return { at, day, isWholeDay: edge !== null && Math.abs(edge - at) < 60_000 };
}

/** The validity of a user; a day without a time is valid as a whole. null: stated to be none. */
export function knownValidity(
  user: ValidUser,
  field: ValidityField,
  zone: string,
): Known<ValidityEnd | null> {
  return mapKnown(knownMoment(user, field), (stated) => {
    if (stated === null) return null;
    if ('at' in stated) return validityEnd(field, stated.at, zone);
    const at = validityMoment(field, stated.day, zone);
    return at === null ? null : { at, day: stated.day, isWholeDay: true };
  });
}

/** The moment of a start or end of a validity; null: none, or not known. */
export function validityAt(user: ValidUser, field: ValidityField, zone: string): number | null {
  return valueOf(knownValidity(user, field, zone))?.at ?? null;
}

/** A validity in a file: its day if the moment is exactly its edge, else the moment. */
export function exactDay(field: ValidityField, at: number, zone: string): string | number {
  const day = validityDay(field, at, zone);
  return validityMoment(field, day, zone) === at ? day : at;
}
