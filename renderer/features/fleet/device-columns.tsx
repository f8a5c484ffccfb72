import { IconAlertCircle, IconAlertTriangleFilled, IconHelpCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { dayInZone, daysBetween } from '#shared/domain/calendar';
import { isPresent } from '#shared/domain/device-state';
import type { PlainKey } from '#shared/i18n/translate';
import type { FleetRow, FleetView, SortColumn } from '#engines/fleet';
import { useNow } from '#lib/clock';
import type { Format } from '#lib/format';
import { useFormat } from '#lib/use-format';
import { AgeText } from '#ui/age-text';
import type { DataColumn } from '#ui/data-table';
import { page } from '#ui/page';
import { StateBadge, StateShapeIcon } from '#ui/state-badge';
import { VehicleKindIcon } from '#ui/vehicle-kind-icon';
import classes from './fleet.module.css';
import type { ColumnChoice } from './layout';

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
export interface CellContext extends Pick<FleetView, 'areTownsLoading' | 'usualCountry'> {
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
export function deviceColumns(
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
export function deviceLines(
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
