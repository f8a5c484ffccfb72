import { useMemo } from 'react';
import { momentInZone } from '#shared/domain/calendar';
import type { DeviceDay, VisitsQuery } from '#shared/ipc/visits';
import { api } from '#lib/api';
import type { Format } from '#lib/format';
import { useFormat } from '#lib/use-format';
import type { DataColumn } from '#ui/data-table';
import { TimeField } from '#ui/date-field';
import { FaultNotice } from '#ui/fault-notice';
import { ListTable } from '#ui/list-board';
import { page } from '#ui/page';
import { useList } from '#ui/use-list';
import { ListHead, showInHistory, useComputed } from './computed-list';
import { setVisits, useVisitsState } from './visits-store';
import classes from './visits.module.css';

const deviceOf = ({ device }: DeviceDay) => device;
const ofUse = (value: (use: NonNullable<DeviceDay['use']>) => number) => (row: DeviceDay) =>
  row.use && value(row.use);
const sortValues = {
  device: deviceOf,
  day: ({ from }: DeviceDay) => from,
  first: ({ trips }: DeviceDay) => trips[0]?.from ?? null,
  last: ({ trips }: DeviceDay) => trips.at(-1)?.to ?? null,
  distance: ofUse(({ metres }) => metres),
  driving: ofUse(({ drivingMs }) => drivingMs),
  standing: ofUse(({ standingMs }) => standingMs),
  customers: ofUse(({ customersMs }) => customersMs.least),
};

/** How each device was used on each day. */
export function DaysOfUse({ query }: { query: VisitsQuery | null }) {
  const format = useFormat();
  const { t, timeZone } = format;
  const { lateFrom } = useVisitsState();
  const { value, fault } = useComputed(query, api.visits.days);
  const filters = useMemo(() => {
    const starts = new Map<string, number>();
    const lateOn = (day: string) => {
      const known = starts.get(day) ?? momentInZone(day, lateFrom, timeZone);
      starts.set(day, known);
      return known;
    };
    return [
      {
        id: 'late',
        word: t('visits.late', { time: format.timeOfDay(lateFrom) }),
        passes: ({ day, trips }: DeviceDay) => trips.some(({ to }) => to > lateOn(day)),
        isAlwaysOffered: true,
      },
      {
        id: 'still',
        word: t('visits.notDriven'),
        title: t('visits.notDriven.help'),
        passes: ({ trips, use, state }: DeviceDay) =>
          use !== null && trips.length === 0 && (state === 'complete' || state === 'canChange'),
      },
      {
        id: 'gaps',
        word: t('visits.notComplete'),
        passes: ({ state }: DeviceDay) => state !== 'complete' && state !== 'canChange',
      },
    ];
  }, [t, format, lateFrom, timeZone]);
  const columns = useMemo(() => columnsOf(format), [format]);
  const list = useList({
    rows: value,
    fault,
    labelOf: deviceOf,
    textOf: deviceOf,
    filters,
    sortValues,
    initialSort: 'device',
  });
  return (
    <>
      <ListHead
        list={list}
        query={query}
        what="days"
        searchLabel={t('visits.searchDays')}
        filterLabel={t('visits.filterDays')}
        totals={totalsText(list.shown, format)}
      >
        <label className={page.inline}>
          <span className={page.quiet}>{t('visits.lateFrom')}</span>
          <TimeField
            size="xs"
            w={72}
            value={lateFrom}
            onChange={(minute) => setVisits({ lateFrom: minute })}
          />
        </label>
      </ListHead>
      {list.fault && <FaultNotice fault={list.fault} context="open" />}
      <div className={page.work}>
        <div className={page.rest}>
          <ListTable
            label={t('visits.tab.days')}
            list={list}
            columns={columns}
            rowLabel={({ device, from }) => t('visits.dayOf', { device, day: format.day(from) })}
            onOpen={(row) => showInHistory(row, { from: row.from, to: row.from }, timeZone)}
            empty={{
              loading: t('visits.computing'),
              noMatch: t('visits.noMatch'),
              none: t('visits.noDevices'),
            }}
          />
        </div>
      </div>
    </>
  );
}

/** Sums of the days of which positions are loaded. */
function totalsText(rows: readonly DeviceDay[], { t, trackLength, shortDuration }: Format): string {
  const used = rows.flatMap(({ use }) => use ?? []);
  if (used.length === 0) return '';
  const sum = (of: (use: (typeof used)[number]) => number) =>
    used.reduce((total, use) => total + of(use), 0);
  return t('visits.daysTotals', {
    days: used.length,
    distance: trackLength(sum(({ metres }) => metres)),
    driving: shortDuration(sum(({ drivingMs }) => drivingMs) / 1000),
    standing: shortDuration(sum(({ standingMs }) => standingMs) / 1000),
  });
}

function columnsOf(format: Format): DataColumn<DeviceDay>[] {
  const { t } = format;
  const timeOf = (row: DeviceDay, at: number | undefined) => {
    if (at !== undefined) return format.time(at);
    return row.use === null ? t(`visits.state.${row.state}`) : t('visits.noTrip');
  };
  const duration =
    (of: (use: NonNullable<DeviceDay['use']>) => number) =>
    ({ use }: DeviceDay) =>
      use && durationText(of(use), format);
  return [
    {
      id: 'device',
      header: t('common.device'),
      width: 140,
      grows: true,
      sticks: true,
      cell: ({ device }) => <bdi className={page.cut}>{device}</bdi>,
    },
    {
      id: 'day',
      header: t('history.visits.day'),
      width: 126,
      cell: ({ from }) => format.day(from),
    },
    {
      id: 'chart',
      header: t('visits.chart'),
      headerCell: <HourScale format={format} />,
      width: 190,
      grows: true,
      isControl: true,
      cell: (row) => <DayChart row={row} format={format} />,
    },
    {
      id: 'first',
      header: t('visits.firstTrip'),
      width: 92,
      cell: (row) => <span className={page.cut}>{timeOf(row, row.trips[0]?.from)}</span>,
    },
    {
      id: 'last',
      header: t('visits.lastTrip'),
      width: 92,
      cell: ({ trips, to }) => trips.length > 0 && endText(trips.at(-1)!.to, to, format),
    },
    {
      id: 'distance',
      header: t('visits.distance'),
      width: 92,
      align: 'end',
      cell: ({ use }) => use && format.trackLength(use.metres),
    },
    {
      id: 'driving',
      header: t('visits.driving'),
      width: 84,
      align: 'end',
      cell: duration(({ drivingMs }) => drivingMs),
    },
    {
      id: 'standing',
      header: t('visits.standing'),
      width: 84,
      align: 'end',
      isSpare: true,
      cell: duration(({ standingMs }) => standingMs),
    },
    {
      id: 'customers',
      header: t('visits.atCustomers'),
      width: 130,
      align: 'end',
      isSpare: true,
      cell: ({ use }) => use && customersText(use.customersMs, format),
    },
    {
      id: 'state',
      header: t('visits.loaded'),
      width: 110,
      isSpare: true,
      cell: ({ state }) => t(`visits.state.${state}`),
    },
  ];
}

/** The clock would say 00:00, with which the day begins. */
const endText = (at: number, endOfDay: number, { t, time }: Format): string =>
  at === endOfDay ? t('visits.midnight') : time(at);

/** None is not the same as less than a minute. */
const durationText = (ms: number, { t, shortDuration }: Format): string =>
  ms === 0 ? t('visits.minutes', { minutes: 0 }) : shortDuration(ms / 1000);

function customersText({ least, most }: { least: number; most: number }, format: Format): string {
  const [from, to] = [least, most].map((ms) => durationText(ms, format));
  return from === to ? from! : format.t('history.fromTo', { from: from!, to: to! });
}

const scaleHours = [6, 12, 18];

/** The hours above the charts of the days. */
function HourScale({ format }: { format: Format }) {
  return (
    <span className={classes.chart} dir="ltr" aria-hidden>
      {scaleHours.map((hour) => (
        <span key={hour} className={classes.hour} style={{ insetInlineStart: `${hour / 0.24}%` }}>
          {format.count(hour)}
        </span>
      ))}
    </span>
  );
}

/** When a device drove on a day, from midnight to midnight. */
function DayChart({ row: { from, to, trips, use }, format }: { row: DeviceDay; format: Format }) {
  const share = (at: number) => (100 * (at - from)) / (to - from);
  const text = trips
    .map((trip) =>
      format.t('history.fromTo', { from: format.time(trip.from), to: format.time(trip.to) }),
    )
    .join('\n');
  if (use === null) return null;
  return (
    <span
      className={classes.chart}
      dir="ltr"
      role="img"
      aria-label={text || format.t('visits.noTrip')}
      title={text || format.t('visits.noTrip')}
    >
      {trips.map((trip) => (
        <span
          key={trip.from}
          className={classes.trip}
          style={{
            insetInlineStart: `${share(trip.from)}%`,
            inlineSize: `${share(trip.to) - share(trip.from)}%`,
          }}
        />
      ))}
    </span>
  );
}
