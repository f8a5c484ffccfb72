import type { Group } from '#shared/domain/group';
import { groupLabel } from '#features/records';
import type { Format } from '#lib/format';
import type { DataColumn } from '#ui/data-table';

/** The columns of the groups; `usersOf` is how many users are assigned to a group. */
export function groupColumns(
  { count, moment, day }: Format,
  usersOf: (group: Group) => number,
): DataColumn<Group>[] {
  const when = (at: number | null) =>
    at === null ? <Missing /> : <span title={moment(at)}>{day(at)}</span>;
  return [
    {
      id: 'name',
      isSortable: true,
      header: 'Name',
      width: 200,
      grows: true,
      sticks: true,
      cell: (group) => <span title={groupLabel(group)}>{groupLabel(group)}</span>,
    },
    {
      id: 'members',
      isSortable: true,
      header: 'Devices',
      width: 90,
      align: 'end',
      cell: ({ deviceIds }) =>
        deviceIds ? <span>{count(new Set(deviceIds).size)}</span> : <Missing />,
    },
    {
      id: 'users',
      isSortable: true,
      header: 'Users',
      width: 80,
      align: 'end',
      cell: (group) => <span title="Users assigned to this group">{count(usersOf(group))}</span>,
    },
    {
      id: 'description',
      isSortable: true,
      header: 'Description',
      width: 220,
      grows: true,
      cell: ({ description }) => description && <span title={description}>{description}</span>,
    },
    {
      id: 'created',
      isSortable: true,
      header: 'Created',
      width: 120,
      cell: ({ createdAt }) => when(createdAt),
    },
    {
      id: 'modified',
      isSortable: true,
      header: 'Modified',
      width: 120,
      cell: ({ modifiedAt }) => when(modifiedAt),
    },
  ];
}

function Missing() {
  return <span title="Not provided by the service">–</span>;
}
