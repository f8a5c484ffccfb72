import { Button, Menu } from '@mantine/core';
import {
  IconAlertCircle,
  IconAlertTriangleFilled,
  IconArrowDown,
  IconArrowUp,
  IconHelpCircle,
} from '@tabler/icons-react';
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
import { dayInZone, daysBetween } from '#shared/domain/calendar';
import { isPresent } from '#shared/domain/device-state';
import type { PlainKey } from '#shared/i18n/translate';
import {
  noFilters,
  sortColumns,
  type FleetClient,
  type FleetRow,
  type FleetView,
  type RowRange,
  type SortColumn,
} from '#engines/fleet';
import { useOpenSession } from '#features/session';
import { useAccountZone } from '#features/settings';
import { statusMirror } from '#features/status';
import { useNow } from '#lib/clock';
import type { Format } from '#lib/format';
import { useFormat } from '#lib/use-format';
import { ActionButton } from '#ui/action-button';
import { AgeText } from '#ui/age-text';
import { DataTable, type ColumnLayout, type DataColumn } from '#ui/data-table';
import { EmptyList } from '#ui/empty-list';
import { page } from '#ui/page';
import { StateBadge, StateShapeIcon } from '#ui/state-badge';
import { VehicleKindIcon } from '#ui/vehicle-kind-icon';
import { isFiltered, needsChecks, partChecked } from './filters';
import { useFleet, useFleetStore, type FleetStore } from './fleet-store';
import classes from './fleet.module.css';
import { fixedColumns, movedColumn, resizedColumn, type ColumnChoice } from './layout';
import { draggedWith, useIsPicked, useMarking } from './picked-devices';

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
      <ActionButton
        className={classes.newOrder}
        size="compact-xs"
        title={t('fleet.sort.changed.hint')}
        onClick={() => void client.holdOrder(true)}
      >
        {t('fleet.sort.changed')}
      </ActionButton>
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
  useEffect(() => client.subscribe(({ rows }) => setRange(rows)), [client]);
  const onRange = useCallback(
    (from: number, to: number) => void client.watch(from, to).then(setRange),
    [client],
  );
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

/** Values of these states are from an earlier time, or from an unknown one. */
const pastStates: ReadonlySet<FleetRow['state']> = new Set([
  'stale',
  'silent',
  'unchecked',
  'clockAhead',
  'clockBehind',
  'notUnderstood',
  'unlisted',
]);
const isOld = ({ state }: FleetRow) => pastStates.has(state);

/** What cells need besides their row. */
interface CellContext extends Pick<FleetView, 'areTownsLoading' | 'usualCountry'> {
  format: Format;
  /** The account's time zone, in which days are counted. */
  zone: string;
}

interface FleetColumn extends Pick<DataColumn<FleetRow>, 'grows' | 'align' | 'sticks'> {
  title: PlainKey;
  width: number;
  /** Formats the value when it is rendered. */
  cell: (row: FleetRow, context: CellContext) => ReactNode;
}

/** Every column of the table, in the order of the View menu. What each sorts by is in `sortValues` of the engine. */
export const fleetColumns: Record<SortColumn, FleetColumn> = {
  // Names of about 25 letters are whole beside the map of a usual window.
  name: {
    title: 'common.name',
    width: 190,
    grows: true,
    sticks: true,
    cell: (row, { format }) => nameCell(row, { showsCritical: false, showsKind: true }, format),
  },
  state: {
    title: 'common.state',
    width: 124,
    cell: ({ state, unlistedAt }, { format }) =>
      unlistedAt === null ? (
        <StateBadge state={state} />
      ) : (
        <StateBadge
          state={state}
          word={format.t('fleet.cell.unlisted')}
          meaning={format.t('fleet.cell.unlisted.meaning', { moment: format.moment(unlistedAt) })}
        />
      ),
  },
  kind: {
    title: 'fleet.kind',
    width: 112,
    cell: ({ kind }, { format: { t } }) =>
      kind ? (
        <span className={page.inline}>
          <span aria-hidden className={classes.kindIcon}>
            <VehicleKindIcon kind={kind} size={15} />
          </span>
          {t(`common.vehicleKind.${kind}`)}
        </span>
      ) : (
        <Nothing title={t('common.notKnown')} />
      ),
  },
  fixAt: {
    title: 'fleet.column.lastReport',
    width: 92,
    cell: (row) => (row.fixAt === null ? <NoReport row={row} /> : <AgeText at={row.fixAt} />),
  },
  place: { title: 'fleet.column.where', width: 120, grows: true, cell: placeCell },
  speed: { title: 'fleet.column.speed', width: 88, align: 'end', cell: speedCell },
  battery: {
    title: 'fleet.column.battery',
    width: 80,
    align: 'end',
    cell: (row, { format }) =>
      row.battery === null ? (
        <Nothing />
      ) : (
        <Value isOld={isOld(row)}>{format.percent(row.battery)}</Value>
      ),
  },
  groups: {
    title: 'common.groups',
    width: 150,
    cell: ({ groups, groupGap }, { format: { t, items } }) =>
      groups.length === 0 && groupGap ? (
        <Nothing>
          {groupGap === 'list' ? t('fleet.cell.groupsNotLoaded') : t('common.notKnown')}
        </Nothing>
      ) : (
        <TextCell value={items(groups)} />
      ),
  },
  description: {
    title: 'fleet.column.description',
    width: 180,
    cell: (row) => <TextCell value={row.description} />,
  },
  phone: { title: 'fleet.column.phone', width: 130, cell: (row) => <TextCell value={row.phone} /> },
  tags: { title: 'fleet.column.tags', width: 170, cell: (row) => <TextCell value={row.tags} /> },
  expiresAt: {
    title: 'fleet.column.expires',
    width: 150,
    cell: (row, { zone }) => <ExpiryCell row={row} zone={zone} />,
  },
  id: { title: 'common.id', width: 130, cell: (row) => <TextCell value={row.id} /> },
  alerts: { title: 'fleet.column.alerts', width: 80, cell: (row) => <AlertsCell row={row} /> },
};

/** The chosen columns in their order. */
function deviceColumns(
  { shown, widths }: ColumnChoice,
  context: CellContext,
): DataColumn<FleetRow>[] {
  // What has a column of its own is not beside the name, too.
  const marks = { showsCritical: !shown.includes('alerts'), showsKind: !shown.includes('kind') };
  const { t } = context.format;
  return shown.map((id) => {
    const { title, cell, ...look } = fleetColumns[id];
    const width = widths[id];
    return {
      id,
      header: t(title),
      isSortable: true,
      cell: (row) => (id === 'name' ? nameCell(row, marks, context.format) : cell(row, context)),
      ...look,
      ...(width !== undefined && { width, grows: false }),
    };
  });
}

/** Columns whose values a row of two lines has anyway. */
const inLines: ReadonlySet<SortColumn> = new Set([
  'name',
  'state',
  'kind',
  'place',
  'fixAt',
  'speed',
  'alerts',
]);

/** A device in two lines beside the map; what it is sorted by is always among them. */
function deviceLines(
  sort: SortColumn,
  headerCell: ReactNode,
  context: CellContext,
): DataColumn<FleetRow>[] {
  const { format } = context;
  return [
    {
      id: 'device',
      header: format.t('common.device'),
      headerCell,
      width: 280,
      grows: true,
      cell: (row) => (
        <span className={classes.lines}>
          <span className={classes.line}>
            <StateShapeIcon state={row.state} />
            {nameCell(row, { showsCritical: false, showsKind: true }, format)}
            <span className={classes.report}>
              {row.state === 'moving' && row.speed !== null && (
                <span>{format.speed(row.speed)}</span>
              )}
              {row.fixAt === null ? <NoReport row={row} /> : <AgeText at={row.fixAt} isShort />}
            </span>
          </span>
          <span className={classes.secondLine}>
            <span className={page.cut}>
              {inLines.has(sort) ? (
                placeCell(row, context)
              ) : (
                <SortedBy sort={sort} row={row} {...context} />
              )}
            </span>
            {/* Not beside the age, which is that of the report and not of the alert. */}
            {row.isCritical && <AlertsCell row={row} />}
            {stateWord(row, format)}
          </span>
        </span>
      ),
    },
  ];
}

interface SortedByProps extends CellContext {
  sort: SortColumn;
  row: FleetRow;
}

function SortedBy({ sort, row, ...context }: SortedByProps) {
  const { title, cell } = fleetColumns[sort];
  return (
    <>
      {context.format.t(title)} {cell(row, context)}
    </>
  );
}

function stateWord({ state, unlistedAt }: FleetRow, format: Format) {
  const { t } = format;
  if (unlistedAt === null)
    return (
      <span title={t(`common.deviceState.${state}.meaning`)}>
        {t(`common.deviceState.${state}`)}
      </span>
    );
  return (
    <span title={format.t('fleet.cell.unlisted.meaning', { moment: format.moment(unlistedAt) })}>
      {t('fleet.cell.unlisted')}
    </span>
  );
}

interface NameMarks {
  showsCritical: boolean;
  showsKind: boolean;
}

function nameCell(row: FleetRow, { showsCritical, showsKind }: NameMarks, { t }: Format) {
  return (
    <span
      className={classes.name}
      title={row.label}
      data-muted={row.unlistedAt !== null || undefined}
    >
      {showsKind && (
        <span className={classes.kind}>
          {row.kind && <VehicleKindIcon kind={row.kind} size={15} />}
        </span>
      )}
      <bdi className={classes.label}>{row.label}</bdi>
      {row.isCritical && showsCritical && (
        <span
          className={classes.critical}
          title={row.isSos ? t('fleet.state.sos.meaning') : t('fleet.state.critical.meaning')}
        >
          <IconAlertTriangleFilled size={13} aria-hidden />
          <span> {row.isSos ? t('fleet.state.sos') : t('fleet.cell.criticalMark')}</span>
        </span>
      )}
      {row.matched && (
        <span className={classes.matched} title={row.matched.text}>
          {t(`fleet.search.matched.${row.matched.field}`, { text: row.matched.text })}
        </span>
      )}
    </span>
  );
}

function TextCell({ value }: { value: string }) {
  const { t } = useFormat();
  return value ? <bdi title={value}>{value}</bdi> : <Nothing title={t('fleet.cell.empty')} />;
}

/** Whether the last report carries an alert; an old report says so quietly. */
function AlertsCell({ row }: { row: FleetRow }) {
  const { t } = useFormat();
  if (!row.hasAlert) return <Nothing title={t('fleet.cell.noAlert')} />;
  const isPast = isOld(row);
  if (!row.isCritical) {
    return (
      <span className={isPast ? page.dimmed : classes.alert} title={t('fleet.cell.hasAlerts')}>
        <IconAlertCircle size={14} aria-hidden />
        <span> {t('fleet.cell.alert')}</span>
      </span>
    );
  }
  return (
    <span
      className={isPast ? page.dimmed : classes.critical}
      title={row.isSos ? t('fleet.state.sos.meaning') : t('fleet.state.critical.meaning')}
    >
      <IconAlertTriangleFilled size={14} aria-hidden />
      <span> {row.isSos ? t('fleet.state.sos') : t('fleet.state.critical')}</span>
    </span>
  );
}

/** The nearest town of the last known position. */
function placeCell(row: FleetRow, { format, areTownsLoading, usualCountry }: CellContext) {
  const { t } = format;
  const { place, latitude } = row;
  if (!place && latitude !== null && areTownsLoading)
    return (
      <span className={page.dimmed} data-place-loading>
        {t('fleet.cell.loading')}
      </span>
    );
  if (!place) return <Nothing title={latitude === null ? t('fleet.position.none') : undefined} />;
  return (
    <span className={isOld(row) ? page.dimmed : undefined} title={format.placeTitle(place)}>
      {format.place(place, usualCountry)}
    </span>
  );
}

/** The expiry in calendar days of the account; "expired" only if the device has expired. */
function ExpiryCell({ row: { expiresAt, state }, zone }: { row: FleetRow; zone: string }) {
  const { t, calendarDay, daysAway } = useFormat();
  const now = useNow(60_000);
  if (expiresAt === null) return <Nothing />;
  if (expiresAt === Number.POSITIVE_INFINITY) return <Nothing>{t('fleet.expiry.none')}</Nothing>;
  if (expiresAt === Number.NEGATIVE_INFINITY) return <Unreadable />;
  const lastDay = dayInZone(expiresAt, zone);
  const days = daysAway(daysBetween(dayInZone(now, zone), lastDay));
  const title = t('fleet.cell.expiryDay', { day: calendarDay(lastDay), zone });
  if (expiresAt > now && state !== 'expired') return <span title={title}>{days}</span>;
  return (
    <span title={title}>
      {state === 'expired'
        ? t('fleet.cell.expired', { days })
        : t('fleet.cell.datePassed', { days })}
    </span>
  );
}

/** The speed, if it is the present one. */
function speedCell({ speed, state, positionAt }: FleetRow, { format }: CellContext) {
  if (speed === null) return <Nothing />;
  const { t } = format;
  const text = format.speed(speed);
  if (isPresent(state)) return <Value isOld={false}>{text}</Value>;
  const past =
    positionAt === null
      ? t('fleet.cell.notCurrent', { speed: text })
      : t('fleet.cell.notCurrentAt', { speed: text, moment: format.moment(positionAt) });
  return <Nothing title={past} />;
}

/** In place of the time of a device without a report. */
function NoReport({ row: { state, checkedAt } }: { row: FleetRow }) {
  const { t } = useFormat();
  if (state === 'notUnderstood') return <Unreadable />;
  return (
    <Nothing>{checkedAt === null ? t('fleet.cell.notChecked') : t('fleet.cell.noReport')}</Nothing>
  );
}

/** An error, not a value: the service sent something here. */
function Unreadable() {
  const { t } = useFormat();
  return (
    <span className={classes.unreadable} title={t('fleet.cell.notUnderstood.meaning')}>
      <IconHelpCircle size={14} aria-hidden />
      <span> {t('fleet.cell.notUnderstood')}</span>
    </span>
  );
}

function Nothing({ children, title }: { children?: string; title?: string | undefined }) {
  const { t } = useFormat();
  // The columns hold numbers only; the details show whether something unreadable was sent.
  const reason = title ?? (children ? undefined : t('fleet.cell.notProvided'));
  return (
    <span className={page.dimmed} title={reason}>
      {children ?? '–'}
    </span>
  );
}

function Value({ isOld: old, children }: { isOld: boolean; children: ReactNode }) {
  const { t } = useFormat();
  return (
    <span
      className={old ? page.dimmed : undefined}
      title={old ? t('fleet.cell.earlier') : undefined}
    >
      {children}
    </span>
  );
}
