import { useMemo } from 'react';
import type { FleetRow, SortColumn } from '#features/fleet-data';
import { useFormat } from '#lib/use-format';
import { clock } from '#lib/clock';
import { DataTable } from '#ui/data-table';
import { EmptyList } from '#ui/empty-list';
import { deviceColumns } from './device-columns';
import { isFiltered, useFleet, useFleetStore } from './fleet-store';
import type { FleetDrag } from './fleet-drag';
import { draggedWith, useMarking } from './picked-devices';
import { useRows } from './use-rows';

const rowLabel = (row: FleetRow) => row.label;

/** Every device that the filters let through, in the chosen order. */
export function DeviceTable({ onDrag }: { onDrag: FleetDrag['begin'] }) {
  const store = useFleetStore();
  const matched = useFleet(({ view }) => view?.matched ?? 0);
  const sort = useFleet(({ query }) => query.sort);
  const selected = useFleet((state) => state.selected);
  const hidden = useFleet(({ preferences }) => preferences.hiddenColumns);
  const isComfortable = useFleet(({ preferences }) => preferences.isComfortable);
  const format = useFormat();
  const { rowAt, onRange } = useRows(store.client);
  const { column: boxes, marking } = useMarking(store.client, rowAt, matched);
  const shown = useMemo(() => deviceColumns(format, hidden, clock.now), [format, hidden]);
  const columns = useMemo(() => [boxes, ...shown], [boxes, shown]);
  // The row that is seen is the one that is meant, even where the list has moved on meanwhile.
  const pick = (index: number, opens: boolean) => {
    const row = rowAt(index);
    if (!row) void store.selectRow(index, opens);
    else if (opens) store.show(row.id, index);
    else store.select(row.id, index);
  };
  return (
    <DataTable
      label="Devices"
      columns={columns}
      count={matched}
      rowAt={rowAt}
      rowLabel={rowLabel}
      rowHeight={isComfortable ? 42 : 32}
      sort={sort}
      onSort={(column) => store.sortBy(column as SortColumn)}
      selectedIndex={selected?.index ?? -1}
      selectedKey={selected?.id ?? null}
      onSelect={(index) => pick(index, false)}
      onOpen={(index) => pick(index, true)}
      onEscape={() => store.setDetailsOpen(false)}
      onRange={onRange}
      marking={marking}
      onDragRow={(index, event) => {
        const row = rowAt(index);
        if (row) onDrag(event, draggedWith(row.id));
      }}
      empty={<EmptyTable />}
    />
  );
}

function EmptyTable() {
  const query = useFleet((state) => state.query);
  const total = useFleet(({ view }) => view?.total ?? null);
  const isListed = useFleet(({ view }) => view?.isListed ?? false);
  if (total === null || (total === 0 && !isListed))
    return <EmptyList>Waiting for the list of devices…</EmptyList>;
  if (total === 0)
    return (
      <EmptyList>
        <p>This account has no devices yet.</p>
        <p>
          Devices are registered in the service’s own console; its interface offers no call for it.
          They appear here by themselves after that.
        </p>
      </EmptyList>
    );
  return (
    <EmptyList>
      {isFiltered(query) ? 'No device fits the search and the filters.' : 'No devices.'}
    </EmptyList>
  );
}
