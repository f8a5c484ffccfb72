import type { AlertEntry } from '#shared/domain/alert-log';
import { momentText } from './cell-text';
import { exportNotes, tableOf, type ColumnOf, type ExportContext } from './table';
import { writeTable } from './table-file';
import { escaped } from './xml-text';

/** An alert with the name of its device. */
export interface AlertRow extends AlertEntry {
  device: string;
}

export const alertFormats = ['csv', 'xlsx', 'geojson', 'kml'] as const;
export type AlertFormat = (typeof alertFormats)[number];

const columns: readonly ColumnOf<AlertRow>[] = [
  { key: 'at', title: 'Time', kind: 'moment', of: ({ at }) => at },
  { key: 'deviceId', title: 'Device id', kind: 'text', of: ({ deviceId }) => deviceId },
  { key: 'device', title: 'Device', kind: 'text', of: ({ device }) => device },
  { key: 'alerts', title: 'Alerts', kind: 'list', of: ({ alerts }) => alerts },
  { key: 'text', title: 'Text', kind: 'text', of: ({ text }) => text },
  { key: 'channels', title: 'Sent over', kind: 'list', of: ({ channels }) => channels },
  { key: 'latitude', title: 'Latitude', kind: 'number', of: ({ latitude }) => latitude },
  { key: 'longitude', title: 'Longitude', kind: 'number', of: ({ longitude }) => longitude },
  {
    key: 'acknowledgedAt',
    title: 'Acknowledged',
    kind: 'moment',
    of: ({ acknowledged }) => acknowledged?.at ?? null,
  },
  {
    key: 'note',
    title: 'Note',
    kind: 'text',
    of: ({ acknowledged }) => acknowledged?.note ?? null,
  },
];

/** The alert log as a table or on a map; alerts without a place are in the tables only. */
export async function writeAlerts(
  format: AlertFormat,
  alerts: readonly AlertRow[],
  context: ExportContext,
): Promise<{ bytes: Uint8Array; rows: number }> {
  if (format === 'csv' || format === 'xlsx') {
    const table = tableOf('Alerts', columns, alerts, context);
    return { bytes: await writeTable(table, format), rows: alerts.length };
  }
  const placed = alerts.filter(({ latitude }) => latitude !== null);
  const text = (format === 'geojson' ? geoJson : kml)(placed, context);
  return { bytes: new TextEncoder().encode(text), rows: placed.length };
}

function geoJson(alerts: readonly AlertRow[], context: ExportContext): string {
  const features = alerts.map((alert) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [alert.longitude, alert.latitude] },
    properties: {
      deviceId: alert.deviceId,
      device: alert.device,
      at: momentText(alert.at, context.timeZone),
      alerts: alert.alerts,
      text: alert.text,
      note: alert.acknowledged?.note ?? null,
    },
  }));
  const about = Object.fromEntries(exportNotes('Alerts', alerts.length, context));
  return `${JSON.stringify({ type: 'FeatureCollection', about, features })}\n`;
}

function kml(alerts: readonly AlertRow[], context: ExportContext): string {
  const about = exportNotes('Alerts', alerts.length, context).map((note) => note.join(': '));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<kml xmlns="http://www.opengis.net/kml/2.2">',
    `<Document><name>Waypost alerts</name><description>${escaped(about.join('\n'))}</description>`,
    ...alerts.map(({ at, device, alerts: names, text, longitude, latitude }) =>
      [
        `<Placemark><name>${escaped(`${device}: ${names.join(', ')}`)}</name>`,
        `<description>${escaped(text ?? '')}</description>`,
        `<TimeStamp><when>${new Date(at).toISOString()}</when></TimeStamp>`,
        `<Point><coordinates>${longitude},${latitude}</coordinates></Point></Placemark>`,
      ].join(''),
    ),
    '</Document></kml>\n',
  ].join('\n');
}
