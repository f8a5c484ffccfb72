import { useMemo } from 'react';
import { lengthOf } from '#shared/history/visits';
import type { DeviceVisit, VisitsQuery } from '#shared/ipc/visits';
import { arrivalText, departureText, lengthText } from '#features/history';
import { usePlaces } from '#features/places';
import { api } from '#lib/api';
import type { Format } from '#lib/format';
import { useFormat } from '#lib/use-format';
import type { DataColumn } from '#ui/data-table';
import { FaultNotice } from '#ui/fault-notice';
import { ListTable } from '#ui/list-board';
import { page } from '#ui/page';
import { useList } from '#ui/use-list';
import { ListHead, showInHistory, useComputed } from './computed-list';
import { useVisitsState } from './visits-store';
import classes from './visits.module.css';

const deviceOf = ({ device }: DeviceVisit) => device;
const textOf = ({ device, place }: DeviceVisit) => `${device} ${place}`;
const sortValues = {
  device: deviceOf,
  place: ({ place }: DeviceVisit) => place,
  arrived: ({ arrivedBy }: DeviceVisit) => arrivedBy,
  left: ({ leftAfter }: DeviceVisit) => leftAfter,
  duration: (visit: DeviceVisit) => lengthOf(visit).least,
  since: ({ metresSince }: DeviceVisit) => metresSince,
};

/** Who stays shorter may only have passed by. */
const leastStayMs = 5 * 60_000;

/** Visits to the user's places. */
export function VisitsList({ query }: { query: VisitsQuery | null }) {
  const format = useFormat();
  const { t, shortDuration } = format;
  const { placeId } = useVisitsState();
  const places = usePlaces();
  const { value, fault } = useComputed(query, api.visits.list);
  const within = useMemo(
    () => (placeId === null ? undefined : (visit: DeviceVisit) => visit.placeId === placeId),
    [placeId],
  );
  const filters = useMemo(
    () => [
      {
        id: 'stay',
        word: t('visits.atLeast', { duration: shortDuration(leastStayMs / 1000) }),
        title: t('visits.atLeast.help'),
        passes: (visit: DeviceVisit) => lengthOf(visit).least >= leastStayMs,
      },
      {
        id: 'open',
        word: t('visits.open'),
        title: t('visits.open.help'),
        passes: ({ isOpen }: DeviceVisit) => isOpen,
        isAlwaysOffered: true,
      },
    ],
    [t, shortDuration],
  );
  const columns = useMemo(() => columnsOf(format), [format]);
  const list = useList({
    rows: places.length === 0 ? noVisits : (value?.visits ?? null),
    fault,
    labelOf: deviceOf,
    textOf,
    filters,
    within,
    sortValues,
    initialSort: 'arrived',
  });
  const rowLabel = ({ device, place, arrivedBy }: DeviceVisit) =>
    t('history.visits.of', { device, place, time: format.moment(arrivedBy) });
  return (
    <>
      <ListHead
        list={list}
        query={query}
        what="visits"
        searchLabel={t('visits.search')}
        filterLabel={t('visits.filter')}
        totals={totalsText(list.shown, format)}
      />
      {list.fault && <FaultNotice fault={list.fault} context="open" />}
      {value !== null && value.leftOut > 0 && (
        <p className={classes.note} role="note">
          {t('visits.leftOut', { count: value.leftOut })}
        </p>
      )}
      <div className={page.work}>
        <div className={page.rest}>
          <ListTable
            label={t('visits.tab.visits')}
            list={list}
            columns={columns}
            rowLabel={rowLabel}
            onOpen={(visit) => {
              const to = visit.leftBy ?? visit.leftAfter;
              showInHistory(visit, { from: visit.arrivedBy, to }, format.timeZone);
            }}
            empty={{
              loading: t('visits.computing'),
              noMatch: t('visits.noMatch'),
              none: t(places.length === 0 ? 'history.visits.noPlaces' : 'visits.none'),
              ...(places.length === 0 && {
                nextStep: { label: t('visits.toPlaces'), href: '#/places' },
              }),
            }}
          />
        </div>
      </div>
    </>
  );
}

const noVisits: DeviceVisit[] = [];

/** "24 visits of 7 devices to 5 places, together at least 12 h 40". */
function totalsText(visits: readonly DeviceVisit[], { t, shortDuration }: Format): string {
  if (visits.length === 0) return '';
  const least = visits.reduce((sum, visit) => sum + lengthOf(visit).least, 0);
  return t('visits.totals', {
    visits: visits.length,
    devices: new Set(visits.map(({ deviceId }) => deviceId)).size,
    places: new Set(visits.map(({ placeId }) => placeId)).size,
    duration: shortDuration(least / 1000),
  });
}

function columnsOf(format: Format): DataColumn<DeviceVisit>[] {
  const { t } = format;
  return [
    {
      id: 'device',
      header: t('common.device'),
      width: 130,
      grows: true,
      sticks: true,
      cell: ({ device }) => <bdi className={page.cut}>{device}</bdi>,
    },
    {
      id: 'place',
      header: t('visits.place'),
      width: 120,
      grows: true,
      cell: ({ place }) => <bdi className={page.cut}>{place}</bdi>,
    },
    {
      id: 'day',
      header: t('history.visits.day'),
      width: 128,
      cell: ({ arrivedBy }) => format.day(arrivedBy),
    },
    {
      id: 'arrived',
      header: t('history.visits.arrived'),
      width: 150,
      cell: (visit) => arrivalText(visit, format),
    },
    {
      id: 'left',
      header: t('history.visits.left'),
      width: 120,
      grows: true,
      cell: (visit) => {
        const text = departureText(visit, format, format.day(visit.arrivedBy));
        return (
          <span className={page.cut} title={text}>
            {text}
          </span>
        );
      },
    },
    {
      id: 'duration',
      header: t('history.trips.duration'),
      width: 132,
      grows: true,
      cell: (visit) => (
        <span className={page.cut}>
          {visit.silentMs > 0
            ? t('visits.durationWithGap', {
                duration: lengthText(visit, format),
                gap: format.shortDuration(visit.silentMs / 1000),
              })
            : lengthText(visit, format)}
        </span>
      ),
    },
    {
      id: 'since',
      header: t('visits.sinceLast'),
      width: 120,
      align: 'end',
      isSpare: true,
      cell: ({ metresSince }) => (metresSince === null ? '' : format.trackLength(metresSince)),
    },
  ];
}
