import { useDeferredValue, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { Group } from '#shared/domain/group';
import type { User } from '#shared/domain/user';
import { groupsMirror, userLabel, usersMirror } from '#features/account';
import { clock } from '#lib/clock';
import { findByText } from '#lib/find-text';
import type { Format } from '#lib/format';
import { useFormat } from '#lib/use-format';
import { AgeText } from '#ui/age-text';
import { DataTable, type DataColumn } from '#ui/data-table';
import { EmptyList } from '#ui/empty-list';
import { FaultNotice } from '#ui/fault-notice';
import { ListAge } from '#ui/list-age';
import { ListPage } from '#ui/list-page';
import { standingOf, standingWords } from './standing';
import { UserDetail } from './user-detail';

const textOf = (user: User) =>
  [user.name, user.email, user.id, user.description, user.group, user.deviceId].join(' ');

/** The name of a group given by id or by name, which of the two is not documented. */
export function groupNameOf(group: string | null, groups: readonly Group[]): string | null {
  return group === null ? null : (groups.find(({ id }) => id === group)?.name ?? group);
}

function columnsFor(format: Format, groups: readonly Group[]): DataColumn<User>[] {
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
        const name = groupNameOf(group, groups);
        if (name !== null) return text(`Group ${name}`);
        return deviceId === null ? <Missing /> : text(`Device ${deviceId}`);
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

/** The account's users, for reading. */
export function UsersPage() {
  const { value: list, fault } = useStore(usersMirror);
  const groups = useStore(groupsMirror, ({ value }) => value?.items);
  const [search, setSearch] = useState('');
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const format = useFormat();
  const wanted = useDeferredValue(search);
  const users = useMemo(
    () => findByText(list?.items ?? [], wanted, textOf, userLabel),
    [list, wanted],
  );
  const columns = useMemo(() => columnsFor(format, groups ?? []), [format, groups]);
  const selectedIndex = users.findIndex(({ id }) => id === selectedId);
  const selected = list?.items.find(({ id }) => id === selectedId);
  const select = (index: number) => setSelectedId(users[index]?.id ?? null);
  return (
    <ListPage
      title="Users"
      searchLabel="Search users"
      search={search}
      onSearch={setSearch}
      matches={`${format.count(users.length)} of ${format.count(list?.items.length ?? 0)}`}
      note={
        list && (
          <ListAge
            age={list.asOf === null ? null : <AgeText at={list.asOf} />}
            setAside={list.setAside}
          />
        )
      }
      banner={fault && <FaultNotice fault={fault} context="open" />}
      list={
        <DataTable
          label="Users"
          columns={columns}
          count={users.length}
          rowAt={(index) => users[index]}
          rowLabel={userLabel}
          selectedIndex={selectedIndex}
          selectedKey={selectedId}
          onSelect={select}
          onOpen={select}
          onEscape={() => setSelectedId(null)}
          empty={
            <EmptyList>
              {search ? 'No user fits the search.' : 'This account has no users beside its holder.'}
            </EmptyList>
          }
        />
      }
      detail={
        selected && (
          <UserDetail
            user={selected}
            title={userLabel(selected)}
            groupName={groupNameOf(selected.group, groups ?? [])}
            onClose={() => setSelectedId(null)}
          />
        )
      }
    />
  );
}

function Missing() {
  return <span title="not provided">–</span>;
}
