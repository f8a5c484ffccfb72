import { Button } from '@mantine/core';
import { useCallback, useDeferredValue, useMemo, useState, type ReactNode } from 'react';
import { groupLabel, type Group } from '#shared/domain/group';
import { useDevices, useGroups } from '#features/records';
import { ExportMenu } from '#features/exchange';
import { ActionBar, useSelection } from '#features/jobs';
import { useFleetStore } from '#features/fleet';
import type { FleetRow } from '#features/fleet-data';
import { findByText } from '#lib/find-text';
import { useFormat } from '#lib/use-format';
import { DataTable, type DataColumn } from '#ui/data-table';
import { EmptyList } from '#ui/empty-list';
import { FilterChips } from '#ui/filter-chips';
import { ListPage } from '#ui/list-page';
import { PageHead } from '#ui/page-head';
import { DroppedNotice } from './add-dropped';
import { ChooseGroups } from './choose-groups';
import { GroupDropTarget } from './drop-target-panel';
import { groupsOfDevices, overlapCounts, overlapWord } from './overlaps';
import { useDeviceDrag } from './device-drag';

const rowLabel = ({ label }: FleetRow) => label;
const textOf = ({ label, description, id }: FleetRow) => `${label} ${description} ${id}`;
const none: readonly never[] = [];

/** Every device by how many groups it is in: orphans and overlaps. */
export function OverlapView({ views }: { views: ReactNode }) {
  const store = useFleetStore();
  const devices = useDevices();
  const groups = useGroups();
  const format = useFormat();
  const drag = useDeviceDrag();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const [currentId, setCurrentId] = useState<string | null>(null);
  const [asking, setAsking] = useState<'add' | 'remove' | null>(null);
  const wanted = useDeferredValue(search);
  const byDevice = useMemo(() => groupsOfDevices(groups), [groups]);
  const rows = devices?.rows ?? none;
  const counts = useMemo(
    () =>
      overlapCounts(
        rows.map(({ id }) => id),
        byDevice,
      ),
    [rows, byDevice],
  );
  const shown = useMemo(() => {
    const fitting =
      chosen === null
        ? rows
        : rows.filter(({ id }) => (byDevice.get(id)?.length ?? 0) === Number(chosen));
    return findByText(fitting, wanted, textOf, rowLabel);
  }, [rows, byDevice, chosen, wanted]);
  const order = useMemo(() => shown.map(({ id }) => id), [shown]);
  const selection = useSelection(
    order,
    useCallback((id: string) => devices?.byId.has(id) ?? true, [devices]),
  );
  const columns = useMemo<DataColumn<FleetRow>[]>(
    () => [selection.column(rowLabel), ...overlapColumns(byDevice)],
    [selection, byDevice],
  );
  const filterText = [
    chosen !== null && overlapWord(Number(chosen)),
    search.trim() && `search “${search.trim()}”`,
  ]
    .filter(Boolean)
    .join('; ');
  const show = (index: number) => {
    const id = order[index];
    if (id === undefined) return;
    store.show(id);
    window.location.hash = '#/fleet';
  };
  return (
    <>
      <ListPage
        head={
          <PageHead
            title="Groups"
            search={{ label: 'Search devices by group', value: search, onChange: setSearch }}
            matches={`${format.count(shown.length)} of ${format.count(rows.length)}`}
            note="Enter or a click shows a device on the fleet page; Space selects."
            actions={
              <>
                <ExportMenu what="devices" ids={() => order} filter={filterText || 'none'}>
                  Export devices
                </ExportMenu>
                <ExportMenu
                  what="membership"
                  ids={() => null}
                  filter="none: every group with its devices"
                >
                  Export membership
                </ExportMenu>
              </>
            }
          />
        }
        filters={
          <>
            {views}
            <FilterChips
              label="How many groups"
              chips={counts.map((each) => ({
                id: String(each.groups),
                word: overlapWord(each.groups),
                count: each.devices,
              }))}
              chosen={chosen}
              onChoose={setChosen}
            />
          </>
        }
        banner={
          <>
            <DroppedNotice page="groups" />
            <ActionBar selection={selection} shown={shown.length} noun="device">
              <Button size="compact-sm" variant="default" onClick={() => setAsking('add')}>
                Add to groups…
              </Button>
              <Button size="compact-sm" variant="default" onClick={() => setAsking('remove')}>
                Remove from groups…
              </Button>
            </ActionBar>
          </>
        }
        list={
          <DataTable
            label="Devices by group"
            columns={columns}
            count={shown.length}
            rowAt={(index) => shown[index]}
            rowLabel={rowLabel}
            selectedIndex={currentId === null ? -1 : order.indexOf(currentId)}
            selectedKey={currentId}
            onSelect={(index) => setCurrentId(order[index] ?? null)}
            onOpen={show}
            marking={selection.marking}
            onDragRow={(index, event) => {
              const id = order[index];
              if (id === undefined) return;
              drag(event, selection.ids.has(id) ? [...selection.ids] : [id]);
            }}
            empty={
              <EmptyList>
                {devices ? 'No device fits the search and the filter.' : 'Looking up the devices…'}
              </EmptyList>
            }
          />
        }
        detail={groups.length > 0 && <GroupDropTarget page="groups" />}
      />
      {asking && (
        <ChooseGroups how={asking} deviceIds={[...selection.ids]} onClose={() => setAsking(null)} />
      )}
    </>
  );
}

function overlapColumns(
  byDevice: ReadonlyMap<string, readonly Group[]>,
): readonly DataColumn<FleetRow>[] {
  return [
    {
      id: 'name',
      header: 'Device',
      width: 180,
      grows: true,
      cell: ({ label, id }) => <span title={`${label} (${id})`}>{label}</span>,
    },
    {
      id: 'count',
      header: 'Groups',
      width: 90,
      align: 'end',
      cell: ({ id }) => <span>{byDevice.get(id)?.length ?? 0}</span>,
    },
    {
      id: 'groups',
      header: 'In',
      width: 260,
      grows: true,
      cell: ({ id }) => {
        const names = (byDevice.get(id) ?? none)
          .map(groupLabel)
          .toSorted((a, b) => a.localeCompare(b))
          .join(', ');
        return names ? <span title={names}>{names}</span> : <span>in no group</span>;
      },
    },
  ];
}
