import { Box, Button } from '@mantine/core';
import {
  IconAlertOctagon,
  IconAlertTriangle,
  IconCalendar,
  IconCalendarCheck,
  IconClock,
  IconInfinity,
  IconInfoCircle,
  IconQuestionMark,
  IconX,
  type IconProps,
} from '@tabler/icons-react';
import { useCallback, useMemo, useState, type ComponentType } from 'react';
import { expiryNotes, type ExpiryBand } from '#shared/domain/expiry';
import { valueOf } from '#shared/domain/known';
import type { FleetRow } from '#engines/fleet';
import { useFleet, useFleetStore } from '#features/fleet';
import { boardText, DeviceBoard, useBoardDevices, useGroupScope } from '#features/limits';
import { useOpenSession } from '#features/session';
import { useAccountZone } from '#features/settings';
import { useNow } from '#lib/clock';
import type { Format } from '#lib/format';
import { knownText } from '#lib/known-values';
import { useWorkerAnswer } from '#lib/use-answer';
import { useFormat } from '#lib/use-format';
import { ActionButton } from '#ui/action-button';
import { AgeText } from '#ui/age-text';
import type { DataColumn } from '#ui/data-table';
import { page } from '#ui/page';
import { StateBadge } from '#ui/state-badge';
import { useList } from '#ui/use-list';
import {
  expiryFilters,
  expiryRows,
  expirySortValues,
  isOfflineNotExpired,
  noReportText,
  soonFilter,
  type ExpiryRow,
  type Seen,
} from './expiry-rows';
import classes from './expiry.module.css';
import { Licences } from './licences';
import { RenewDialog, useActivation, type Activation } from './renewal';

const labelOf = ({ label }: ExpiryRow) => label;

/** When devices expire, how many licences are free, and renewing devices. */
export function ExpiryPage() {
  const format = useFormat();
  const { t } = format;
  const now = useNow(60_000);
  const { zone } = useAccountZone();
  const { devices, fault } = useBoardDevices();
  const fleet = useFleetRows();
  const scope = useGroupScope();
  const rows = useMemo(
    () => devices && expiryRows(devices, fleet, now, zone),
    [devices, fleet, now, zone],
  );
  const list = useList({
    within: scope.within,
    rows,
    fault,
    labelOf,
    textOf: boardText,
    filters: useMemo(() => expiryFilters(format), [format]),
    sortValues: expirySortValues,
    initialSort: 'daysLeft',
  });
  // The devices to renew; `label` is the name if there is only one.
  const [renewed, setRenewed] = useState<{ ids: string[]; label: string | null } | null>(null);
  const capabilities = useOpenSession()?.capabilities;
  const canRenew = capabilities?.writesLimits ?? false;
  const canActivate = capabilities?.activates ?? false;
  const renew = ({ id, label }: ExpiryRow) => setRenewed({ ids: [id], label });
  const activation = useActivation();
  const rowLabel = useCallback(
    ({ label, band }: ExpiryRow) =>
      t('expiry.row', { device: label, band: t(`expiry.band.${band}`) }),
    [t],
  );
  return (
    <>
      <DeviceBoard
        title={t('expiry.title')}
        list={list}
        rows={rows}
        scope={scope}
        urgent={soonFilter(format)}
        columns={expiryColumns({
          format,
          fleet,
          canActivate,
          canRenew,
          activation,
          onRenew: renew,
        })}
        rowLabel={rowLabel}
        note={!canRenew && t('expiry.readOnly')}
        overview={
          <>
            {activation.notice && <Box p="6px 12px 0">{activation.notice}</Box>}
            {devices && <Licences devices={devices} />}
          </>
        }
        bulkActions={
          (canRenew || canActivate) && (
            <Button
              size="compact-xs"
              onClick={() => setRenewed({ ids: [...list.selection.ids], label: null })}
            >
              {t('expiry.renew')}
            </Button>
          )
        }
      />
      {renewed && (
        <RenewDialog
          {...renewed}
          zone={zone}
          takesDates={canRenew}
          onStarted={renewed.label === null ? list.selection.clear : undefined}
          onClose={() => setRenewed(null)}
        />
      )}
    </>
  );
}

type Fleet = ReadonlyMap<string, FleetRow>;
const noFleet: Fleet = new Map();

/**
 * Every device's last fix and state by id, requested from the worker every 30 seconds, and when a
 * device expires or is activated: the state must not contradict the band beside it.
 */
function useFleetRows(): Fleet {
  const { client } = useFleetStore();
  const total = useFleet(({ view }) => view?.total ?? 0);
  const expired = useFleet(({ view }) => view?.counts.expired ?? 0);
  const period = useNow(30_000);
  const rows = useWorkerAnswer(
    async () => {
      const found = await client.find('', Number.MAX_SAFE_INTEGER);
      return new Map(found.map((row) => [row.id, row]));
    },
    [client, total, expired, period],
    { keepsValue: true },
  );
  return rows ?? noFleet;
}

interface ColumnParts {
  format: Format;
  fleet: Fleet;
  canActivate: boolean;
  canRenew: boolean;
  activation: Activation;
  onRenew: (row: ExpiryRow) => void;
}

function expiryColumns(parts: ColumnParts): DataColumn<ExpiryRow>[] {
  const { format, fleet } = parts;
  const { t } = format;
  return [
    {
      id: 'name',
      header: t('common.device'),
      width: 178,
      grows: true,
      sticks: true,
      cell: ({ label }) => (
        <bdi className={page.strong} title={label}>
          {label}
        </bdi>
      ),
    },
    {
      id: 'band',
      header: t('expiry.title'),
      width: 124,
      grows: true,
      cell: (row) => <Band row={row} />,
    },
    {
      id: 'day',
      header: t('expiry.column.expiresOn'),
      width: 114,
      cell: ({ expiry: { date } }) => {
        const text = knownText(
          date,
          ({ day }) => format.calendarDay(day),
          t('expiry.noDate'),
          format,
        );
        const day = valueOf(date)?.day;
        if (day !== undefined) {
          return (
            <time dateTime={day} title={text}>
              {text}
            </time>
          );
        }
        return (
          <span className={page.quiet} title={text}>
            {text}
          </span>
        );
      },
    },
    {
      id: 'daysLeft',
      header: t('expiry.column.when'),
      width: 100,
      align: 'end',
      cell: ({ daysLeft }) => daysLeft !== null && format.daysAway(daysLeft),
    },
    {
      id: 'state',
      header: t('common.state'),
      width: 160,
      isSpare: true,
      cell: (row) => <State row={row} seen={fleet.get(row.id)} format={format} />,
    },
    {
      id: 'lastSeen',
      header: t('expiry.column.lastReport'),
      width: 174,
      grows: true,
      cell: (row) => <LastReport row={row} seen={fleet.get(row.id)} />,
    },
    {
      id: 'actions',
      isControl: true,
      header: t('expiry.column.actions'),
      width: 112,
      cell: (row) => <RowAction row={row} parts={parts} />,
    },
  ];
}

const bandIcons: Record<ExpiryBand, ComponentType<IconProps>> = {
  expired: IconX,
  pastDate: IconAlertTriangle,
  day: IconAlertOctagon,
  week: IconAlertTriangle,
  month: IconClock,
  twoMonths: IconCalendar,
  later: IconCalendarCheck,
  none: IconInfinity,
  notProvided: IconQuestionMark,
  notUnderstood: IconQuestionMark,
};

/** How soon a device expires, with a mark if its record contradicts itself or is older than the date. */
function Band({ row: { band, expiry } }: { row: ExpiryRow }) {
  const { t } = useFormat();
  const Icon = bandIcons[band];
  const label = t(`expiry.band.${band}`);
  const notes = expiryNotes(expiry)
    .map((note) => t(note))
    .join(' ');
  const badge = (
    <span className={`${page.inline} ${classes.band}`} data-band={band} title={notes || label}>
      <Icon className={page.fixed} size={14} aria-hidden />
      <span className={page.cut}>{label}</span>
      {notes !== '' && <IconInfoCircle className={page.fixed} size={14} aria-hidden />}
    </span>
  );
  if (notes === '') return badge;
  return (
    <span aria-label={t('expiry.band.withNotes', { band: label, notes })} role="note">
      {badge}
    </span>
  );
}

// An expired device reports nothing, so it must not look offline.
function State({ row, seen, format }: { row: ExpiryRow; seen: Seen; format: Format }) {
  const { t } = format;
  const { unlistedAt } = row.device;
  if (unlistedAt !== null) {
    return (
      <StateBadge
        state={row.band === 'expired' ? 'expired' : 'silent'}
        word={t('expiry.state.unlistedSince', { day: format.day(unlistedAt) })}
        meaning={t('expiry.state.unlistedSince.meaning', { moment: format.moment(unlistedAt) })}
      />
    );
  }
  // The column beside it says so.
  if (row.band === 'expired') return null;
  if (!seen) return <span className={page.quiet}>{t('expiry.state.notRequested')}</span>;
  if (isOfflineNotExpired(seen.state, row.expiry)) {
    return (
      <StateBadge
        state="silent"
        word={t('expiry.state.offline')}
        meaning={t('expiry.state.offline.meaning')}
      />
    );
  }
  return <StateBadge state={seen.state} />;
}

function LastReport({ row, seen }: { row: ExpiryRow; seen: Seen }) {
  const format = useFormat();
  if (row.fixAt === null) return <span className={page.quiet}>{noReportText(seen, format)}</span>;
  const before = row.seenBeforeMs === null ? null : seenBeforeText(row.seenBeforeMs, format);
  return (
    <span>
      <AgeText at={row.fixAt} />
      {before !== null && (
        <span className={page.quiet} title={before}>
          {' '}
          · {before}
        </span>
      )}
    </span>
  );
}

/** A fix newer than the date shows that the device still reports. */
function seenBeforeText(beforeMs: number, { t, span }: Format): string {
  if (beforeMs < 0) return t('expiry.seen.after');
  return beforeMs < 86_400_000
    ? t('expiry.seen.upTo')
    : t('expiry.seen.before', { time: span(beforeMs) });
}

function RowAction({ row, parts }: { row: ExpiryRow; parts: ColumnParts }) {
  const { canActivate, canRenew, activation, onRenew } = parts;
  const { t } = parts.format;
  if (row.device.unlistedAt !== null) return null;
  const isDateValid = row.daysLeft === null || row.daysLeft > 0;
  const activates = row.band === 'expired' && canActivate && (isDateValid || !canRenew);
  if (!activates && (!canRenew || row.band === 'none')) return null;
  return (
    <ActionButton
      size="compact-xs"
      tabIndex={0}
      aria-label={t(activates ? 'expiry.activateOne' : 'expiry.renewOne', { device: row.label })}
      loading={activation.busyId === row.id}
      onClick={(event) => {
        event.stopPropagation();
        (activates ? activation.activate : onRenew)(row);
      }}
    >
      {t(activates ? 'expiry.activate' : 'expiry.renew')}
    </ActionButton>
  );
}
