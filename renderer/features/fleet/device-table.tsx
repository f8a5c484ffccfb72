import { useCallback, useEffect, useMemo, useState, type DragEvent } from 'react';
import type { FleetClient, FleetRow, RowRange, SortColumn } from '#features/fleet-data';
import { useAccountZone } from '#features/settings';
import { useFormat } from '#lib/use-format';
import { clock } from '#lib/clock';
import { DataTable } from '#ui/data-table';
import { EmptyList } from '#ui/empty-list';
import { deviceColumns } from './device-columns';
import { isFiltered } from './fleet-query';
import { useFleet, useFleetStore } from './fleet-store';
import { draggedWith, useMarking } from './picked-devices';

/** Starts dragging devices from the table. */
export type StartDrag = (event: DragEvent, ids: readonly string[]) => void;

const rowLabel = (row: FleetRow) => row.label;

/** The devices that match the query, sorted. */
export function DeviceTable({ onDrag }: { onDrag: StartDrag }) {
  const store = useFleetStore();
  const matched = useFleet(({ view }) => view?.matched ?? 0);
  const sort = useFleet(({ query }) => query.sort);
  const selected = useFleet((state) => state.selected);
  const hidden = useFleet(({ preferences }) => preferences.hiddenColumns);
  const isComfortable = useFleet(({ preferences }) => preferences.isComfortable);
  const format = useFormat();
  const { rowAt, onRange } = useRows(store.client);
  const { column: boxes, marking } = useMarking(store.client, rowAt, matched);
  const { zone } = useAccountZone();
  const shown = useMemo(
    () => deviceColumns(format, hidden, clock.now, zone),
    [format, hidden, zone],
  );
  const columns = useMemo(() => [boxes, ...shown], [boxes, shown]);
  // The visible row is selected, even if the list has changed since it was rendered.
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

const noRows: RowRange = { version: 0, from: 0, rows: [] };

/**
 * The rows on screen. They arrive together with the view they belong to, so that a search renders once;
 * the old rows stay until the new ones arrive.
 */
function useRows(client: FleetClient) {
  const [range, setRange] = useState(noRows);
  useEffect(() => client.onRows(setRange), [client]);
  const onRange = useCallback((from: number, to: number) => client.watch(from, to), [client]);
  const rowAt = useCallback((index: number) => range.rows[index - range.from], [range]);
  return { rowAt, onRange };
}

function EmptyTable() {
  const query = useFleet((state) => state.query);
  const total = useFleet(({ view }) => view?.total ?? null);
  const isListed = useFleet(({ view }) => view?.isListed ?? false);
  const unlisted = useFleet(({ view }) => view?.counts.unlisted ?? 0);
  if (total === null || (total === 0 && !isListed)) return <EmptyList>Loading devices…</EmptyList>;
  if (total === 0 && unlisted === 0)
    return (
      <EmptyList>
        <p>This account has no devices yet.</p>
        <p>Register devices in the service’s own console. They appear here automatically.</p>
      </EmptyList>
    );
  return (
    <EmptyList>
      {isFiltered(query) ? 'No devices match the search and the filters.' : 'No devices.'}
    </EmptyList>
  );
}
