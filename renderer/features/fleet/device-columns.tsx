import { VisuallyHidden } from '@mantine/core';
import { IconAlertCircle, IconAlertTriangleFilled, IconHelpCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { dayInZone, dayText, daysUntilText } from '#shared/domain/calendar';
import { isPresent } from '#shared/domain/device-state';
import type { FleetRow, FleetView, SortColumn } from '#engines/fleet';
import { useNow } from '#lib/clock';
import { commonTexts } from '#lib/common-texts';
import { deviceStateLooks } from '#lib/device-state-look';
import type { Format } from '#lib/format';
import { vehicleKindNames } from '#lib/vehicle-kind-texts';
import { AgeText } from '#ui/age-text';
import type { DataColumn } from '#ui/data-table';
import { page } from '#ui/page';
import { StateBadge, StateShapeIcon } from '#ui/state-badge';
import { VehicleKindIcon } from '#ui/vehicle-kind-icon';
import { texts, messages } from './fleet-texts';
import classes from './fleet.module.css';
import type { ColumnChoice } from './layout';

/** Why the search found a device. */
function matchedText({ field, text }: NonNullable<FleetRow['matched']>): string {
  switch (field) {
    case 'description':
      return messages.description(text);
    case 'phone':
      return messages.phone(text);
    case 'tags':
      return messages.tag(text);
    case 'id':
      return messages.deviceId(text);
    case 'note':
      return messages.note(text);
  }
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
export interface CellContext extends Pick<FleetView, 'areTownsLoading' | 'usualCountry'> {
  format: Format;
  /** The account's time zone, in which days are counted. */
  zone: string;
}

interface FleetColumn extends Pick<DataColumn<FleetRow>, 'grows' | 'align' | 'sticks'> {
  title: string;
  width: number;
  /** Formats the value when it is rendered. */
  cell: (row: FleetRow, context: CellContext) => ReactNode;
}

/** Every column of the table, in the order of the View menu. What each sorts by is in `sortValues` of the engine. */
export const fleetColumns: Record<SortColumn, FleetColumn> = {
  // Names of about 25 letters are whole beside the map of a usual window.
  name: {
    title: commonTexts.name,
    width: 190,
    grows: true,
    sticks: true,
    cell: (row) => nameCell(row, { showsCritical: false, showsKind: true }),
  },
  state: {
    title: commonTexts.state,
    width: 124,
    cell: ({ state, unlistedAt }, { format }) =>
      unlistedAt === null ? (
        <StateBadge state={state} />
      ) : (
        <StateBadge
          state={state}
          word={texts.noLongerListed}
          meaning={messages.notListedSince(format.moment(unlistedAt))}
        />
      ),
  },
  kind: {
    title: texts.vehicleKind,
    width: 112,
    cell: ({ kind }) =>
      kind ? (
        <span className={page.inline}>
          <span aria-hidden className={classes.kindIcon}>
            <VehicleKindIcon kind={kind} size={15} />
          </span>
          {vehicleKindNames[kind]}
        </span>
      ) : (
        <Nothing title={commonTexts.notKnown} />
      ),
  },
  fixAt: {
    title: texts.lastReport,
    width: 92,
    cell: (row) => (row.fixAt === null ? noReport(row) : <AgeText at={row.fixAt} />),
  },
  place: { title: texts.where, width: 120, grows: true, cell: placeCell },
  speed: { title: texts.speed, width: 88, align: 'end', cell: speedCell },
  battery: {
    title: texts.battery,
    width: 80,
    align: 'end',
    cell: (row, { format }) =>
      row.battery === null ? (
        <Nothing />
      ) : (
        <Value isOld={isOld(row)}>{format.count(row.battery)} %</Value>
      ),
  },
  groups: {
    title: commonTexts.groups,
    width: 150,
    cell: ({ groups, groupGap }) =>
      groups.length === 0 && groupGap ? (
        <Nothing>{groupGap === 'list' ? texts.notLoaded : commonTexts.notKnown}</Nothing>
      ) : (
        textCell(groups.join(', '))
      ),
  },
  description: { title: texts.description, width: 180, cell: (row) => textCell(row.description) },
  phone: { title: texts.phone, width: 130, cell: (row) => textCell(row.phone) },
  tags: { title: texts.tags, width: 170, cell: (row) => textCell(row.tags) },
  expiresAt: {
    title: texts.expires,
    width: 150,
    cell: (row, { zone }) => <ExpiryCell row={row} zone={zone} />,
  },
  id: { title: commonTexts.id, width: 130, cell: (row) => textCell(row.id) },
  alerts: { title: texts.alerts, width: 80, cell: alertsCell },
};

/** The chosen columns in their order. */
export function deviceColumns(
  { shown, widths }: ColumnChoice,
  context: CellContext,
): DataColumn<FleetRow>[] {
  // What has a column of its own is not beside the name, too.
  const marks = { showsCritical: !shown.includes('alerts'), showsKind: !shown.includes('kind') };
  return shown.map((id) => {
    const { title, cell, ...look } = fleetColumns[id];
    const width = widths[id];
    return {
      id,
      header: title,
      isSortable: true,
      cell: (row) => (id === 'name' ? nameCell(row, marks) : cell(row, context)),
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
  header: ReactNode,
  headerEnd: ReactNode,
  context: CellContext,
): DataColumn<FleetRow>[] {
  const { format } = context;
  return [
    {
      id: 'device',
      header: commonTexts.device,
      headerCell: header,
      width: 150,
      grows: true,
      cell: (row) => (
        <span className={classes.lines}>
          <span className={classes.line}>
            <StateShapeIcon state={row.state} />
            {nameCell(row, { showsCritical: false, showsKind: true })}
          </span>
          <span className={classes.secondLine}>
            {inLines.has(sort) ? (
              placeCell(row, context)
            ) : (
              <SortedBy sort={sort} row={row} {...context} />
            )}
          </span>
        </span>
      ),
    },
    {
      id: 'report',
      header: texts.stateAndReport,
      headerCell: (
        <>
          <VisuallyHidden>{texts.stateAndReport}</VisuallyHidden>
          {headerEnd}
        </>
      ),
      width: 122,
      align: 'end',
      cell: (row) => (
        <span className={classes.linesEnd}>
          <span className={classes.line}>
            {row.isCritical
              ? alertsCell(row)
              : row.state === 'moving' &&
                row.speed !== null && <span>{format.speed(row.speed)}</span>}
            {row.fixAt === null ? noReport(row) : <AgeText at={row.fixAt} isShort />}
          </span>
          <span className={classes.secondLine}>{stateWord(row, format)}</span>
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
      {title} {cell(row, context)}
    </>
  );
}

function stateWord({ state, unlistedAt }: FleetRow, format: Format) {
  const { word, meaning } = deviceStateLooks[state];
  if (unlistedAt === null) return <span title={meaning}>{word}</span>;
  return (
    <span title={messages.notListedSince(format.moment(unlistedAt))}>{texts.noLongerListed}</span>
  );
}

interface NameMarks {
  showsCritical: boolean;
  showsKind: boolean;
}

function nameCell(row: FleetRow, { showsCritical, showsKind }: NameMarks) {
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
      <span className={classes.label}>{row.label}</span>
      {row.isCritical && showsCritical && (
        <span
          className={classes.critical}
          title={row.isSos ? texts.somebodyAsksForHelp : texts.aCriticalAlertIsNot}
        >
          <IconAlertTriangleFilled size={13} aria-hidden />
          <span> {row.isSos ? texts.sos : texts.criticalMark}</span>
        </span>
      )}
      {row.matched && (
        <span className={classes.matched} title={row.matched.text}>
          {matchedText(row.matched)}
        </span>
      )}
    </span>
  );
}

const textCell = (value: string) =>
  value ? <span title={value}>{value}</span> : <Nothing title={texts.empty} />;

/** Whether the last report carries an alert; an old report says so quietly. */
function alertsCell(row: FleetRow) {
  if (!row.hasAlert) return <Nothing title={texts.noAlertInTheLast} />;
  const isPast = isOld(row);
  if (!row.isCritical) {
    return (
      <span
        className={isPast ? page.dimmed : classes.alert}
        title={texts.theLastReportCarriesAlerts}
      >
        <IconAlertCircle size={14} aria-hidden />
        <span> {texts.alert}</span>
      </span>
    );
  }
  return (
    <span
      className={isPast ? page.dimmed : classes.critical}
      title={row.isSos ? texts.somebodyAsksForHelp : texts.aCriticalAlertIsNot}
    >
      <IconAlertTriangleFilled size={14} aria-hidden />
      <span> {row.isSos ? texts.sos : texts.critical}</span>
    </span>
  );
}

/** The nearest town of the last known position. */
function placeCell(row: FleetRow, { format, areTownsLoading, usualCountry }: CellContext) {
  const { place, latitude } = row;
  if (!place && latitude !== null && areTownsLoading)
    return (
      <span className={page.dimmed} data-place-loading>
        {texts.loading}
      </span>
    );
  if (!place) return <Nothing title={latitude === null ? texts.noPositionKnown : undefined} />;
  return (
    <span className={isOld(row) ? page.dimmed : undefined} title={format.placeTitle(place)}>
      {format.place(place, usualCountry)}
    </span>
  );
}

/** The expiry in calendar days of the account; "expired" only if the device has expired. */
function ExpiryCell({ row: { expiresAt, state }, zone }: { row: FleetRow; zone: string }) {
  const now = useNow(60_000);
  if (expiresAt === null) return <Nothing />;
  if (expiresAt === Number.POSITIVE_INFINITY) return <Nothing>{texts.noExpiry}</Nothing>;
  if (expiresAt === Number.NEGATIVE_INFINITY) return <Unreadable />;
  const days = daysUntilText(expiresAt, now, zone);
  const day = dayText(dayInZone(expiresAt, zone));
  const title = messages.dayInZone(day, zone);
  if (expiresAt > now && state !== 'expired') return <span title={title}>{days}</span>;
  return (
    <span title={title}>
      {state === 'expired' ? messages.expiredWhen(days) : messages.datePassed(days)}
    </span>
  );
}

/** The speed, if it is the present one. */
function speedCell({ speed, state, positionAt }: FleetRow, { format }: CellContext) {
  if (speed === null) return <Nothing />;
  const text = format.speed(speed);
  if (isPresent(state)) return <Value isOld={false}>{text}</Value>;
  const past =
    positionAt === null
      ? messages.notCurrent(text)
      : messages.notCurrentAt(text, format.moment(positionAt));
  return <Nothing title={past} />;
}

/** In place of the time of a device without a report. */
function noReport({ state, checkedAt }: FleetRow) {
  if (state === 'notUnderstood') return <Unreadable />;
  return <Nothing>{checkedAt === null ? texts.notAskedYet : texts.noReport}</Nothing>;
}

/** An error, not a value: the service sent something here. */
function Unreadable() {
  return (
    <span className={classes.unreadable} title={texts.theServiceSentSomethingThat}>
      <IconHelpCircle size={14} aria-hidden />
      <span> {texts.notUnderstood}</span>
    </span>
  );
}

function Nothing({ children, title }: { children?: string; title?: string }) {
  // The columns hold numbers only; the details show whether something unreadable was sent.
  const reason = title ?? (children ? undefined : texts.notProvidedOrNotUnderstood);
  return (
    <span className={page.dimmed} title={reason}>
      {children ?? '–'}
    </span>
  );
}

function Value({ isOld: old, children }: { isOld: boolean; children: ReactNode }) {
  return (
    <span
      className={old ? page.dimmed : undefined}
      title={old ? texts.fromAnEarlierReport : undefined}
    >
      {children}
    </span>
  );
}
