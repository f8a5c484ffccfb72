import type { Device } from '#shared/domain/device';
import type { Fix } from '#shared/domain/fix';
import type { LastPosition } from '#shared/domain/last-report';
import { metresPerSecond, type SpeedUnit } from '#shared/domain/settings';
import { tableOf, type Cell, type ColumnOf, type ExportContext, type Table } from './table';

/** An exported device with its last report, its last position and the names of its groups. */
export interface DeviceRow {
  device: Device;
  fix: Fix | null;
  /** The last report that had a position, which may be older than `fix`. */
  position: LastPosition | null;
  groups: readonly string[];
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
  return tableOf('Devices', deviceColumns(context), rows, context);
}

/** Longitude and latitude in degrees, in the order of GeoJSON and KML; null if there is none. */
export function coordinatesOf({
  position,
}: DeviceRow): [longitude: number, latitude: number] | null {
  return position && [position.longitude, position.latitude];
}
