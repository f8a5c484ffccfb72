import { Button } from '@mantine/core';
import { useCallback, useDeferredValue, useMemo, useState, type ReactNode } from 'react';
import { groupGapOf, groupLabel, type Group, type GroupGap } from '#shared/domain/group';
import { valueOf } from '#shared/domain/known';
import { ListUnknown, useDevices, useGroups, useKnownGroups } from '#features/edits';
import { ExportMenu } from '#ui/export-menu';
import { useFleetStore } from '#features/fleet';
import type { FleetRow } from '#engines/fleet';
import { commonTexts } from '#lib/common-texts';
import { findByText } from '#lib/find-text';
import { byText } from '#lib/in-order';
import { useFormat } from '#lib/use-format';
import { DataTable, type DataColumn } from '#ui/data-table';
import { filterText } from '#lib/filter-text';
import { itemsText } from '#lib/list-text';
import { EmptyList } from '#ui/empty-list';
import { FilterChips } from '#ui/filter-chips';
import { ListPage } from '#ui/list-page';
import { PageHead } from '#ui/page';
import { ActionBar, useSelection } from '#ui/selection';
import { DroppedNotice } from './dropped-devices';
import { ChooseGroups } from './choose-groups';
import { groupMessages } from './group-messages';
import { NewGroupDialog } from './new-group-dialog';
import { GroupDropList } from './drop-target-panel';
import { groupsOfDevices, overlapCounts, overlapLabel } from './overlaps';
import { useDeviceDrag } from './device-drag';
import { texts } from './groups-texts';

const rowLabel = ({ label }: FleetRow) => label;
const textOf = ({ label, description, id }: FleetRow) => `${label} ${description} ${id}`;
const none: readonly never[] = [];

/** The state of the view: search, filter, and the devices that match. */
function useOverlapRows() {
  const devices = useDevices();
  const groups = useGroups();
  const known = useKnownGroups();
  const gap = groupGapOf(valueOf(known));
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const query = useDeferredValue(search);
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
    const matching =
      chosen === null
        ? rows
        : rows.filter(({ id }) => (byDevice.get(id)?.length ?? 0) === Number(chosen));
    return findByText(matching, query, textOf, rowLabel);
  }, [rows, byDevice, chosen, query]);
  const order = useMemo(() => shown.map(({ id }) => id), [shown]);
  const selection = useSelection(
    order,
    useCallback((id: string) => devices?.byId.has(id) ?? true, [devices]),
  );
  const columns = useMemo<DataColumn<FleetRow>[]>(
    () => [selection.column(rowLabel), ...overlapColumns(byDevice, gap)],
    [selection, byDevice, gap],
  );
  const exportFilter = filterText(
    [chosen === null ? null : overlapLabel(Number(chosen), gap)],
    search,
  );
  return {
    isLoading: devices === null,
    hasGroups: groups.length > 0,
    known,
    gap,
    search,
    setSearch,
    chosen,
    setChosen,
    counts,
    shown,
    order,
    selection,
    columns,
    total: rows.length,
    filterText: exportFilter,
  };
}

type OverlapRows = ReturnType<typeof useOverlapRows>;

/** Every device with the groups that contain it, filtered by the number of groups. */
export function OverlapView({ views }: { views: ReactNode }) {
  const overlap = useOverlapRows();
  const { selection, shown, hasGroups } = overlap;
  const [asking, setAsking] = useState<'add' | 'remove' | 'new' | null>(null);
  return (
    <>
      <ListPage
        head={<OverlapHead overlap={overlap} />}
        filters={
          <>
            {views}
            <FilterChips
              label={texts.numberOfGroups}
              chips={overlap.counts.map((each) => ({
                id: String(each.groups),
                word: overlapLabel(each.groups, overlap.gap),
                count: each.devices,
              }))}
              chosen={overlap.chosen}
              onChoose={overlap.setChosen}
            />
          </>
        }
        banner={
          <>
            <div>
              <ListUnknown name="groups" known={overlap.known} />
            </div>
            <DroppedNotice page="groups" />
            <ActionBar selection={selection} shown={shown.length} noun="device">
              <Button size="compact-sm" variant="default" onClick={() => setAsking('add')}>
                {texts.addToGroups}
              </Button>
              <Button size="compact-sm" variant="default" onClick={() => setAsking('remove')}>
                {texts.removeFromGroups}
              </Button>
              <Button size="compact-sm" variant="default" onClick={() => setAsking('new')}>
                {groupMessages.newGroup}
              </Button>
            </ActionBar>
          </>
        }
        list={<OverlapTable overlap={overlap} />}
        detail={hasGroups && <GroupDropList page="groups" />}
      />
      {asking === 'new' && (
        <NewGroupDialog deviceIds={[...selection.ids]} onClose={() => setAsking(null)} />
      )}
      {(asking === 'add' || asking === 'remove') && (
        <ChooseGroups how={asking} deviceIds={[...selection.ids]} onClose={() => setAsking(null)} />
      )}
    </>
  );
}

function OverlapHead({ overlap }: { overlap: OverlapRows }) {
  const { search, setSearch, shown, total, order, filterText: exportFilter } = overlap;
  const format = useFormat();
  return (
    <PageHead
      title={commonTexts.groups}
      search={{ label: texts.searchDevicesByGroup, value: search, onChange: setSearch }}
      matches={groupMessages.shownOfAll(format.count(shown.length), format.count(total))}
      note={texts.pressEnterOrClickA}
      actions={
        <>
          <ExportMenu what="devices" ids={() => order} filter={exportFilter || 'none'}>
            {texts.exportDevices}
          </ExportMenu>
          <ExportMenu what="membership" ids={() => null} filter={texts.noneEveryGroupWithIts}>
            {texts.exportMembership}
          </ExportMenu>
        </>
      }
    />
  );
}

function OverlapTable({ overlap }: { overlap: OverlapRows }) {
  const { columns, shown, order, selection } = overlap;
  const store = useFleetStore();
  const drag = useDeviceDrag();
  const [currentId, setCurrentId] = useState<string | null>(null);
  const show = (index: number) => {
    const id = order[index];
    if (id === undefined) return;
    store.show(id);
    window.location.hash = '#/fleet';
  };
  return (
    <DataTable
      label={texts.devicesByGroup}
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
      empty={<NoOverlap overlap={overlap} />}
    />
  );
}

function NoOverlap({ overlap }: { overlap: OverlapRows }) {
  if (overlap.isLoading) return <EmptyList>{commonTexts.loadingDevices}</EmptyList>;
  const clear = () => {
    overlap.setSearch('');
    overlap.setChosen(null);
  };
  return (
    <EmptyList action={{ label: commonTexts.clearFilters, onClick: clear }}>
      {texts.noDevicesMatchTheSearchAnd}
    </EmptyList>
  );
}

function overlapColumns(
  byDevice: ReadonlyMap<string, readonly Group[]>,
  gap: GroupGap | null,
): readonly DataColumn<FleetRow>[] {
  return [
    {
      id: 'name',
      header: commonTexts.device,
      width: 180,
      grows: true,
      cell: ({ label, id }) => <span title={`${label} (${id})`}>{label}</span>,
    },
    {
      id: 'count',
      header: commonTexts.groups,
      width: 90,
      align: 'end',
      cell: ({ id }) => {
        const count = byDevice.get(id)?.length ?? 0;
        // "0" only if it is known that the device is in no group.
        return <span>{count === 0 && gap !== null ? commonTexts.notKnown : count}</span>;
      },
    },
    {
      id: 'groups',
      header: texts.in,
      width: 260,
      grows: true,
      cell: ({ id }) => {
        const names = itemsText((byDevice.get(id) ?? none).map(groupLabel).toSorted(byText));
        return names ? <span title={names}>{names}</span> : <span>{overlapLabel(0, gap)}</span>;
      },
    },
  ];
}
