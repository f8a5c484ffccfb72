import { IconAlertCircle, IconAlertTriangleFilled, IconHelpCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { dayInZone, dayText, daysUntilText } from '#shared/domain/calendar';
import { isPresent } from '#shared/domain/device-state';
import type { FleetRow, SortColumn } from '#engines/fleet';
import { useNow } from '#lib/clock';
import { commonTexts } from '#lib/common-texts';
import type { Format } from '#lib/format';
import type { DataColumn } from '#ui/data-table';
import { StateBadge } from '#ui/state-badge';
import { page } from '#ui/page';
import type { ColumnChoice } from './column-choice';
import { AgeText } from '#ui/age-text';
import classes from './devices.module.css';
import { texts } from './fleet-texts';
import { messages } from './fleet-texts';

/** The column titles, in the table and in the View menu. */
export const columnNames: Record<SortColumn, string> = {
  name: commonTexts.name,
  state: texts.state,
  fixAt: texts.lastReport,
  place: texts.where,
  speed: texts.speed,
  battery: texts.battery,
  groups: texts.groups,
  description: texts.description,
  phone: texts.phone,
  tags: texts.tags,
  expiresAt: texts.expires,
  id: texts.id,
  alerts: texts.alerts,
};

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

interface ColumnLook {
  width: number;
  grows?: boolean;
  align?: 'end';
  sticks?: boolean;
}

const looks: Record<SortColumn, ColumnLook> = {
  // Names of about 25 letters are whole beside the map of a usual window.
  name: { width: 190, grows: true, sticks: true },
  state: { width: 124 },
  fixAt: { width: 92 },
  place: { width: 120, grows: true },
  speed: { width: 88, align: 'end' },
  battery: { width: 80, align: 'end' },
  groups: { width: 150 },
  description: { width: 180 },
  phone: { width: 130 },
  tags: { width: 170 },
  expiresAt: { width: 150 },
  id: { width: 130 },
  alerts: { width: 80 },
};

/** The chosen columns in their order. Cells format their value when they are rendered. */
export function deviceColumns(
  format: Format,
  { shown, widths }: ColumnChoice,
  /** The account's time zone, in which days are counted. */
  zone: string,
): DataColumn<FleetRow>[] {
  const text = (value: string) =>
    value ? <span title={value}>{value}</span> : <Nothing title={texts.empty} />;
  const showsAlerts = shown.includes('alerts');
  const cells: Record<SortColumn, DataColumn<FleetRow>['cell']> = {
    state: ({ state, unlistedAt }) =>
      unlistedAt === null ? (
        <StateBadge state={state} />
      ) : (
        <StateBadge
          state={state}
          word={texts.noLongerListed}
          meaning={messages.notListedSince(format.moment(unlistedAt))}
        />
      ),
    name: (row) => (
      <span className={classes.name} title={row.label} data-muted={isMuted(row) || undefined}>
        <span className={classes.label}>{row.label}</span>
        {row.isCritical && !showsAlerts && <CriticalMark />}
        {row.matched && (
          <span className={classes.matched} title={row.matched.text}>
            {matchedText(row.matched)}
          </span>
        )}
      </span>
    ),
    fixAt: (row) =>
      row.fixAt === null ? (
        <NoReport state={row.state} checkedAt={row.checkedAt} />
      ) : (
        <AgeText at={row.fixAt} />
      ),
    speed: (row) => (row.speed === null ? <Nothing /> : speedCell(format, row, row.speed)),
    battery: (row) =>
      row.battery === null ? (
        <Nothing />
      ) : (
        <Value isOld={isOld(row)}>{format.count(row.battery)} %</Value>
      ),
    place: (row) => <PlaceCell row={row} format={format} isOld={isOld(row)} />,
    groups: ({ groups, groupGap }) =>
      groups.length === 0 && groupGap ? (
        <Nothing>{groupGap === 'list' ? texts.notLoaded : commonTexts.notKnown}</Nothing>
      ) : (
        text(groups.join(', '))
      ),
    description: (row) => text(row.description),
    phone: (row) => text(row.phone),
    tags: (row) => text(row.tags),
    expiresAt: (row) => <ExpiryCell row={row} zone={zone} />,
    id: (row) => text(row.id),
    alerts: AlertsCell,
  };
  return shown.map((column) => {
    const width = widths[column];
    return {
      id: column,
      header: columnNames[column],
      isSortable: true,
      cell: cells[column],
      ...looks[column],
      ...(width !== undefined && { width, grows: false }),
    };
  });
}

/** Whether the last report carries an alert; an old report says so quietly. */
function AlertsCell(row: FleetRow) {
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
    <span className={isPast ? page.dimmed : classes.critical} title={texts.theLastReportCarriesA}>
      <IconAlertTriangleFilled size={14} aria-hidden />
      <span> {texts.critical}</span>
    </span>
  );
}

interface PlaceCellProps {
  row: FleetRow;
  format: Format;
  isOld: boolean;
}

/** The nearest town of the last known position. */
function PlaceCell({ row: { place, latitude }, format, isOld: old }: PlaceCellProps) {
  if (!place) return <Nothing title={latitude === null ? texts.noPositionKnown : undefined} />;
  return (
    <span className={old ? page.dimmed : undefined} title={format.placeTitle(place)}>
      {format.place(place)}
    </span>
  );
}

interface ExpiryCellProps {
  row: FleetRow;
  zone: string;
}

/** The expiry in calendar days of the account; "expired" only if the device has expired. */
function ExpiryCell({ row: { expiresAt, state }, zone }: ExpiryCellProps) {
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

const isMuted = ({ unlistedAt }: FleetRow) => unlistedAt !== null;

/** The speed, if it is the present one. */
function speedCell(format: Format, { state, positionAt }: FleetRow, speed: number) {
  if (isPresent(state)) return <Value isOld={false}>{format.speed(speed)}</Value>;
  const text = format.speed(speed);
  const past =
    positionAt === null
      ? messages.notCurrent(text)
      : messages.notCurrentAt(text, format.moment(positionAt));
  return <Nothing title={past} />;
}

/** In place of the time of a device without a report. */
function NoReport({ state, checkedAt }: Pick<FleetRow, 'state' | 'checkedAt'>) {
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

/** Beside the name while the column of alerts is hidden. */
function CriticalMark() {
  return (
    <span className={classes.critical} title={texts.theLastReportCarriesA}>
      <IconAlertTriangleFilled size={13} aria-hidden />
      <span> {texts.criticalMark}</span>
    </span>
  );
}
