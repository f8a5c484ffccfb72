import { unknownAssignments, type GroupLookup } from '#shared/domain/access';
import { dayInZone, daysBetween, plusDays, startOfDayInZone } from '#shared/domain/calendar';
import { missingFields, tooLongFields } from '#shared/domain/change';
import type { UserEdit } from '#shared/domain/edit';
import { mostTextLength } from '#shared/domain/field';
import { textKey } from '#shared/domain/text';
import { knownMoment, knownOf, mapKnown, valueOf, type Known } from '#shared/domain/known';
import {
  isEmailAddress,
  knownValidity,
  tagsProblem,
  validityAt,
  validityProblem,
  type User,
} from '#shared/domain/user';
import { message, type Message, type PlainKey } from '#shared/i18n/translate';
import type { Format } from '#lib/format';

/** Whether a user can log in now, and if not, why. */
export type UserStatus =
  'active' | 'disabled' | 'notYetValid' | 'expired' | 'notProvided' | 'notUnderstood';

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
  { daysAway }: Format,
): string | null {
  const end = valueOf(knownValidity(user, 'expiresAt', zone));
  return end && daysAway(daysBetween(dayInZone(now, zone), end.day));
}

const day = 86_400_000;
const staleAfterDays = 90;

/** What a filter depends on besides the user. `zone`: the account's time zone. */
interface FilterContext {
  now: number;
  groups: GroupLookup;
  zone: string;
}

export const userFilters: readonly {
  id: string;
  word: Message;
  title: Message;
  passes: (user: User, context: FilterContext) => boolean;
}[] = [
  {
    id: 'disabled',
    word: message('users.filter.disabled'),
    title: message('users.filter.disabled.help'),
    passes: (user) => user.disabled === true,
  },
  {
    id: 'expired',
    word: message('users.filter.expired'),
    title: message('users.filter.expired.help'),
    passes: (user, { now, zone }) => (validityAt(user, 'expiresAt', zone) ?? Infinity) <= now,
  },
  {
    id: 'notYetValid',
    word: message('users.filter.notYetValid'),
    title: message('users.filter.notYetValid.help'),
    passes: (user, { now, zone }) => userStatusOf(user, now, zone) === 'notYetValid',
  },
  {
    id: 'neverLoggedIn',
    word: message('users.filter.neverLoggedIn'),
    title: message('users.filter.neverLoggedIn.help'),
    passes: (user) => isNone(user, 'lastLoginAt'),
  },
  {
    id: 'stale',
    word: message('users.filter.stale', { days: staleAfterDays }),
    title: message('users.filter.stale.help', { days: staleAfterDays }),
    passes: (user, { now, zone }) => {
      // A recently created user without a login is not stale. Unknown dates never match.
      const field = isNone(user, 'lastLoginAt') ? 'createdAt' : 'lastLoginAt';
      const since = valueOf(knownMoment(user, field));
      if (since === null) return false;
      // A day without a time counts up to its end.
      const at = 'day' in since ? startOfDayInZone(plusDays(since.day, 1), zone) : since.at;
      return now - at > staleAfterDays * day;
    },
  },
  {
    id: 'unassigned',
    word: message('users.filter.unassigned'),
    title: message('users.filter.unassigned.help'),
    passes: (user) => isNone(user, 'group') && isNone(user, 'deviceId'),
  },
  {
    id: 'unknownAccess',
    word: message('users.filter.unknownAccess'),
    title: message('users.filter.unknownAccess.help'),
    passes: (user) => unknownAssignments(user).length > 0,
  },
  {
    id: 'missingGroup',
    word: message('users.filter.missingGroup'),
    title: message('users.filter.missingGroup.help'),
    passes: ({ group }, { groups }) =>
      groups.isKnown && group !== null && groups.find(group) === null,
  },
];

/** Whether the service states that there is none; not provided is not none. */
function isNone(user: User, field: 'lastLoginAt' | 'group' | 'deviceId'): boolean {
  const known = field === 'lastLoginAt' ? knownMoment(user, field) : knownOf(user, field);
  return known.is === 'value' && known.value === null;
}

export type UserField = keyof UserEdit;

const missing: Partial<Record<string, PlainKey>> = {
  name: 'users.problem.name',
  email: 'users.problem.email',
  country: 'users.problem.country',
  timeZone: 'users.problem.timeZone',
};

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
  { t, calendarDay }: Format,
): ReadonlyMap<UserField, string> {
  const problems = new Map<UserField, string>();
  for (const field of missingFields('user', edit, base === null)) {
    problems.set(field as UserField, t(missing[field] ?? 'users.problem.empty'));
  }
  const { email, adminDevices, tags } = edit;
  if (typeof email === 'string' && !problems.has('email') && !isEmailAddress(email.trim())) {
    problems.set('email', t('users.problem.address'));
  }
  if (adminDevices !== undefined && adminDevices !== null && typeof adminDevices !== 'number') {
    problems.set('adminDevices', t('users.problem.wholeNumber'));
  }
  const wrongTags = isObject(tags) ? tagsProblem(tags) : null;
  if (wrongTags) problems.set('tags', t(wrongTags));
  for (const field of tooLongFields('user', edit)) {
    problems.set(field as UserField, t('edits.field.tooLong', { count: mostTextLength }));
  }
  const validFrom = momentOf(edit, base, 'validFrom');
  const expiresAt = momentOf(edit, base, 'expiresAt');
  const isEdited = edit['validFrom'] !== undefined || edit['expiresAt'] !== undefined;
  const problem = isEdited ? validityProblem({ validFrom, expiresAt }) : null;
  if (problem) problems.set('expiresAt', t(problem));
  for (const field of ['validFrom', 'expiresAt'] as const) {
    if (typeof edit[field] !== 'string') continue;
    problems.set(field, t('users.problem.date', { day: calendarDay('2026-11-22') }));
  }
  return problems;
}

/** Why a draft of a user is not sent without being opened. */
export function userDraftProblem(
  { edit, base }: { edit: Readonly<Record<string, unknown>>; base: object | null },
  format: Format,
): string | null {
  const [problem] = userProblems(edit, base as User | null, format).values();
  if (problem !== undefined) return problem;
  return base === null && edit['password'] === undefined
    ? format.t('users.editor.noPassword.draft')
    : null;
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

/**
 * The country and zone that a new user begins with: those of the account's own user; otherwise the zone is that of
 * the account, and the country that of more than half of its users in this zone, or of all of them.
 */
export function placeOfAccount(
  users: readonly Pick<User, 'name' | 'email' | 'country' | 'timeZone'>[],
  userName: string,
  zone: string,
): UserEdit {
  const key = textKey(userName);
  const isOwn = ({ name, email }: Pick<User, 'name' | 'email'>) =>
    key !== '' && [name, email].some((each) => textKey(each ?? '') === key);
  const own = users.find(isOwn);
  const country =
    own?.country ||
    countryOfMost(users.filter(({ timeZone }) => timeZone === zone)) ||
    countryOfMost(users);
  return { ...(country && { country }), timeZone: own?.timeZone || zone };
}

/** null: none of more than half of them. */
function countryOfMost(users: readonly Pick<User, 'country'>[]): string | null {
  const counts = new Map<string, number>();
  for (const { country } of users) {
    if (country) counts.set(country, (counts.get(country) ?? 0) + 1);
  }
  return [...counts].find(([, count]) => count > users.length / 2)?.[0] ?? null;
}

/** The last valid day some months after a day, or after today if that is later. */
export function extendedDay(day: string | null, today: string, months: number): string {
  const from = day !== null && day > today ? day : today;
  return Temporal.PlainDate.from(from).add({ months }).toString();
}

/** "EditDevices" as "Edit devices"; a name of another form stays as the service sends it. */
export function privilegeWords(known: Known<string[]>): Known<string[]> {
  return mapKnown(known, (names) => names.map(wordsOf));
}

function wordsOf(name: string): string {
  if (!/^([A-Z][a-z]+){2,}$/.test(name)) return name;
  const words = name.replaceAll(/(?!^)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.replaceAll(/\bsms\b/g, 'SMS');
}
