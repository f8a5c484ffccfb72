import type { Groups } from '#shared/domain/access';
import { userLabel, type User } from '#shared/domain/user';
import { groupLabel } from '#shared/domain/group';
import { clock } from '#lib/clock';
import { fieldWord } from '#lib/field-messages';
import type { Format } from '#lib/format';
import { AgeText } from '#ui/age-text';
import type { DataColumn } from '#ui/data-table';
import { userStatusOf, userStatusMessages } from './user-status';

/** The columns of the users; `deviceName` is what to call a device. */
export function userColumns(
  format: Format,
  groups: Groups,
  deviceName: (id: string) => string,
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
      id: 'sees',
      isSortable: true,
      header: 'Sees',
      width: 170,
      cell: (user) => text(seenText(user, groups, deviceName)) ?? <Missing />,
    },
    {
      id: 'privileges',
      isSortable: true,
      header: fieldWord('user', 'privileges'),
      width: 180,
      cell: ({ privileges }) => text(privileges.join(', ')),
    },
    {
      id: 'standing',
      isSortable: true,
      header: 'State',
      width: 170,
      cell: (user) => {
        const word = userStatusMessages[userStatusOf(user, clock.now())];
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

/** What the rows are sorted by, for each column and each field of the edited table. */
export function userSortValues(groups: Groups, deviceName: (id: string) => string, now: number) {
  return {
    name: userLabel,
    email: ({ email }: User) => email,
    sees: (user: User) => seenText(user, groups, deviceName),
    privileges: ({ privileges }: User) => privileges.join(', '),
    standing: (user: User) => userStatusMessages[userStatusOf(user, now)],
    from: ({ validFrom }: User) => validFrom,
    until: ({ expiresAt }: User) => expiresAt,
    login: ({ lastLoginAt }: User) => lastLoginAt,
    description: ({ description }: User) => description,
    message: ({ message }: User) => message,
  };
}

/** What a user is tied to, in a few words; null: to nothing. */
export function seenText(
  { group, deviceId }: Pick<User, 'group' | 'deviceId'>,
  groups: Groups,
  deviceName: (id: string) => string,
): string | null {
  const found = groups.find(group);
  if (found) return `Group ${groupLabel(found)}`;
  if (group !== null) return `Group ${group}, which is gone`;
  return deviceId === null ? null : deviceName(deviceId);
}

function Missing() {
  return <span title="not provided">–</span>;
}
