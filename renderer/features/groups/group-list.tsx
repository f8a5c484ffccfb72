import { useMemo, type ReactNode } from 'react';
import type { Draft, GroupEdit } from '#shared/domain/edit';
import { groupLabel, type Group } from '#shared/domain/group';
import { mapKnown, valueOf } from '#shared/domain/known';
import {
  groupsMirror,
  RecordList,
  stagedRecords,
  useGroupsByIdOrName,
  useKnownUsers,
  type GridField,
  type RecordListActions,
} from '#features/edits';
import { commonTexts } from '#lib/common-texts';
import { fieldWord } from '#lib/field-messages';
import { useFormat } from '#lib/use-format';
import { useUnclearUsers } from './delete-group';
import { GroupActions } from './group-actions';
import { groupColumns, type UsersOf } from './group-columns';
import { GroupDetail } from './group-detail';
import { membersOf } from './members';
import { groupFilterLabels, groupFilters, groupProblems, matchesGroupFilter } from './group-rules';
import { texts } from './groups-texts';

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

/** The list of groups with filters, and the details of the selected one. */
export function GroupList(props: GroupListProps) {
  const format = useFormat();
  const usersOf = useUserCounts();
  const columns = useMemo(() => groupColumns(format, usersOf), [format, usersOf]);
  const filters = useMemo(
    () =>
      groupFilters.map((id) => ({
        id,
        ...groupFilterLabels[id],
        passes: (group: Group) => {
          const users = valueOf(usersOf(group));
          return matchesGroupFilter(id, group, users && users.assigned, users?.unclear);
        },
      })),
    [usersOf],
  );
  const sortValues = useMemo(
    () => ({
      name: groupLabel,
      members: (group: Group) => {
        const members = valueOf(membersOf(group));
        return members && members.read + members.unread;
      },
      users: (group: Group) => valueOf(usersOf(group))?.assigned ?? null,
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
      title={commonTexts.groups}
      mirror={groupsMirror}
      labelOf={groupLabel}
      textOf={textOf}
      columns={columns}
      sortValues={sortValues}
      filterLabel={texts.filterGroups}
      filters={filters}
      grid={grid}
      staged={staged}
      problemsOf={problemsOf}
      wordOf={wordOf}
      actions={(selection, groups, shown) => (
        <GroupActions selection={selection} groups={groups} shown={shown} />
      )}
      detail={(group, actions) => <GroupDetail group={group} {...actions} />}
    />
  );
}

function useUserCounts(): UsersOf {
  const known = useKnownUsers();
  const unclear = useUnclearUsers();
  const groups = useGroupsByIdOrName();
  return useMemo(() => {
    const counts = new Map<string, number>();
    for (const user of valueOf(known) ?? []) {
      const group = groups.find(user.group);
      if (group) counts.set(group.id, (counts.get(group.id) ?? 0) + 1);
    }
    return ({ id }) => mapKnown(known, () => ({ assigned: counts.get(id) ?? 0, unclear }));
  }, [known, unclear, groups]);
}
