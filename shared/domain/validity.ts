import { dayInZone, lastDay, plusDays, startOfDayInZone } from './calendar';
import { knownMoment, mapKnown, valueOf, type Known } from './known';
import type { User } from './user';

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

/** The start or the end of a validity. */
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
