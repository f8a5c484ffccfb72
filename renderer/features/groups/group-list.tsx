import { useMemo, type ReactNode } from 'react';
import type { Draft, GroupEdit } from '#shared/domain/edit';
import type { Group } from '#shared/domain/group';
import {
  groupLabel,
  groupsMirror,
  RecordList,
  stagedRecords,
  useGroupsByIdOrName,
  useUsers,
  type GridField,
  type RecordListActions,
} from '#features/records';
import { fieldWord } from '#lib/field-messages';
import { useFormat } from '#lib/use-format';
import { GroupActions } from './group-actions';
import { groupColumns } from './group-columns';
import { GroupDetail } from './group-detail';
import { groupProblems } from './group-rules';
import { groupFilters, groupFilterWords, isOdd } from './overlaps';

interface GroupListProps extends RecordListActions<Group> {
  views: ReactNode;
  selectedId: string | null;
}

const textOf = (group: Group) => `${group.name ?? ''} ${group.description ?? ''} ${group.id}`;
const wordOf = (field: string) => fieldWord('group', field);
const problemsOf = ({ edit }: Draft) => groupProblems(edit as GroupEdit, false);
const staged = stagedRecords({
  kind: 'group',
  labelOf: groupLabel,
});
const grid: readonly GridField<'group'>[] = [
  { field: 'name', width: 220, isRequired: true },
  { field: 'description', width: 300 },
];

/** The list of groups, its filters and the chosen one's details. */
export function GroupList(props: GroupListProps) {
  const format = useFormat();
  const usersOf = useUserCounts();
  const columns = useMemo(() => groupColumns(format, usersOf), [format, usersOf]);
  const filters = useMemo(
    () =>
      groupFilters.map((id) => ({
        id,
        ...groupFilterWords[id],
        passes: (group: Group) => isOdd(id, group, usersOf(group)),
      })),
    [usersOf],
  );
  const sortValues = useMemo(
    () => ({
      name: groupLabel,
      members: ({ deviceIds }: Group) => deviceIds && new Set(deviceIds).size,
      users: usersOf,
      description: ({ description }: Group) => description,
      created: ({ createdAt }: Group) => createdAt,
      modified: ({ modifiedAt }: Group) => modifiedAt,
    }),
    [usersOf],
  );
  return (
    <RecordList
      {...props}
      kind="group"
      title="Groups"
      mirror={groupsMirror}
      labelOf={groupLabel}
      textOf={textOf}
      columns={columns}
      sortValues={sortValues}
      filterLabel="Odd groups"
      filters={filters}
      grid={grid}
      staged={staged}
      problemsOf={problemsOf}
      wordOf={wordOf}
      actions={(selection, groups, shown) => (
        <GroupActions selection={selection} groups={groups} shown={shown} />
      )}
      detail={(group, actions) => <GroupDetail group={group} {...actions} />}
      none="This account has no groups yet. New group makes one; Import takes many from a table."
    />
  );
}

/** How many users are tied to a group. */
function useUserCounts(): (group: Group) => number {
  const users = useUsers();
  const groups = useGroupsByIdOrName();
  return useMemo(() => {
    const counts = new Map<string, number>();
    for (const user of users) {
      const group = groups.find(user.group);
      if (group) counts.set(group.id, (counts.get(group.id) ?? 0) + 1);
    }
    return ({ id }) => counts.get(id) ?? 0;
  }, [users, groups]);
}
