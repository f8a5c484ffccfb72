import { Button } from '@mantine/core';
import type { DeviceState } from '#shared/domain/device-state';
import { expiryNotes } from '#shared/domain/expiry';
import { valueOf } from '#shared/domain/known';
import type { FleetRow } from '#engines/fleet';
import { knownText } from '#lib/known-text';
import { span, type Format } from '#lib/format';
import { AgeText } from '#ui/age-text';
import type { DataColumn } from '#ui/data-table';
import { StateBadge } from '#ui/state-badge';
import { BandBadge, bandLabels } from './band-badge';
import { dayText } from '#shared/domain/calendar';
import { commonTexts } from '#lib/common-texts';
import type { ExpiryRow } from './expiry-rows';
import {
  daysLeftText,
  isOfflineNotExpired,
  noReportText,
  rowActions,
  messages,
} from './expiry-messages';
import { texts } from './expiry-texts';
import classes from './expiry.module.css';

const day = 86_400_000;

interface ColumnParts {
  format: Format;
  /** undefined: not loaded yet. */
  seenOf: (id: string) => Pick<FleetRow, 'state' | 'checkedAt'> | undefined;
  canActivate: boolean;
  canRenew: boolean;
  /** The device that is being activated. */
  busyId: string | null;
  onActivate: (row: ExpiryRow) => void;
  onRenew: (row: ExpiryRow) => void;
}

export function expiryColumns(parts: ColumnParts): DataColumn<ExpiryRow>[] {
  const { format } = parts;
  return [
    {
      id: 'name',
      header: commonTexts.device,
      width: 190,
      grows: true,
      sticks: true,
      isSortable: true,
      cell: ({ label }) => (
        <span className={classes.name} title={label}>
          {label}
        </span>
      ),
    },
    { id: 'band', header: texts.expiry, width: 136, cell: (row) => <BandCell row={row} /> },
    {
      id: 'day',
      header: texts.expiresOn,
      width: 112,
      cell: ({ expiry: { date } }) => {
        const text = knownText(date, ({ day }) => dayText(day), texts.noDate);
        const day = valueOf(date)?.day;
        if (day !== undefined) return <time dateTime={day}>{text}</time>;
        return (
          <span className={classes.quiet} title={text}>
            {text}
          </span>
        );
      },
    },
    {
      id: 'daysLeft',
      header: texts.daysLeft,
      width: 112,
      align: 'end',
      isSortable: true,
      cell: ({ daysLeft }) => daysLeft !== null && <span>{daysLeftText(daysLeft, format)}</span>,
    },
    {
      id: 'state',
      header: commonTexts.state,
      width: 180,
      cell: (row) => <StateCell row={row} state={parts.seenOf(row.id)?.state} format={format} />,
    },
    {
      id: 'lastSeen',
      header: texts.lastReport,
      width: 210,
      isSortable: true,
      cell: (row) => <LastSeen row={row} noReport={noReportText(parts.seenOf(row.id))} />,
    },
    {
      id: 'actions',
      header: texts.actions,
      width: 110,
      cell: (row) => <RowAction row={row} parts={parts} />,
    },
  ];
}

/** The band, with a mark if the record contradicts itself or is older than the date. */
function BandCell({ row: { band, expiry } }: { row: ExpiryRow }) {
  const notes = expiryNotes(expiry, dayText);
  if (notes.length === 0) return <BandBadge band={band} />;
  return (
    <span
      title={notes.join(' ')}
      aria-label={`${bandLabels[band]}. ${notes.join(' ')}`}
      role="note"
    >
      <BandBadge band={band} isMarked />
    </span>
  );
}

interface StateCellProps {
  row: ExpiryRow;
  state: DeviceState | undefined;
  format: Format;
}

// An expired device reports nothing, so it must not look offline.
function StateCell({ row, state, format }: StateCellProps) {
  const { unlistedAt } = row.device;
  if (unlistedAt !== null) {
    const since = messages.noLongerListedSince(format.day(unlistedAt));
    return (
      <StateBadge
        state={row.band === 'expired' ? 'expired' : 'silent'}
        word={since}
        meaning={messages.notListedSince(format.moment(unlistedAt))}
      />
    );
  }
  if (row.band === 'expired') return <StateBadge state="expired" />;
  if (state === undefined) return <span className={classes.quiet}>{texts.notRequestedYet}</span>;
  if (isOfflineNotExpired(state, row.expiry)) {
    return (
      <StateBadge
        state="silent"
        word={texts.offlineNotExpired}
        meaning={texts.noRecentFixAlthoughThe}
      />
    );
  }
  return <StateBadge state={state} />;
}

function LastSeen({ row, noReport }: { row: ExpiryRow; noReport: string }) {
  if (row.fixAt === null) return <span className={classes.quiet}>{noReport}</span>;
  return (
    <span>
      <AgeText at={row.fixAt} />
      {row.seenBeforeMs !== null && (
        <span className={classes.quiet}>{seenText(row.seenBeforeMs)}</span>
      )}
    </span>
  );
}

/** A fix newer than the date shows that the device still reports. */
function seenText(beforeMs: number): string {
  if (beforeMs < 0) return texts.afterItsExpiry;
  return beforeMs < day ? texts.upToItsExpiry : messages.beforeExpiry(span(beforeMs));
}

function RowAction({ row, parts }: { row: ExpiryRow; parts: ColumnParts }) {
  if (row.device.unlistedAt !== null) return null;
  const isDateValid = row.daysLeft === null || row.daysLeft > 0;
  const activates = row.band === 'expired' && parts.canActivate && (isDateValid || !parts.canRenew);
  if (!activates && (!parts.canRenew || row.band === 'none')) return null;
  const label = activates ? texts.activate : texts.renew;
  return (
    <Button
      size="compact-xs"
      variant="default"
      tabIndex={0}
      aria-label={activates ? rowActions.activate(row.label) : rowActions.renew(row.label)}
      loading={parts.busyId === row.id}
      onClick={(event) => {
        event.stopPropagation();
        (activates ? parts.onActivate : parts.onRenew)(row);
      }}
    >
      {label}
    </Button>
  );
}
