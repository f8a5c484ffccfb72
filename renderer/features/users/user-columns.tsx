import { unknownAssignments, type GroupLookup, type UserAssignment } from '#shared/domain/access';
import { dayText } from '#shared/domain/calendar';
import { knownMoment, knownOf, mapKnown, type Known } from '#shared/domain/known';
import {
  userLabel,
  type User,
  knownValidity,
  validityAt,
  type ValidityField,
} from '#shared/domain/user';
import { groupLabel } from '#shared/domain/group';
import { clock } from '#lib/clock';
import { commonTexts } from '#lib/common-texts';
import { fieldWord } from '#lib/field-messages';
import { gapText, knownText, listText } from '#lib/known-text';
import { AgeText } from '#ui/age-text';
import { itemsText } from '#lib/list-text';
import type { DataColumn } from '#ui/data-table';
import { validityText } from '#lib/validity-text';
import { userStatusOf, userStatusLabels } from './user-status';
import { texts } from './users-texts';
import { messages } from './user-messages';

export function userColumns(
  groups: GroupLookup,
  deviceName: (id: string) => string,
  zone: string,
): DataColumn<User>[] {
  const text = (value: string | null) => value && <span title={value}>{value}</span>;
  const when = (user: User, field: ValidityField, none: string) => {
    const known = knownValidity(user, field, zone);
    const day = knownText(known, (end) => dayText(end.day), none);
    const title = knownText(
      known,
      (end) => messages.inZone(validityText(field, end, zone), zone),
      none,
    );
    return <span title={title}>{day}</span>;
  };
  return [
    {
      id: 'name',
      isSortable: true,
      header: fieldWord('user', 'name'),
      width: 180,
      grows: true,
      sticks: true,
      cell: (user) => text(userLabel(user)),
    },
    {
      id: 'email',
      isSortable: true,
      header: fieldWord('user', 'email'),
      width: 200,
      grows: true,
      cell: (user) => text(knownText(knownOf(user, 'email'), asText, texts.none)),
    },
    {
      id: 'access',
      isSortable: true,
      header: texts.access,
      width: 170,
      cell: (user) => text(accessLabel(user, groups, deviceName)),
    },
    {
      id: 'privileges',
      isSortable: true,
      header: fieldWord('user', 'privileges'),
      width: 180,
      cell: (user) => {
        const known = knownOf(user, 'privileges');
        return <span title={listText(known)}>{listText(privilegeWords(known))}</span>;
      },
    },
    {
      id: 'status',
      isSortable: true,
      header: commonTexts.state,
      width: 170,
      cell: (user) => {
        const word = userStatusLabels[userStatusOf(user, clock.now(), zone)];
        return text(
          user.disabled && user.disabledMessage ? `${word}: ${user.disabledMessage}` : word,
        );
      },
    },
    {
      id: 'from',
      isSortable: true,
      header: fieldWord('user', 'validFrom'),
      width: 110,
      cell: (user) => when(user, 'validFrom', texts.noStart),
    },
    {
      id: 'until',
      isSortable: true,
      header: fieldWord('user', 'expiresAt'),
      width: 110,
      cell: (user) => when(user, 'expiresAt', texts.noExpiry),
    },
    {
      id: 'login',
      isSortable: true,
      header: fieldWord('user', 'lastLoginAt'),
      width: 110,
      cell: (user) => <LastLogin user={user} />,
    },
  ];
}

/** The sort values of the columns, and of the fields of the table in edit mode. */
export function userSortValues(
  groups: GroupLookup,
  deviceName: (id: string) => string,
  now: number,
  zone: string,
) {
  return {
    name: userLabel,
    email: ({ email }: User) => email,
    access: (user: User) => accessLabel(user, groups, deviceName),
    privileges: ({ privileges }: User) => itemsText(privileges),
    status: (user: User) => userStatusLabels[userStatusOf(user, now, zone)],
    from: (user: User) => validityAt(user, 'validFrom', zone),
    until: (user: User) => validityAt(user, 'expiresAt', zone),
    login: ({ lastLoginAt }: User) => lastLoginAt,
    description: ({ description }: User) => description,
    message: ({ message }: User) => message,
  };
}

/** "EditDevices" as "Edit devices"; a name of another form stays as the service sends it. */
export function privilegeWords(known: Known<string[]>): Known<string[]> {
  return mapKnown(known, (names) => names.map(wordsOf));
}

function wordsOf(name: string): string {
  if (!/^([A-Z][a-z]+){2,}$/.test(name)) return name;
  return name.replaceAll(/(?!^)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** What a user is assigned to; "None" only if the service states it. */
export function accessLabel(
  user: UserAssignment,
  groups: GroupLookup,
  deviceName: (id: string) => string,
): string {
  const { group, deviceId } = user;
  const unknown = unknownAssignments(user);
  if (group === null && deviceId === null) {
    const unread = unknown.map((field) => knownOf(user, field)).find(isUnread);
    if (unread) return gapText(unread) ?? '';
    return unknown.length > 0 ? texts.notProvided : texts.none;
  }
  const known = group === null ? deviceName(deviceId ?? '') : groupText(group, groups);
  const [field] = unknown;
  if (field === undefined) return known;
  return `${known}; ${fieldWord('user', field)}: ${gapText(knownOf(user, field)) ?? ''}`;
}

function groupText(group: string, groups: GroupLookup): string {
  const found = groups.find(group);
  if (found) return messages.group(groupLabel(found));
  return groups.isKnown ? messages.groupNotInList(group) : messages.group(group);
}

const isUnread = ({ is }: Known<unknown>) => is === 'notUnderstood';
const asText = (value: string) => value;

/** The last login of a user with its age; "Never" only if the service states it. */
function LastLogin({ user }: { user: User }) {
  const known = knownMoment(user, 'lastLoginAt');
  if (known.is !== 'value') return <span>{gapText(known)}</span>;
  if (known.value === null) return <span>{texts.never}</span>;
  return 'day' in known.value ? (
    <span>{dayText(known.value.day)}</span>
  ) : (
    <AgeText at={known.value.at} />
  );
}
