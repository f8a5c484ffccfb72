import type { GroupLookup, UserAssignment } from '#shared/domain/access';
import { userLabel, type User } from '#shared/domain/user';
import { groupLabel } from '#shared/domain/group';
import { clock } from '#lib/clock';
import { fieldWord } from '#lib/field-messages';
import type { Format } from '#lib/format';
import { AgeText } from '#ui/age-text';
import type { DataColumn } from '#ui/data-table';
import { userStatusOf, userStatusLabels, validityMoment } from './user-status';

export function userColumns(
  format: Format,
  groups: GroupLookup,
  deviceName: (id: string) => string,
  zone: string,
): DataColumn<User>[] {
  const text = (value: string | null) => value && <span title={value}>{value}</span>;
  const when = (at: number | null) =>
    at === null ? <Missing /> : <span title={format.moment(at)}>{format.day(at)}</span>;
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
      cell: ({ email }) => text(email),
    },
    {
      id: 'access',
      isSortable: true,
      header: 'Access',
      width: 170,
      cell: (user) => text(accessLabel(user, groups, deviceName)) ?? <Missing />,
    },
    {
      id: 'privileges',
      isSortable: true,
      header: fieldWord('user', 'privileges'),
      width: 180,
      cell: ({ privileges }) => text(privileges.join(', ')),
    },
    {
      id: 'status',
      isSortable: true,
      header: 'State',
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
      cell: ({ validFrom }) => when(validFrom),
    },
    {
      id: 'until',
      isSortable: true,
      header: fieldWord('user', 'expiresAt'),
      width: 110,
      cell: ({ expiresAt }) => when(expiresAt),
    },
    {
      id: 'login',
      isSortable: true,
      header: fieldWord('user', 'lastLoginAt'),
      width: 110,
      cell: ({ lastLoginAt }) =>
        lastLoginAt === null ? <Missing /> : <AgeText at={lastLoginAt} />,
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
    privileges: ({ privileges }: User) => privileges.join(', '),
    status: (user: User) => userStatusLabels[userStatusOf(user, now, zone)],
    from: (user: User) => validityMoment(user, 'validFrom', zone),
    until: (user: User) => validityMoment(user, 'expiresAt', zone),
    login: ({ lastLoginAt }: User) => lastLoginAt,
    description: ({ description }: User) => description,
    message: ({ message }: User) => message,
  };
}

/** What a user is assigned to; null if nothing. */
export function accessLabel(
  { group, deviceId }: UserAssignment,
  groups: GroupLookup,
  deviceName: (id: string) => string,
): string | null {
  const found = groups.find(group);
  if (found) return `Group ${groupLabel(found)}`;
  if (group !== null) return `Group ${group} (does not exist)`;
  return deviceId === null ? null : deviceName(deviceId);
}

function Missing() {
  return <span title="Not provided by the service">–</span>;
}
