import { useDeferredValue, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { Group } from '#shared/domain/group';
import { findByText } from '#lib/find-text';
import { useFormat } from '#lib/use-format';
import type { Format } from '#lib/format';
import { AgeText } from '#ui/age-text';
import { DataTable, type DataColumn } from '#ui/data-table';
import { EmptyList } from '#ui/empty-list';
import { FaultNotice } from '#ui/fault-notice';
import { ListAge } from '#ui/list-age';
import { ListPage } from '#ui/list-page';
import { GroupDetail } from './group-detail';
import { groupsMirror } from './store';

/** What to call a group that may have no name. */
export const groupLabel = ({ name, id }: Pick<Group, 'id' | 'name'>) => name?.trim() || id;

const textOf = (group: Group) => `${group.name ?? ''} ${group.description ?? ''} ${group.id}`;

function columnsFor({ count, moment, day }: Format): DataColumn<Group>[] {
  const when = (at: number | null) =>
    at === null ? <Missing /> : <span title={moment(at)}>{day(at)}</span>;
  return [
    {
      id: 'name',
      header: 'Name',
      width: 200,
      grows: true,
      sticks: true,
      cell: (group) => <span title={groupLabel(group)}>{groupLabel(group)}</span>,
    },
    {
      id: 'members',
      header: 'Devices',
      width: 90,
      align: 'end',
      cell: ({ deviceIds }) =>
        deviceIds ? <span>{count(new Set(deviceIds).size)}</span> : <Missing />,
    },
    {
      id: 'description',
      header: 'Description',
      width: 220,
      grows: true,
      cell: ({ description }) => description && <span title={description}>{description}</span>,
    },
    { id: 'created', header: 'Created', width: 120, cell: ({ createdAt }) => when(createdAt) },
    { id: 'modified', header: 'Modified', width: 120, cell: ({ modifiedAt }) => when(modifiedAt) },
  ];
}

/** The account's groups, for reading. */
export function GroupsPage() {
  const { value: list, fault } = useStore(groupsMirror);
  const [search, setSearch] = useState('');
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const format = useFormat();
  const wanted = useDeferredValue(search);
  const groups = useMemo(
    () => findByText(list?.items ?? [], wanted, textOf, groupLabel),
    [list, wanted],
  );
  const columns = useMemo(() => columnsFor(format), [format]);
  const selectedIndex = groups.findIndex(({ id }) => id === selectedId);
  const selected = list?.items.find(({ id }) => id === selectedId);
  const select = (index: number) => setSelectedId(groups[index]?.id ?? null);
  return (
    <ListPage
      title="Groups"
      searchLabel="Search groups"
      search={search}
      onSearch={setSearch}
      matches={`${format.count(groups.length)} of ${format.count(list?.items.length ?? 0)}`}
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
          label="Groups"
          columns={columns}
          count={groups.length}
          rowAt={(index) => groups[index]}
          rowLabel={groupLabel}
          selectedIndex={selectedIndex}
          selectedKey={selectedId}
          onSelect={select}
          onOpen={select}
          onEscape={() => setSelectedId(null)}
          empty={
            <EmptyList>
              {search ? 'No group fits the search.' : 'This account has no groups.'}
            </EmptyList>
          }
        />
      }
      detail={selected && <GroupDetail group={selected} onClose={() => setSelectedId(null)} />}
    />
  );
}

function Missing() {
  return <span title="not provided">–</span>;
}
