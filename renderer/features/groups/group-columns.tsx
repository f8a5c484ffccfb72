import { groupLabel, type Group } from '#shared/domain/group';
import { dayText } from '#shared/domain/calendar';
import { knownMoment, knownOf, type Known } from '#shared/domain/known';
import { commonTexts } from '#lib/common-texts';
import type { Format } from '#lib/format';
import { gapText, knownText, membersText } from '#lib/known-text';
import type { DataColumn } from '#ui/data-table';
import { usersText, type AssignedUsers } from './group-rules';
import { texts } from './groups-texts';
import { membersCount, membersOf } from './members';
import { groupMessages } from './group-messages';

/** How many users are assigned to a group, if the list of users was received. */
export type UsersOf = (group: Group) => Known<AssignedUsers>;

export function groupColumns(
  { count, counted, moment, day }: Format,
  usersOf: UsersOf,
): DataColumn<Group>[] {
  const text = (value: string) => <span title={value}>{value}</span>;
  const when = (group: Group, field: 'createdAt' | 'modifiedAt') => {
    const known = knownMoment(group, field);
    const as = (format: (at: number) => string) =>
      knownText(
        known,
        (value) => ('day' in value ? dayText(value.day) : format(value.at)),
        texts.none,
      );
    return <span title={as(moment)}>{as(day)}</span>;
  };
  return [
    {
      id: 'name',
      isSortable: true,
      header: commonTexts.name,
      width: 200,
      grows: true,
      sticks: true,
      cell: (group) => <span title={groupLabel(group)}>{groupLabel(group)}</span>,
    },
    {
      id: 'members',
      isSortable: true,
      header: commonTexts.devices,
      width: 140,
      align: 'end',
      cell: (group) => {
        const known = membersOf(group);
        if (known.is !== 'value') return text(gapText(known) ?? '');
        const { read, unread } = known.value;
        return <span title={membersText(read, unread, counted)}>{membersCount(group, count)}</span>;
      },
    },
    {
      id: 'users',
      isSortable: true,
      header: commonTexts.users,
      width: 120,
      align: 'end',
      cell: (group) => {
        const users = usersOf(group);
        const unclear = users.is === 'value' ? users.value.unclear : 0;
        const title =
          unclear === 0
            ? texts.usersAssignedToThisGroup
            : groupMessages.usersAssigned(counted(unclear, 'user'));
        return (
          <span title={title}>{knownText(users, (of) => usersText(of, count), texts.none)}</span>
        );
      },
    },
    {
      id: 'description',
      isSortable: true,
      header: texts.description,
      width: 220,
      grows: true,
      cell: (group) => text(knownText(knownOf(group, 'description'), String, texts.none)),
    },
    {
      id: 'created',
      isSortable: true,
      header: texts.created,
      width: 120,
      cell: (group) => when(group, 'createdAt'),
    },
    {
      id: 'modified',
      isSortable: true,
      header: texts.modified,
      width: 120,
      cell: (group) => when(group, 'modifiedAt'),
    },
  ];
}
