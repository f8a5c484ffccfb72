import { missingFields, tooLongFields } from '#shared/domain/change';
import type { UserEdit } from '#shared/domain/edit';
import { tooLongText } from '#shared/domain/field';
import { isEmailAddress, tagsProblem, validityProblem, type User } from '#shared/domain/user';
import { texts } from './users-texts';

export type UserField = keyof UserEdit;

const missing: Partial<Record<string, string>> = {
  name: texts.aUserNeedsAName,
  email: texts.aUserNeedsAnE,
  country: texts.chooseACountry,
  timeZone: texts.chooseATimeZone,
};

const noDate = texts.enterADateSuchAs;

/** An edit without the ends of the validity that are no dates yet. */
export function withoutWrongDays({ validFrom, expiresAt, ...edit }: UserEdit): UserEdit {
  return {
    ...edit,
    ...(isReadable(validFrom) && { validFrom }),
    ...(isReadable(expiresAt) && { expiresAt }),
  };
}

const isReadable = <T>(value: T): value is Exclude<T, undefined> =>
  value !== undefined && typeof value !== 'string';

/**
 * The validation errors of an edit, by field. Unchanged values are not checked: the service may
 * send values that this form would refuse. An edit may be invalid while the user types.
 */
export function userProblems(
  edit: Readonly<Record<string, unknown>>,
  base: User | null,
): ReadonlyMap<UserField, string> {
  const problems = new Map<UserField, string>();
  for (const field of missingFields('user', edit, base === null)) {
    problems.set(field as UserField, missing[field] ?? texts.thisFieldMustNotBe);
  }
  const { email, adminDevices, tags } = edit;
  if (typeof email === 'string' && !problems.has('email') && !isEmailAddress(email.trim())) {
    problems.set('email', texts.enterAnAddressSuchAs);
  }
  if (adminDevices !== undefined && adminDevices !== null && typeof adminDevices !== 'number') {
    problems.set('adminDevices', texts.enterAWholeNumberOr);
  }
  const wrongTags = isObject(tags) ? tagsProblem(tags) : null;
  if (wrongTags) problems.set('tags', wrongTags);
  for (const field of tooLongFields('user', edit)) problems.set(field as UserField, tooLongText);
  const validFrom = momentOf(edit, base, 'validFrom');
  const expiresAt = momentOf(edit, base, 'expiresAt');
  const isEdited = edit['validFrom'] !== undefined || edit['expiresAt'] !== undefined;
  const problem = isEdited ? validityProblem({ validFrom, expiresAt }) : null;
  if (problem) problems.set('expiresAt', problem);
  for (const field of ['validFrom', 'expiresAt'] as const) {
    if (typeof edit[field] === 'string') problems.set(field, noDate);
  }
  return problems;
}

function momentOf(
  edit: Readonly<Record<string, unknown>>,
  base: User | null,
  field: 'validFrom' | 'expiresAt',
): number | null {
  const edited = edit[field];
  if (edited === undefined) return base?.[field] ?? null;
  return typeof edited === 'number' ? edited : null;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Parses a whole number. Anything else stays text, so that the user can correct it. */
export function readCount(typed: string): number | null | string {
  const text = typed.trim();
  if (text === '') return null;
  return /^\d+$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : typed;
}
