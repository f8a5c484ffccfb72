import { inUnit } from '#main/exchange/day-report';
import type { DistanceUnit } from '#shared/domain/units';
import { lengthOf } from '#shared/history/visits';
import { createTranslate, message } from '#shared/i18n/translate';
import type { DeviceDay, DeviceVisit } from '#shared/ipc/visits';
import {
  column,
  distanceTitle,
  tableOf,
  type ColumnOf,
  type ExportContext,
  type Table,
} from './table';

interface VisitsContext extends ExportContext {
  distance: DistanceUnit;
}

const minutes = (ms: number) => Math.round(ms / 6_000) / 10;
const minutesOrNone = (ms: number | null) => (ms === null ? null : minutes(ms));

/** A row for each visit, with the moments between which it began and ended. An unknown end is an empty cell. */
export function visitsTable(visits: readonly DeviceVisit[], context: VisitsContext): Table {
  const { distance } = context;
  const columns: ColumnOf<DeviceVisit>[] = [
    column('deviceId', message('columns.deviceId'), 'text', ({ deviceId }) => deviceId),
    column('device', message('columns.device'), 'text', ({ device }) => device),
    column('place', message('columns.visitedPlace'), 'text', ({ place }) => place),
    column('arrivedAfter', message('columns.arrivedAfter'), 'moment', (row) => row.arrivedAfter),
    column('arrivedBy', message('columns.arrivedBy'), 'moment', ({ arrivedBy }) => arrivedBy),
    column('leftAfter', message('columns.leftAfter'), 'moment', ({ leftAfter }) => leftAfter),
    column('leftBy', message('columns.leftBy'), 'moment', ({ leftBy }) => leftBy),
    column('least', message('columns.leastMinutes'), 'number', (row) =>
      minutes(lengthOf(row).least),
    ),
    column('most', message('columns.mostMinutes'), 'number', (row) =>
      minutesOrNone(lengthOf(row).most),
    ),
    column('silent', message('columns.silentMinutes'), 'number', (row) => minutes(row.silentMs)),
    column('since', distanceTitle('columns.sinceLastPlace', distance), 'number', (row) =>
      row.metresSince === null ? null : inUnit(row.metresSince, distance),
    ),
  ];
  return tableOf('visits.title', columns, visits, context);
}

/** A row for each device and day. What no position is loaded of is an empty cell, never zero. */
export function daysTable(days: readonly DeviceDay[], context: VisitsContext): Table {
  const { distance, language } = context;
  const t = createTranslate(language);
  const use = (of: (use: NonNullable<DeviceDay['use']>) => number) => (row: DeviceDay) =>
    row.use && of(row.use);
  const columns: ColumnOf<DeviceDay>[] = [
    column('deviceId', message('columns.deviceId'), 'text', ({ deviceId }) => deviceId),
    column('device', message('columns.device'), 'text', ({ device }) => device),
    column('day', message('columns.day'), 'day', ({ day }) => day),
    column(
      'firstTrip',
      message('columns.firstTrip'),
      'moment',
      (row) => row.trips[0]?.from ?? null,
    ),
    column(
      'lastTrip',
      message('columns.lastTrip'),
      'moment',
      (row) => row.trips.at(-1)?.to ?? null,
    ),
    column('trips', message('columns.trips'), 'number', (row) => row.use && row.trips.length),
    column(
      'distance',
      distanceTitle('columns.distance', distance),
      'number',
      use(({ metres }) => inUnit(metres, distance)),
    ),
    column(
      'driving',
      message('columns.driving'),
      'number',
      use((day) => minutes(day.drivingMs)),
    ),
    column(
      'standing',
      message('columns.standing'),
      'number',
      use((day) => minutes(day.standingMs)),
    ),
    column(
      'leastAtCustomers',
      message('columns.leastAtCustomers'),
      'number',
      use((day) => minutes(day.customersMs.least)),
    ),
    column(
      'mostAtCustomers',
      message('columns.mostAtCustomers'),
      'number',
      use((day) => minutes(day.customersMs.most)),
    ),
    column('loaded', message('columns.loaded'), 'text', ({ state }) => t(`visits.state.${state}`)),
  ];
  return tableOf('visits.days', columns, days, context);
}
