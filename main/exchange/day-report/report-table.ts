import type { NameTown } from '#shared/places/place';
import { loadedNotes } from '#shared/domain/history';
import type { Stop, Trip } from '#shared/history/trips';
import { longTableOf, type ColumnOf, type LongTable } from '../table';
import { journeyNotes } from '../tracks/device-tracks';
import {
  alertsOf,
  inSpeedUnit,
  inUnit,
  totalsOf,
  type DeviceDay,
  type ReportContext,
  type ReportedAlert,
} from './report';

type Row =
  | { kind: 'day'; of: DeviceDay }
  | { kind: 'trip'; of: DeviceDay; part: Trip }
  | { kind: 'stop'; of: DeviceDay; part: Stop }
  | { kind: 'alert'; of: DeviceDay; alert: ReportedAlert };

/** For each device the totals of the day, then its trips, stops and alerts. */
export function reportTable(
  days: readonly DeviceDay[],
  context: ReportContext,
  nameTown: NameTown,
): LongTable {
  const rows = days.flatMap(rowsOf);
  const records = { count: rows.length, each: () => rows };
  const table = longTableOf('Daily report', columnsOf(context, nameTown), records, context);
  return { ...table, notes: [...table.notes, ['Day', context.day], ...journeyNotes(context)] };
}

function rowsOf(of: DeviceDay): Row[] {
  return [
    { kind: 'day', of },
    ...of.journey.map((part) =>
      part.kind === 'trip'
        ? { kind: 'trip' as const, of, part }
        : { kind: 'stop' as const, of, part },
    ),
    ...of.reported.map((alert) => ({ kind: 'alert' as const, of, alert })),
  ];
}

const minutes = (ms: number) => Math.round(ms / 6_000) / 10;

function columnsOf(context: ReportContext, nameTown: NameTown): readonly ColumnOf<Row>[] {
  const { distanceUnit, speedUnit } = context;
  const number = (key: string, title: string, of: (row: Row) => number | null): ColumnOf<Row> => ({
    key,
    title,
    kind: 'number',
    of,
  });
  const text = (key: string, title: string, of: (row: Row) => string | null): ColumnOf<Row> => ({
    key,
    title,
    kind: 'text',
    of,
  });
  const total = (row: Row) => (row.kind === 'day' ? totalsOf(row.of) : null);
  return [
    text('deviceId', 'Device id', ({ of }) => of.deviceId),
    text('device', 'Device', ({ of }) => of.label),
    text('kind', 'Row', ({ kind }) => kind),
    { key: 'from', title: 'From', kind: 'moment', of: fromOf },
    { key: 'to', title: 'To', kind: 'moment', of: toOf },
    number('distance', `Distance (${distanceUnit})`, (row) => {
      const metres = row.kind === 'trip' ? row.part.metres : total(row)?.metres;
      return metres === undefined ? null : inUnit(metres, distanceUnit);
    }),
    number('driving', 'Driving (min)', (row) => {
      const ms = row.kind === 'trip' ? row.part.to - row.part.from : total(row)?.drivingMs;
      return ms === undefined ? null : minutes(ms);
    }),
    number('standing', 'Standing (min)', (row) => {
      const ms = row.kind === 'stop' ? row.part.to - row.part.from : total(row)?.standingMs;
      return ms === undefined ? null : minutes(ms);
    }),
    number('trips', 'Trips', (row) => total(row)?.trips ?? null),
    number('alerts', 'Alerts', (row) => (row.kind === 'day' ? alertsOf(row.of) : null)),
    number('maxSpeed', `Highest speed (${speedUnit})`, (row) =>
      row.kind === 'trip' && row.part.maxSpeed !== null
        ? Math.round(inSpeedUnit(row.part.maxSpeed, context) * 10) / 10
        : null,
    ),
    text('start', 'Place, or start of the trip', (row) => {
      if (row.kind !== 'trip' && row.kind !== 'stop') return null;
      const { latitude, longitude } = row.kind === 'trip' ? row.part.start : row.part;
      return nameTown(latitude, longitude);
    }),
    text('end', 'End of the trip', (row) =>
      row.kind === 'trip' ? nameTown(row.part.end.latitude, row.part.end.longitude) : null,
    ),
    text('note', 'Note', noteOf),
  ];
}

function fromOf(row: Row): number | null {
  if (row.kind === 'day') return null;
  return Math.round(row.kind === 'alert' ? row.alert.at : row.part.from);
}

const toOf = (row: Row) =>
  row.kind === 'trip' || row.kind === 'stop' ? Math.round(row.part.to) : null;

function noteOf(row: Row): string | null {
  if (row.kind === 'alert') return row.alert.text;
  if (row.kind === 'trip') return row.part.hasGap ? 'Partly without reports' : null;
  return row.kind === 'day' ? dayNotes(row.of).join('. ') || null : null;
}

/** What is missing of a day, in sentences without a stop. */
export function dayNotes({ locations, alerts }: DeviceDay): string[] {
  const [track, log] = [loadedNotes[locations], loadedNotes[alerts]];
  return [...(track ? [`Track: ${track}`] : []), ...(log ? [`Alerts: ${log}`] : [])];
}
