import { Button, Menu } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import {
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type DragEvent,
  type ReactNode,
} from 'react';
import { useStore } from 'zustand';
import {
  noFilters,
  sortColumns,
  type FleetClient,
  type FleetRow,
  type RowRange,
  type SortColumn,
} from '#engines/fleet';
import { useOpenSession } from '#features/session';
import { useAccountZone } from '#features/settings';
import { statusMirror } from '#features/status';
import { createAccountStore, inAccount } from '#lib/account-scope';
import { useWorkerAnswer } from '#lib/use-answer';
import { useFormat } from '#lib/use-format';
import { DataTable, type ColumnLayout } from '#ui/data-table';
import { EmptyList } from '#ui/empty-list';
import {
  allSelected,
  extended,
  nothingSelected,
  selectionColumn,
  toggled,
  type Selection,
} from '#ui/selection';
import { deviceColumns, deviceLines, fleetColumns, type CellContext } from './device-columns';
import { isFiltered, needsChecks, partChecked } from './filters';
import { useFleet, useFleetStore, type FleetStore } from './fleet-store';
import classes from './fleet.module.css';
import { fixedColumns, movedColumn, resizedColumn } from './layout';

/** Starts dragging devices from the table. */
export type StartDrag = (event: DragEvent, ids: readonly string[]) => void;

/** Where a menu is open, and for which row; `at` null: it was closed. */
interface OpenMenu {
  row: FleetRow;
  at: { x: number; y: number } | null;
}

/** Renders the menu of a row. */
export type RowMenu = (menu: OpenMenu & { onClose: () => void }) => ReactNode;

const rowLabel = (row: FleetRow) => row.label;

/** Pixels. */
const rowHeights = {
  table: { usual: 32, tall: 42 },
  lines: { usual: 48, tall: 58 },
} as const;

/** The devices that match the query, sorted. */
export function DeviceTable({ onDrag, menu }: { onDrag: StartDrag; menu: RowMenu }) {
  const store = useFleetStore();
  const matched = useFleet(({ view }) => view?.matched ?? 0);
  const rows = useFleet(({ view }) => view?.rows ?? 0);
  const sort = useFleet(({ query }) => query.sort);
  const selected = useFleet((state) => state.selected);
  const isDetailsOpen = useFleet((state) => state.isDetailsOpen);
  const choice = useFleet((state) => state.columns);
  const { layout, isComfortable } = useFleet(({ preferences }) => preferences);
  const isTable = layout === 'table';
  const context = useCellContext();
  const { t } = context.format;
  const { rowAt, onRange, hasKinds } = useRows(store.client);
  const { column: boxes, marking } = useMarking(store.client, rowAt, matched);
  const shown = useMemo(
    () =>
      isTable ? deviceColumns(choice, context) : deviceLines(sort.column, <LinesHeader />, context),
    [isTable, sort.column, choice, context],
  );
  const columns = useMemo(() => [boxes, ...shown], [boxes, shown]);
  // Two lines beside the map are the columns of the table on paper.
  const printed = useMemo(
    () => ({
      columns: deviceColumns(choice, context),
      rowsBetween: async (from: number, to: number) => (await store.client.rows(from, to)).rows,
    }),
    [choice, context, store],
  );
  const arranging = useMemo(() => layoutOf(store), [store]);
  const sortBy = useCallback((column: string) => store.sortBy(column as SortColumn), [store]);
  const { openMenu, onRowMenu, closeMenu } = useRowMenu(rowAt);
  const [isInUse, setInUse] = useState(false);
  const isPicked = useIsPicked();
  const isHeld = isInUse || isPicked || selected !== null;
  useEffect(() => void store.client.holdOrder(isHeld), [store, isHeld]);
  // The visible row is selected, even if the list has changed since it was rendered.
  const pick = (index: number, opens: boolean) => {
    const row = rowAt(index);
    if (!row) void store.selectRow(index, opens);
    else if (opens) store.show(row.id, index);
    else store.select(row.id, index);
  };
  return (
    <div className={classes.rows} data-kinds={(isTable && hasKinds) || undefined}>
      <DataTable
        label={t('common.devices')}
        columns={columns}
        count={rows}
        rowAt={rowAt}
        rowLabel={rowLabel}
        rowHeight={rowHeights[isTable ? 'table' : 'lines'][isComfortable ? 'tall' : 'usual']}
        sort={sort}
        onSort={sortBy}
        layout={arranging}
        selectedIndex={selected?.index ?? -1}
        selectedKey={selected?.id ?? null}
        onSelect={(index) => pick(index, false)}
        onOpen={(index) => pick(index, true)}
        onEscape={() => (isDetailsOpen ? store.setDetailsOpen(false) : store.select(null))}
        onRange={onRange}
        onUse={setInUse}
        marking={marking}
        onRowMenu={onRowMenu}
        printed={printed}
        onDragRow={(index, event) => {
          const row = rowAt(index);
          if (row) onDrag(event, draggedWith(row.id));
        }}
        empty={<EmptyTable />}
      />
      {isTable && <NewOrder />}
      {openMenu && menu({ ...openMenu, onClose: closeMenu })}
    </div>
  );
}

function useCellContext(): CellContext {
  const format = useFormat();
  const { zone } = useAccountZone();
  const areTownsLoading = useFleet(({ view }) => view?.areTownsLoading ?? true);
  const usualCountry = useFleet(({ view }) => view?.usualCountry ?? null);
  return useMemo(
    () => ({ format, zone, areTownsLoading, usualCountry }),
    [format, zone, areTownsLoading, usualCountry],
  );
}

/** Shows the order that is held back while the table is in use. */
function NewOrder() {
  const { client } = useFleetStore();
  const { t } = useFormat();
  const hasNewOrder = useFleet(({ view }) => view?.hasNewOrder ?? false);
  return (
    hasNewOrder && (
      <Button
        className={classes.newOrder}
        size="compact-xs"
        variant="default"
        title={t('fleet.sort.changed.hint')}
        onClick={() => void client.holdOrder(true)}
      >
        {t('fleet.sort.changed')}
      </Button>
    )
  );
}

/** Two lines have one heading. */
const LinesHeader = () => (
  <span className={classes.linesHeader}>
    <SortMenu />
    <NewOrder />
  </span>
);

/** By what the list beside the map is sorted; its columns have no names to click on. */
function SortMenu() {
  const store = useFleetStore();
  const { t } = useFormat();
  const { column, descending } = useFleet(({ query }) => query.sort);
  const Arrow = descending ? IconArrowDown : IconArrowUp;
  const nameOf = (each: SortColumn) =>
    t(each === 'state' ? 'fleet.sort.attention' : fleetColumns[each].title);
  const name = nameOf(column);
  const sorted = descending
    ? t('fleet.sort.descending', { column: name })
    : t('fleet.sort.ascending', { column: name });
  return (
    <Menu position="bottom-start" withArrow>
      <Menu.Target>
        <Button
          classNames={{ root: classes.sort, label: classes.oneLine }}
          size="compact-xs"
          variant="subtle"
          color="gray"
          rightSection={<Arrow size={13} aria-hidden />}
          aria-label={sorted}
          title={sorted}
        >
          {t('fleet.sort', { column: name })}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup
          value={column}
          onChange={(value) =>
            store.ask({ sort: { column: value as SortColumn, descending: false } })
          }
        >
          {sortColumns.map((each) => (
            <Menu.RadioItem key={each} value={each} closeMenuOnClick>
              {nameOf(each)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item onClick={() => store.sortBy(column)}>{t('fleet.sort.reverse')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** The row keeps the focus after its menu, unless an action moved it elsewhere. */
function useRowMenu(rowAt: (index: number) => FleetRow | undefined) {
  const [openMenu, setOpenMenu] = useState<OpenMenu | null>(null);
  const focused = useRef<Element | null>(null);
  const onRowMenu = (index: number, at: { x: number; y: number }) => {
    const row = rowAt(index);
    if (!row) return;
    focused.current = document.activeElement;
    setOpenMenu({ row, at });
  };
  const closeMenu = () => {
    setOpenMenu((menu) => menu && { ...menu, at: null });
    if (focused.current instanceof HTMLElement) focused.current.focus({ preventScroll: true });
  };
  return { openMenu, onRowMenu, closeMenu };
}

/** The names are those of `deviceColumns`. */
function layoutOf(store: FleetStore): ColumnLayout {
  const choice = () => store.getState().columns;
  return {
    fixed: fixedColumns,
    resize: (column, width) => store.arrange(resizedColumn(choice(), column as SortColumn, width)),
    move: (column, target) =>
      store.arrange(movedColumn(choice(), column as SortColumn, target as SortColumn)),
  };
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
  // Once a kind was seen in the table, names without one stand below each other with the others.
  const [hasKinds, setHasKinds] = useState(false);
  if (!hasKinds && range.rows.some(({ kind }) => kind !== null)) setHasKinds(true);
  return { rowAt, onRange, hasKinds };
}

/** Whether the list of devices is asked for: nothing is wrong with the service or the key. */
function useIsListExpected(): boolean {
  const hasKey = useOpenSession()?.needsKey === null;
  const hasFault = useStore(statusMirror, ({ value }) => (value?.reason ?? null) !== null);
  return hasKey && !hasFault;
}

function EmptyTable() {
  const store = useFleetStore();
  const query = useFleet((state) => state.query);
  const total = useFleet(({ view }) => view?.total ?? null);
  const isListed = useFleet(({ view }) => view?.isListed ?? false);
  const unlisted = useFleet(({ view }) => view?.counts.unlisted ?? 0);
  const isLoading = useIsListExpected();
  const checked = useFleet((state) => (needsChecks(state.query) ? partChecked(state) : null));
  const { t } = useFormat();
  if (total === null || (total === 0 && !isListed)) {
    return (
      <EmptyList>{isLoading ? t('common.loadingDevices') : t('common.devicesNotLoaded')}</EmptyList>
    );
  }
  if (total === 0 && unlisted === 0)
    return (
      <EmptyList>
        <p>{t('fleet.empty.account')}</p>
        <p>{t('fleet.empty.account.help')}</p>
      </EmptyList>
    );
  const isSearchOfPart = query.search.trim() !== '' && isFiltered({ ...query, search: '' });
  const action = isSearchOfPart
    ? { label: t('fleet.empty.searchAll'), onClick: () => store.ask(noFilters) }
    : undefined;
  if (checked !== null) {
    return (
      <EmptyList action={action}>{t('fleet.empty.noneOfChecked', { checked, total })}</EmptyList>
    );
  }
  return (
    <EmptyList action={action}>
      {isFiltered(query) ? t('fleet.empty.noMatch') : t('fleet.empty.noDevices')}
    </EmptyList>
  );
}

/** The multi-select of the fleet's table. */
const picked = createAccountStore<Selection>(nothingSelected);

/** The devices to drag with a row: all selected ones if it is one of them. */
function draggedWith(id: string): readonly string[] {
  const { ids } = picked.getState();
  return ids.has(id) ? [...ids] : [id];
}

/** Whether devices are selected. */
const useIsPicked = () => useStore(picked, ({ ids }) => ids.size > 0);

/** The devices that are selected at this moment. */
export const pickedIds = (): readonly string[] => [...picked.getState().ids];

/** Selects nothing any more, after what was selected was done. */
export const clearPicked = () => picked.setState(nothingSelected);

const labelOf = ({ label }: FleetRow) => label;

/** Checkboxes and marking for the table. The order is requested from the worker only when needed. */
function useMarking(
  client: FleetClient,
  rowAt: (index: number) => FleetRow | undefined,
  matched: number,
) {
  const { ids } = useStore(picked);
  // Selected devices that the filters hide do not make up for others.
  const isFirstShown = ids.has(rowAt(0)?.id ?? '') || rowAt(0) === undefined;
  const isAll = matched > 0 && ids.size >= matched && isFirstShown;
  const all = ids.size === 0 ? 'none' : isAll ? 'all' : 'some';
  const mark = useCallback(
    (id: string | undefined, how: 'toggle' | 'range') => {
      if (id === undefined) return;
      if (how === 'toggle') picked.setState(toggled(picked.getState(), id));
      else void pickInOrder(client, (known, order) => extended(known, id, order));
    },
    [client],
  );
  // The same column as long as nothing is selected, so that a search renders only the rows it changes.
  const column = useMemo(
    () =>
      selectionColumn({
        ids,
        all,
        labelOf,
        mark,
        selectAll: () => selectAllMatching(client),
        clear: clearPicked,
      }),
    [ids, all, mark, client],
  );
  const marking = {
    isMarked: (index: number) => ids.has(rowAt(index)?.id ?? ''),
    mark: (index: number, how: 'toggle' | 'range') => mark(rowAt(index)?.id, how),
    markAll: () => selectAllMatching(client),
    clear: clearPicked,
  };
  return { column, marking };
}

const selectAllMatching = (client: FleetClient) => void pickInOrder(client, allSelected);

/** Changes the selection by the order of the rows, unless its account was left by then. */
async function pickInOrder(
  client: FleetClient,
  change: (known: Selection, order: readonly string[]) => Selection,
): Promise<void> {
  const order = await inAccount(client.ids());
  if (order) picked.setState(change(picked.getState(), order));
}

/** The selected devices, and how many of them the filters hide. */
export function usePicked() {
  const { client } = useFleetStore();
  const { ids } = useStore(picked);
  const query = useFleet((state) => state.query);
  const matched = useFleet(({ view }) => view?.matched ?? 0);
  const order = useWorkerAnswer(
    ids.size === 0 ? null : () => client.ids(),
    [client, query, matched],
    { keepsValue: true },
  );
  const hidden = useMemo(
    () => (order ? ids.size - order.filter((id) => ids.has(id)).length : 0),
    [order, ids],
  );
  return { ids, hidden, clear: clearPicked };
}
