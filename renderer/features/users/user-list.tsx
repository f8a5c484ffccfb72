import { Button } from '@mantine/core';
import { IconPlus, IconTableImport } from '@tabler/icons-react';
import { useCallback, useDeferredValue, useMemo, useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import type { User } from '#shared/domain/user';
import { useDevices, useGroupsByIdOrName, userLabel, usersMirror } from '#features/account';
import { ExportMenu, useSelection } from '#features/bulk';
import { useNow } from '#lib/clock';
import { findByText } from '#lib/find-text';
import { useFormat } from '#lib/use-format';
import { AgeText } from '#ui/age-text';
import { DataTable } from '#ui/data-table';
import { EmptyList } from '#ui/empty-list';
import { FaultNotice } from '#ui/fault-notice';
import { FilterChips } from '#ui/filter-chips';
import { ListAge } from '#ui/list-age';
import { ListPage } from '#ui/list-page';
import { UserActions } from './user-actions';
import { userColumns } from './user-columns';
import { UserDetail } from './user-detail';
import { passes, userFilters, userFilterWords, type UserFilter } from './user-filters';

interface UserListProps {
  notice: ReactNode;
  selectedId: string | null;
  onSelect: (id: string | null) => void;
  hasDraft: (id: string) => boolean;
  onNew: () => void;
  onEdit: (user: User) => void;
  onDelete: (user: User) => void;
}

const textOf = (user: User) =>
  [user.name, user.email, user.id, user.description, user.group, user.deviceId].join(' ');
const none: readonly User[] = [];

/** The list of users, its filters and the chosen one's details. */
export function UserList(props: UserListProps) {
  const { selectedId, onSelect } = props;
  const { value: list, fault } = useStore(usersMirror);
  const all = list?.items ?? none;
  const groups = useGroupsByIdOrName();
  const format = useFormat();
  const now = useNow(60_000);
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<UserFilter | null>(null);
  const wanted = useDeferredValue(search);
  const shown = useMemo(() => {
    const fitting = filter ? all.filter((user) => passes(filter, user, now, groups)) : all;
    return findByText(fitting, wanted, textOf, userLabel);
  }, [all, filter, now, groups, wanted]);
  const order = useMemo(() => shown.map(({ id }) => id), [shown]);
  const ids = useMemo(() => new Set(all.map(({ id }) => id)), [all]);
  const selection = useSelection(
    order,
    useCallback((id: string) => ids.has(id), [ids]),
  );
  const devices = useDevices()?.byId;
  const deviceName = useCallback((id: string) => devices?.get(id)?.label ?? id, [devices]);
  const columns = useMemo(
    () => [selection.column<User>(userLabel), ...userColumns(format, groups, deviceName)],
    [selection, format, groups, deviceName],
  );
  const chips = useMemo(
    () =>
      userFilters
        .map((id) => ({
          id,
          ...userFilterWords[id],
          count: all.filter((user) => passes(id, user, now, groups)).length,
        }))
        .filter(({ id, count }) => count > 0 || id === filter),
    [all, now, groups, filter],
  );
  const selected = all.find(({ id }) => id === selectedId);
  const select = (index: number) => onSelect(order[index] ?? null);
  const filterText = [
    filter && userFilterWords[filter].word,
    search.trim() && `search “${search.trim()}”`,
  ]
    .filter(Boolean)
    .join('; ');
  return (
    <ListPage
      title="Users"
      searchLabel="Search users"
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
            New user
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
          <ExportMenu what="users" ids={() => order} filter={filterText || 'none: all users'} />
        </>
      }
      filters={
        chips.length > 0 && (
          <FilterChips label="Filter users" chips={chips} chosen={filter} onChoose={setFilter} />
        )
      }
      banner={
        <>
          {fault && <FaultNotice fault={fault} context="open" />}
          {props.notice}
          <UserActions selection={selection} users={all} shown={shown.length} />
        </>
      }
      list={
        <DataTable
          label="Users"
          columns={columns}
          count={shown.length}
          rowAt={(index) => shown[index]}
          rowLabel={userLabel}
          selectedIndex={selectedId === null ? -1 : order.indexOf(selectedId)}
          selectedKey={selectedId}
          onSelect={select}
          onOpen={select}
          onEscape={() => onSelect(null)}
          marking={selection.marking}
          empty={
            <EmptyList>
              {search || filter
                ? 'No user fits the search and the filter.'
                : 'This account has no users beside its holder.'}
            </EmptyList>
          }
        />
      }
      detail={
        selected && (
          <UserDetail
            key={selected.id}
            user={selected}
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
