import { SegmentedControl } from '@mantine/core';
import { useMemo, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { groupLabel, type Group } from '#shared/domain/group';
import { knownMoment, knownOf, mapKnown, valueOf, type Known } from '#shared/domain/known';
import {
  RecordList,
  useGroups,
  useGroupsByIdOrName,
  useKnownUsers,
  useRecordPage,
  type GridField,
  type RecordListActions,
} from '#features/edits';
import { pickedIds } from '#features/fleet';
import { fieldWord } from '#lib/field-values';
import type { Format } from '#lib/format';
import { gapText, knownMomentText, knownText } from '#lib/known-values';
import { useFormat } from '#lib/use-format';
import type { DataColumn } from '#ui/data-table';
import { DevicesByGroup } from './devices-by-group';
import { GroupActions, groupsView } from './group-actions';
import { DeleteGroup, GroupDetail, useUnclearUsers } from './group-detail';
import { GroupEditor } from './group-editor';
import {
  groupFilters,
  groupProblems,
  memberTotal,
  membersCount,
  membersOf,
  usersText,
  type AssignedUsers,
} from './group-rules';

const select = (selectedId: string | null) => groupsView.setState({ selectedId });

/** The account's groups: the list, the editor, and the devices by group. */
export function GroupsPage() {
  const { t } = useFormat();
  const view = useStore(groupsView, (state) => state.view);
  const selectedId = useStore(groupsView, (state) => state.selectedId);
  const page = useRecordPage({ kind: 'group', records: useGroups(), onSelect: select });
  const { editing, deleting } = page;
  // The devices that are selected in the fleet become members; the editor shows them before it saves.
  const onNew = () => {
    const deviceIds = [...pickedIds()];
    if (deviceIds.length > 0) page.createAnew({ deviceIds });
    else page.list.onNew();
  };
  const views = (
    <SegmentedControl
      size="xs"
      aria-label={t('groups.view')}
      data={[
        { value: 'groups', label: t('common.groups') },
        { value: 'devices', label: t('groups.byDevice') },
      ]}
      value={view}
      onChange={(next) => groupsView.setState({ view: next as 'groups' | 'devices' })}
    />
  );
  if (!editing && view === 'devices') return <DevicesByGroup views={views} />;
  return (
    <>
      {editing ? (
        <GroupEditor key={editing.draftKey} editing={editing} />
      ) : (
        <GroupList views={views} selectedId={selectedId} {...page.list} onNew={onNew} />
      )}
      {deleting && (
        <DeleteGroup
          group={deleting}
          onDeleted={(journalId, more) => page.onDeleted(deleting, journalId, more)}
          onCancel={page.keepIt}
        />
      )}
    </>
  );
}

interface GroupListProps extends RecordListActions<'group'> {
  views: ReactNode;
  selectedId: string | null;
}

const textOf = (group: Group) => `${group.name ?? ''} ${group.description ?? ''} ${group.id}`;
const grid: readonly GridField<'group'>[] = [
  { field: 'name', width: 220, isRequired: true },
  { field: 'description', width: 300 },
];

function GroupList(props: GroupListProps) {
  const format = useFormat();
  const usersOf = useAssignedUsers();
  const columns = useMemo(() => groupColumns(format, usersOf), [format, usersOf]);
  const sortValues = useMemo(
    () => ({
      name: groupLabel,
      members: memberTotal,
      users: (group: Group) => valueOf(usersOf(group))?.assigned ?? null,
      description: ({ description }: Group) => description,
      createdAt: ({ createdAt }: Group) => createdAt,
      modifiedAt: ({ modifiedAt }: Group) => modifiedAt,
    }),
    [usersOf],
  );
  const filters = useMemo(
    () =>
      groupFilters.map((filter) => ({
        ...filter,
        word: format.t(filter.word),
        title: format.t(filter.title),
        passes: (group: Group) => filter.passes(group, valueOf(usersOf(group))),
      })),
    [usersOf, format],
  );
  return (
    <RecordList
      {...props}
      kind="group"
      title={format.t('common.groups')}
      textOf={textOf}
      columns={columns}
      sortValues={sortValues}
      filterLabel={format.t('groups.list.filter')}
      filters={filters}
      grid={grid}
      problemsOf={groupProblems}
      bulkActions={(selection, groups) => <GroupActions selection={selection} groups={groups} />}
      detail={(group, actions) => <GroupDetail group={group} {...actions} />}
    />
  );
}

/** How many users are assigned to a group, if the list of users was received. */
type UsersOf = (group: Group) => Known<AssignedUsers>;

function useAssignedUsers(): UsersOf {
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

function groupColumns(format: Format, usersOf: UsersOf): DataColumn<Group>[] {
  const { t, moment, day } = format;
  const none = t('common.known.none');
  const when = (field: 'createdAt' | 'modifiedAt'): DataColumn<Group> => ({
    id: field,
    header: fieldWord('group', field, format),
    width: 120,
    cell: (group) => {
      const known = knownMoment(group, field);
      return (
        <span title={knownMomentText(known, moment, none, format)}>
          {knownMomentText(known, day, none, format)}
        </span>
      );
    },
  });
  return [
    {
      id: 'name',
      header: t('common.name'),
      width: 200,
      grows: true,
      sticks: true,
      cell: (group) => groupLabel(group),
    },
    {
      id: 'members',
      header: t('common.devices'),
      width: 120,
      align: 'end',
      cell: (group) => {
        const known = membersOf(group);
        if (known.is !== 'value') return gapText(known, format) ?? '';
        const { read, unread } = known.value;
        return (
          <span
            title={
              unread === 0
                ? t('common.known.members', { count: read })
                : t('common.known.membersPartly', { count: read + unread, unread })
            }
          >
            {membersCount(group, format)}
          </span>
        );
      },
    },
    {
      id: 'users',
      header: t('common.users'),
      width: 100,
      align: 'end',
      cell: (group) => {
        const users = usersOf(group);
        const unclear = users.is === 'value' ? users.value.unclear : 0;
        const title =
          unclear === 0
            ? t('groups.users.help')
            : t('groups.users.helpUnclear', { count: unclear });
        return (
          <span title={title}>{knownText(users, (of) => usersText(of, format), none, format)}</span>
        );
      },
    },
    {
      id: 'description',
      header: fieldWord('group', 'description', format),
      width: 220,
      grows: true,
      cell: (group) => knownText(knownOf(group, 'description'), String, none, format),
    },
    { ...when('createdAt'), isSpare: true },
    when('modifiedAt'),
  ];
}
