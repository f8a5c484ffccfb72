import type { Groups } from '#shared/domain/sight';
import type { User } from '#shared/domain/user';
import { groupLabel, userLabel } from '#features/account';
import { clock } from '#lib/clock';
import type { Format } from '#lib/format';
import { AgeText } from '#ui/age-text';
import type { DataColumn } from '#ui/data-table';
import { standingOf, standingWords } from './standing';

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
      header: 'Name',
      width: 180,
      grows: true,
      sticks: true,
      cell: (user) => text(userLabel(user)),
    },
    { id: 'email', header: 'E-mail', width: 200, grows: true, cell: ({ email }) => text(email) },
    {
      id: 'sees',
      header: 'Sees',
      width: 170,
      cell: ({ group, deviceId }) => {
        const found = groups.find(group);
        if (found) return text(`Group ${groupLabel(found)}`);
        if (group !== null) return text(`Group ${group}, which is gone`);
        return deviceId === null ? <Missing /> : text(deviceName(deviceId));
      },
    },
    {
      id: 'privileges',
      header: 'Privileges',
      width: 180,
      cell: ({ privileges }) => text(privileges.join(', ')),
    },
    {
      id: 'standing',
      header: 'State',
      width: 170,
      cell: (user) => {
        const word = standingWords[standingOf(user, clock.now())];
        return text(
          user.disabled && user.disabledMessage ? `${word}: ${user.disabledMessage}` : word,
        );
      },
    },
    { id: 'from', header: 'Valid from', width: 110, cell: ({ validFrom }) => when(validFrom) },
    { id: 'until', header: 'Valid until', width: 110, cell: ({ expiresAt }) => when(expiresAt) },
    {
      id: 'login',
      header: 'Last login',
      width: 110,
      cell: ({ lastLoginAt }) =>
        lastLoginAt === null ? <Missing /> : <AgeText at={lastLoginAt} />,
    },
  ];
}

function Missing() {
  return <span title="not provided">–</span>;
}
