import type { Device } from '#shared/domain/device';
import {
  knownLimit,
  sentCount,
  type CounterName,
  type LimitName,
} from '#shared/domain/device-limits';
import { expiryOf, type Expiry } from '#shared/domain/expiry';
import { expiryNotes } from '#shared/domain/expiry-messages';
import type { Fix } from '#shared/domain/fix';
import type { LastPosition } from '#shared/domain/last-report';
import { valueOf } from '#shared/domain/known';
import { metresPerSecond, type SpeedUnit } from '#shared/domain/settings';
import { knownCell } from './known-cell';
import { tableOf, type Cell, type ColumnOf, type ExportContext, type Table } from './table';

/** An exported device with its last report, its last position and the names of its groups. */
export interface DeviceRow {
  device: Device;
  fix: Fix | null;
  /** The last report that had a position, which may be older than `fix`. */
  position: LastPosition | null;
  /** null: not known, because the groups or their members were not received. */
  groups: readonly string[] | null;
}

/** The unit the service sends, and the unit shown to the user. */
export interface SpeedUnits {
  serviceSpeedUnit: SpeedUnit;
  speedUnit: SpeedUnit;
}

export interface DeviceExportContext extends ExportContext, SpeedUnits {
  /** The zone of the account's days, or the computer's; absent: that of the timestamps. */
  accountTimeZone?: string;
}

/** The exported columns of a device; empty means "not provided", never 0. */
export function deviceColumns(units: DeviceExportContext): readonly ColumnOf<DeviceRow>[] {
  const factor = metresPerSecond[units.serviceSpeedUnit] / metresPerSecond[units.speedUnit];
  const speed = ({ position }: DeviceRow): Cell =>
    position?.speed == null ? null : Math.round(position.speed * factor * 100) / 100;
  return [
    { key: 'id', title: 'Device id', kind: 'text', of: ({ device }) => device.id },
    { key: 'name', title: 'Name', kind: 'text', of: ({ device }) => device.name },
    { key: 'description', title: 'Description', kind: 'text', of: (row) => row.device.description },
    { key: 'phone', title: 'Telephone', kind: 'text', of: ({ device }) => device.phone },
    { key: 'tags', title: 'Tags', kind: 'map', of: ({ device }) => device.tags },
    { key: 'groups', title: 'Groups', kind: 'list', of: ({ groups }) => groups },
    { key: 'at', title: 'Last report', kind: 'moment', of: ({ fix }) => fix?.at ?? null },
    {
      key: 'positionAt',
      title: 'Last position',
      kind: 'moment',
      of: ({ position }) => position?.at ?? null,
    },
    {
      key: 'latitude',
      title: 'Latitude',
      kind: 'number',
      of: ({ position }) => position?.latitude ?? null,
    },
    {
      key: 'longitude',
      title: 'Longitude',
      kind: 'number',
      of: ({ position }) => position?.longitude ?? null,
    },
    { key: 'speed', title: `Speed (${units.speedUnit})`, kind: 'number', of: speed },
    {
      key: 'course',
      title: 'Course (degrees)',
      kind: 'number',
      of: ({ position }) => position?.course ?? null,
    },
    { key: 'battery', title: 'Battery (%)', kind: 'number', of: ({ fix }) => fix?.battery ?? null },
    {
      key: 'mileage',
      title: 'Mileage (km)',
      kind: 'number',
      of: ({ fix }) => fix?.mileageKm ?? null,
    },
    { key: 'alerts', title: 'Alerts', kind: 'list', of: ({ fix }) => fix?.alertTexts ?? [] },
    { key: 'warnings', title: 'Warnings', kind: 'list', of: ({ fix }) => fix?.warningTexts ?? [] },
    ...expiryColumns(units),
    ...limitColumns(units),
    {
      key: 'unlistedAt',
      title: 'No longer listed since',
      kind: 'moment',
      of: ({ device }) => device.unlistedAt,
    },
  ];
}

function expiryColumns(context: DeviceExportContext): readonly ColumnOf<DeviceRow>[] {
  const zone = context.accountTimeZone ?? context.timeZone;
  const expiry = ({ device }: DeviceRow) => expiryOf(device, zone, context.exportedAt);
  return [
    {
      key: 'expiresAt',
      title: 'Expires',
      kind: 'moment',
      of: (row) =>
        knownCell(expiry(row).date, ({ isDay, day, at }) => (isDay ? day : at), 'No expiry'),
    },
    {
      key: 'expirationDate',
      title: 'Expiration date',
      kind: 'day',
      of: (row) => valueOf(expiry(row).date)?.day ?? null,
    },
    {
      key: 'expiryState',
      title: 'Expiry state',
      kind: 'text',
      of: (row) => expiryStates[expiry(row).state],
    },
    {
      key: 'expiryNotes',
      title: 'Expiry notes',
      kind: 'text',
      of: (row) => expiryNotes(expiry(row)).join(' ') || null,
    },
  ];
}

const expiryStates: Record<Expiry['state'], string | null> = {
  active: 'Active',
  expired: 'Expired',
  unknown: null,
};

/** The limits, and the counters with the account's day that they belong to. */
function limitColumns(context: DeviceExportContext): readonly ColumnOf<DeviceRow>[] {
  const zone = context.accountTimeZone ?? context.timeZone;
  const sent = ({ device }: DeviceRow, name: CounterName) =>
    sentCount(device, name, zone, context.exportedAt);
  const limit = (key: LimitName, title: string): ColumnOf<DeviceRow> => ({
    key,
    title,
    kind: 'number',
    of: ({ device }) => knownCell(knownLimit(device, key), (value) => value, 'No limit'),
  });
  const counter = (key: CounterName, title: string): ColumnOf<DeviceRow> => ({
    key,
    title,
    kind: 'number',
    of: (row) => knownCell(sent(row, key), ({ count }) => count, null),
  });
  return [
    limit('dailyEmailLimit', 'Daily e-mail limit'),
    counter('emailsSentToday', 'E-mails sent on that day'),
    limit('dailySmsLimit', 'Daily SMS limit'),
    counter('smsSentToday', 'SMS sent on that day'),
    {
      key: 'countersDay',
      title: 'Day of the counters',
      kind: 'day',
      of: (row) =>
        (valueOf(sent(row, 'emailsSentToday')) ?? valueOf(sent(row, 'smsSentToday')))?.day ?? null,
    },
  ];
}

export function devicesTable(rows: readonly DeviceRow[], context: DeviceExportContext): Table {
  const table = tableOf('Devices', deviceColumns(context), rows, context);
  const unknown = rows.filter(({ groups }) => groups === null).length;
  if (unknown === 0) return table;
  return {
    ...table,
    notes: [...table.notes, ['Devices whose groups are not known', String(unknown)]],
  };
}

/** Longitude and latitude in degrees, in the order of GeoJSON and KML; null if there is none. */
export function coordinatesOf({
  position,
}: DeviceRow): [longitude: number, latitude: number] | null {
  return position && [position.longitude, position.latitude];
}
