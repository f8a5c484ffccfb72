import { Button } from '@mantine/core';
import { IconPlus, IconTableImport } from '@tabler/icons-react';
import { useCallback, useDeferredValue, useMemo, useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import type { Group } from '#shared/domain/group';
import { groupLabel, groupsMirror, useGroupsByIdOrName, useUsers } from '#features/account';
import { ExportMenu, useSelection } from '#features/bulk';
import { findByText } from '#lib/find-text';
import { useFormat } from '#lib/use-format';
import { AgeText } from '#ui/age-text';
import { DataTable } from '#ui/data-table';
import { EmptyList } from '#ui/empty-list';
import { FaultNotice } from '#ui/fault-notice';
import { FilterChips } from '#ui/filter-chips';
import { ListAge } from '#ui/list-age';
import { ListPage } from '#ui/list-page';
import { GroupActions } from './group-actions';
import { groupColumns } from './group-columns';
import { GroupDetail } from './group-detail';
import { groupFilters, groupFilterWords, isOdd, type GroupFilter } from './overlaps';

interface GroupListProps {
  views: ReactNode;
  notice: ReactNode;
  selectedId: string | null;
  onSelect: (id: string | null) => void;
  hasDraft: (id: string) => boolean;
  onNew: () => void;
  onEdit: (group: Group) => void;
  onDelete: (group: Group) => void;
}

const textOf = (group: Group) => `${group.name ?? ''} ${group.description ?? ''} ${group.id}`;
const none: readonly Group[] = [];

/** The list of groups, its filters and the chosen one's details. */
export function GroupList(props: GroupListProps) {
  const { selectedId, onSelect } = props;
  const { value: list, fault } = useStore(groupsMirror);
  const all = list?.items ?? none;
  const format = useFormat();
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<GroupFilter | null>(null);
  const wanted = useDeferredValue(search);
  const usersOf = useUserCounts();
  const shown = useMemo(() => {
    const fitting =
      filter === null ? all : all.filter((group) => isOdd(filter, group, usersOf(group)));
    return findByText(fitting, wanted, textOf, groupLabel);
  }, [all, filter, usersOf, wanted]);
  const order = useMemo(() => shown.map(({ id }) => id), [shown]);
  const ids = useMemo(() => new Set(all.map(({ id }) => id)), [all]);
  const selection = useSelection(
    order,
    useCallback((id: string) => ids.has(id), [ids]),
  );
  const columns = useMemo(
    () => [selection.column<Group>(groupLabel), ...groupColumns(format, usersOf)],
    [selection, format, usersOf],
  );
  const chips = groupFilters
    .map((id) => ({
      id,
      ...groupFilterWords[id],
      count: all.filter((group) => isOdd(id, group, usersOf(group))).length,
    }))
    .filter(({ id, count }) => count > 0 || id === filter);
  const selected = all.find(({ id }) => id === selectedId);
  const select = (index: number) => onSelect(order[index] ?? null);
  const filterText = [
    filter && groupFilterWords[filter].title,
    search.trim() && `search “${search.trim()}”`,
  ]
    .filter(Boolean)
    .join('; ');
  return (
    <ListPage
      title="Groups"
      searchLabel="Search groups"
      search={search}
      onSearch={setSearch}
      matches={`${format.count(shown.length)} of ${format.count(all.length)}`}
      note={
        list && (
          <ListAge
            age={list.asOf === null ? null : <AgeText at={list.asOf} />}
            setAside={list.setAside}
          />
        )
      }
      actions={
        <>
          <Button size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={props.onNew}>
            New group
          </Button>
          <Button
            size="xs"
            variant="default"
            component="a"
            href="#/import"
            leftSection={<IconTableImport size={14} aria-hidden />}
          >
            Import
          </Button>
          <ExportMenu what="groups" ids={() => order} filter={filterText || 'none: all groups'} />
        </>
      }
      filters={
        <>
          {props.views}
          <FilterChips label="Odd groups" chips={chips} chosen={filter} onChoose={setFilter} />
        </>
      }
      banner={
        <>
          {fault && <FaultNotice fault={fault} context="open" />}
          {props.notice}
          <GroupActions selection={selection} groups={all} shown={shown.length} />
        </>
      }
      list={
        <DataTable
          label="Groups"
          columns={columns}
          count={shown.length}
          rowAt={(index) => shown[index]}
          rowLabel={groupLabel}
          selectedIndex={selectedId === null ? -1 : order.indexOf(selectedId)}
          selectedKey={selectedId}
          onSelect={select}
          onOpen={select}
          onEscape={() => onSelect(null)}
          marking={selection.marking}
          empty={
            <EmptyList>
              {search || filter
                ? 'No group fits the search and the filter.'
                : 'This account has no groups.'}
            </EmptyList>
          }
        />
      }
      detail={
        selected && (
          <GroupDetail
            group={selected}
            hasDraft={props.hasDraft(selected.id)}
            onClose={() => onSelect(null)}
            onEdit={() => props.onEdit(selected)}
            onDelete={() => props.onDelete(selected)}
          />
        )
      }
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
