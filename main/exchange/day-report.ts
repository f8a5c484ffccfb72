import { createQuantities, type Quantities } from '#shared/i18n/quantities';
import { createTranslate, sideBySide, type Translate } from '#shared/i18n/translate';
import { zonedMoment } from '#shared/domain/calendar';
import type { CoordinateStyle } from '#shared/domain/coordinates';
import { type LoadedState, type Range } from '#shared/domain/history';
import { metresPerSecond } from '#shared/domain/settings';
import { type DistanceUnit, metresPer, unitsOf } from '#shared/domain/units';
import type { TrackColumns } from '#shared/history/columns';
import { hasPosition } from '#shared/history/track';
import type { Journey, Stop, Trip } from '#shared/history/trips';
import type { NameTown } from '#shared/places/place';
import type { CountRows, FileInPieces } from './pieces';
import type { DayMap } from './report-map';
import { longTableOf, type ColumnOf, column, distanceTitle, speedTitle } from './table';
import { tablePieces } from './table-file';
import { type TrackContext, journeyNotes } from './tracks/device-tracks';

/** An alert of the day, in words. */
interface ReportedAlert {
  at: number;
  text: string;
}

/** A day of a device, and what is cached of it. */
export interface ReportedDay {
  /** YYYY-MM-DD in the zone of the context. */
  day: string;
  range: Range;
  locations: LoadedState;
  alerts: LoadedState;
  /** Parts of the track that were never loaded, oldest first; not the rest of a day that is not over. */
  missing: readonly Range[];
  /** Of a day that is not over: up to when its track is loaded. */
  asOf: number | null;
  reported: readonly ReportedAlert[];
  /** Absent: the day has no map. */
  map?: DayMap;
}

export interface ReportedDevice {
  deviceId: string;
  label: string;
  days: readonly ReportedDay[];
}

export interface ReportContext extends TrackContext {
  /** In words: one day, or the first and the last one. */
  period: string;
  /** The name on the document; '': none. */
  company: string;
  withAlerts: boolean;
  withCoordinates: boolean;
  coordinateStyle: CoordinateStyle;
}

/** A report with what writes it in its language. */
export interface WrittenReport extends ReportContext {
  t: Translate;
  quantities: Quantities;
}

/** A day of a device with its track and the journey that was found in it. */
export interface DeviceDay extends ReportedDay {
  deviceId: string;
  label: string;
  track: TrackColumns;
  journey: Journey;
}

/** The totals of a day; null if no position of it is known, because zero would be wrong. */
export function totalsOf(of: DeviceDay) {
  if (!hasPosition(of.track)) return null;
  const { journey } = of;
  const trips = journey.filter((part) => part.kind === 'trip');
  const stops = journey.filter((part) => part.kind === 'stop');
  const msOf = (parts: Journey) => parts.reduce((sum, { from, to }) => sum + to - from, 0);
  return {
    metres: trips.reduce((sum, { metres }) => sum + metres, 0),
    drivingMs: msOf(trips),
    standingMs: msOf(stops),
    trips: trips.length,
    stops: stops.length,
    /** When the first trip began and the last one ended; null: it was not driven. */
    departedAt: trips[0]?.from ?? null,
    arrivedAt: trips.at(-1)?.to ?? null,
  };
}

/** The number of alerts of a day; null if they are not loaded. */
export const alertsOf = ({ alerts, reported }: DeviceDay): number | null =>
  alerts === 'notLoaded' ? null : reported.length;

/** With one decimal. */
export const inUnit = (metres: number, unit: DistanceUnit) =>
  Math.round((metres / metresPer[unit]) * 10) / 10;

const inSpeedUnit = (speed: number, { serviceSpeedUnit, speedUnit }: TrackContext) =>
  (speed * metresPerSecond[serviceSpeedUnit]) / metresPerSecond[speedUnit];

type Row =
  | { kind: 'day'; of: DeviceDay }
  | { kind: 'trip'; of: DeviceDay; part: Trip }
  | { kind: 'stop'; of: DeviceDay; part: Stop }
  | { kind: 'alert'; of: DeviceDay; alert: ReportedAlert };

export function reportTable(
  days: readonly DeviceDay[],
  context: ReportContext,
  nameTown: NameTown,
  count?: CountRows,
): FileInPieces {
  const rows = days.flatMap((of) => rowsOf(of, context));
  const records = { count: rows.length, each: () => rows };
  // The file may leave the house: it does not name the service.
  const table = longTableOf('exchange-files.table.report', columnsOf(context, nameTown), records, {
    ...context,
    account: null,
  });
  const notes = [...table.notes, ...journeyNotes(context)];
  return { rows: rows.length, pieces: tablePieces({ ...table, notes }, 'xlsx', count) };
}

function rowsOf(of: DeviceDay, { withAlerts }: ReportContext): Row[] {
  return [
    { kind: 'day', of },
    ...of.journey.map((part) =>
      part.kind === 'trip'
        ? { kind: 'trip' as const, of, part }
        : { kind: 'stop' as const, of, part },
    ),
    ...(withAlerts ? of.reported : []).map((alert) => ({ kind: 'alert' as const, of, alert })),
  ];
}

const alertCount = (row: Row) => (row.kind === 'day' ? alertsOf(row.of) : null);

const minutes = (ms: number) => Math.round(ms / 6_000) / 10;

function columnsOf(context: ReportContext, nameTown: NameTown): readonly ColumnOf<Row>[] {
  const t = createTranslate(context.language);
  const report = { ...context, t, quantities: createQuantities(context.language, t) };
  const { speedUnit } = context;
  const { distance } = unitsOf(context);
  const total = (row: Row) => (row.kind === 'day' ? totalsOf(row.of) : null);
  return [
    column('deviceId', 'columns.deviceId', 'text', ({ of }) => of.deviceId),
    column('device', 'columns.device', 'text', ({ of }) => of.label),
    column('day', 'columns.day', 'day', ({ of }) => of.day),
    column('kind', 'columns.row', 'text', ({ kind }) => t(`exchange-files.cell.${kind}`)),
    column('from', 'columns.from', 'moment', fromOf),
    column('to', 'columns.to', 'moment', toOf),
    column('distance', distanceTitle('columns.distance', distance), 'number', (row) => {
      const metres = row.kind === 'trip' ? row.part.metres : total(row)?.metres;
      return metres === undefined ? null : inUnit(metres, distance);
    }),
    column('driving', 'columns.driving', 'number', (row) => {
      const ms = row.kind === 'trip' ? row.part.to - row.part.from : total(row)?.drivingMs;
      return ms === undefined ? null : minutes(ms);
    }),
    column('standing', 'columns.standing', 'number', (row) => {
      const ms = row.kind === 'stop' ? row.part.to - row.part.from : total(row)?.standingMs;
      return ms === undefined ? null : minutes(ms);
    }),
    column('trips', 'columns.trips', 'number', (row) => total(row)?.trips ?? null),
    ...(context.withAlerts ? [column('alerts', 'columns.alerts', 'number', alertCount)] : []),
    column('maxSpeed', speedTitle('columns.maxSpeed', speedUnit), 'number', (row) =>
      row.kind === 'trip' && row.part.maxSpeed !== null
        ? Math.round(inSpeedUnit(row.part.maxSpeed, context) * 10) / 10
        : null,
    ),
    column('start', 'columns.place', 'text', (row) => {
      if (row.kind !== 'trip' && row.kind !== 'stop') return null;
      const { latitude, longitude } = row.kind === 'trip' ? row.part.start : row.part;
      return nameTown(latitude, longitude);
    }),
    column('end', 'columns.tripEnd', 'text', (row) =>
      row.kind === 'trip' ? nameTown(row.part.end.latitude, row.part.end.longitude) : null,
    ),
    column('note', 'columns.note', 'text', (row) => noteOf(row, report)),
  ];
}

function fromOf(row: Row): number | null {
  if (row.kind === 'day') return null;
  return Math.round(row.kind === 'alert' ? row.alert.at : row.part.from);
}

const toOf = (row: Row) =>
  row.kind === 'trip' || row.kind === 'stop' ? Math.round(row.part.to) : null;

function noteOf(row: Row, report: WrittenReport): string | null {
  const { t } = report;
  if (row.kind === 'alert') return row.alert.text;
  if (row.kind === 'trip') return row.part.hasGap ? t('exchange-files.cell.partly') : null;
  return row.kind === 'day' ? dayNotes(row.of, report).join('. ') || null : null;
}

/** What is missing of a day, in sentences without a stop. */
export function dayNotes(
  day: DeviceDay,
  { timeZone, withAlerts, t, quantities }: WrittenReport,
): string[] {
  const clock = (at: number) => clockText(at, timeZone, quantities);
  const notes = trackNotes(day, clock, t);
  if (!withAlerts || day.alerts === 'complete') return notes;
  const note = t(`exchange-files.report.loaded.${day.alerts}`);
  return [...notes, t('exchange-files.report.alertsNote', { note })];
}

/** The most missing parts that are named. */
const mostParts = 3;

/** What is not known of the track of a day, for whoever reads the paper. */
function trackNotes(of: DeviceDay, clock: (at: number) => string, t: Translate): string[] {
  const { locations, missing, asOf } = of;
  if (locations === 'notLoaded') return [t('exchange-files.report.noData')];
  const parts = missing
    .slice(0, mostParts)
    .map(({ from, to }) =>
      t('exchange-files.report.period', { from: clock(from), to: clock(to + 1) }),
    );
  const list = sideBySide(parts, t);
  const hasMore = missing.length > mostParts;
  const isWhole = locations === 'complete' || locations === 'canChange';
  const empty = isWhole
    ? t('exchange-files.report.noPositions')
    : t('exchange-files.report.noPositionsLoaded');
  return [
    ...(hasPosition(of.track) ? [] : [empty]),
    ...(asOf === null ? [] : [t('exchange-files.report.asOf', { time: clock(asOf) })]),
    ...(parts.length > 0
      ? [
          t(
            hasMore ? 'exchange-files.report.notLoadedAndMore' : 'exchange-files.report.notLoaded',
            { parts: list },
          ),
        ]
      : []),
    ...(locations === 'incomplete' ? [t('exchange-files.report.loaded.incomplete')] : []),
    ...(locations === 'canChange' && asOf === null
      ? [t('exchange-files.report.loaded.canChange')]
      : []),
  ];
}

export function clockText(
  at: number,
  timeZone: string,
  { timeOfDay }: Pick<Quantities, 'timeOfDay'>,
): string {
  const { hour, minute } = zonedMoment(Math.round(at), timeZone);
  return timeOfDay(hour * 60 + minute);
}
