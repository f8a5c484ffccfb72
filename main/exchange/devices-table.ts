import type { Device } from '#shared/domain/device';
import type { Fix } from '#shared/domain/fix';
import { metresPerSecond, type SpeedUnit } from '#shared/domain/settings';
import { tableOf, type Cell, type ColumnOf, type ExportContext, type Table } from './table';

/** An exported device with its last position and the names of its groups. */
export interface DeviceRow {
  device: Device;
  fix: Fix | null;
  /** null: not known, because the groups or their members were not received. */
  groups: readonly string[] | null;
}

/** The unit the service sends, and the unit shown to the user. */
export interface SpeedUnits {
  serviceSpeedUnit: SpeedUnit;
  speedUnit: SpeedUnit;
}

export interface DeviceExportContext extends ExportContext, SpeedUnits {}

/** The exported columns of a device; empty means "not provided", never 0. */
export function deviceColumns(units: SpeedUnits): readonly ColumnOf<DeviceRow>[] {
  const factor = metresPerSecond[units.serviceSpeedUnit] / metresPerSecond[units.speedUnit];
  const speed = ({ fix }: DeviceRow): Cell =>
    fix?.speed == null ? null : Math.round(fix.speed * factor * 100) / 100;
  return [
    { key: 'id', title: 'Device id', kind: 'text', of: ({ device }) => device.id },
    { key: 'name', title: 'Name', kind: 'text', of: ({ device }) => device.name },
    { key: 'description', title: 'Description', kind: 'text', of: (row) => row.device.description },
    { key: 'phone', title: 'Telephone', kind: 'text', of: ({ device }) => device.phone },
    { key: 'tags', title: 'Tags', kind: 'map', of: ({ device }) => device.tags },
    { key: 'groups', title: 'Groups', kind: 'list', of: ({ groups }) => groups },
    { key: 'at', title: 'Last fix', kind: 'moment', of: ({ fix }) => fix?.at ?? null },
    { key: 'latitude', title: 'Latitude', kind: 'number', of: (row) => position(row)?.[1] ?? null },
    {
      key: 'longitude',
      title: 'Longitude',
      kind: 'number',
      of: (row) => position(row)?.[0] ?? null,
    },
    { key: 'speed', title: `Speed (${units.speedUnit})`, kind: 'number', of: speed },
    {
      key: 'course',
      title: 'Course (degrees)',
      kind: 'number',
      of: (row) => row.fix?.course ?? null,
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
    { key: 'expiresAt', title: 'Expires', kind: 'moment', of: ({ device }) => device.expiresAt },
    {
      key: 'expirationDate',
      title: 'Expiration date',
      kind: 'day',
      of: ({ device }) => (device.limits?.expires ? device.limits.expirationDate : null),
    },
    {
      key: 'dailyEmailLimit',
      title: 'Daily e-mail limit',
      kind: 'number',
      of: ({ device }) => device.limits?.dailyEmailLimit ?? null,
    },
    {
      key: 'emailsSentToday',
      title: 'E-mails sent today',
      kind: 'number',
      of: ({ device }) => device.limits?.emailsSentToday ?? null,
    },
    {
      key: 'dailySmsLimit',
      title: 'Daily SMS limit',
      kind: 'number',
      of: ({ device }) => device.limits?.dailySmsLimit ?? null,
    },
    {
      key: 'smsSentToday',
      title: 'SMS sent today',
      kind: 'number',
      of: ({ device }) => device.limits?.smsSentToday ?? null,
    },
    {
      key: 'unlistedAt',
      title: 'No longer listed since',
      kind: 'moment',
      of: ({ device }) => device.unlistedAt,
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
export function position({ fix }: DeviceRow): [longitude: number, latitude: number] | null {
  if (!fix || fix.longitude === null || fix.latitude === null) return null;
  return [fix.longitude, fix.latitude];
}
