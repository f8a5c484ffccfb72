import { knownChannels, type AlertEntry } from '#shared/domain/alert';
import { channelsText } from '#shared/domain/alert-channels';
import { gapText, knownOf } from '#shared/domain/known';
import type { NameTown } from '#shared/places/place';
import { momentText } from './cell-text';
import { csvText } from './csv';
import { encodedPieces, type CountRows, type FileInPieces } from './pieces';
import { exportNotes, longTableOf, type ColumnOf, type ExportContext } from './table';
import { xlsxPieces } from './write-xlsx';
import { escaped, escapedHtml } from './xml-text';

/** An alert with the name of its device. */
export interface AlertRow extends AlertEntry {
  device: string;
}

export const alertFormats = ['csv', 'xlsx', 'geojson', 'kml'] as const;
export type AlertFormat = (typeof alertFormats)[number];

/** Empty for an alert without a position. */
const townOf = ({ latitude, longitude }: AlertRow, nameTown: NameTown): string | null =>
  latitude === null || longitude === null ? null : nameTown(latitude, longitude);

const columnsOf = (nameTown: NameTown): readonly ColumnOf<AlertRow>[] => [
  { key: 'at', title: 'Time', kind: 'moment', of: ({ at }) => at },
  { key: 'deviceId', title: 'Device id', kind: 'text', of: ({ deviceId }) => deviceId },
  { key: 'device', title: 'Device', kind: 'text', of: ({ device }) => device },
  { key: 'alerts', title: 'Alerts', kind: 'list', of: ({ alerts }) => alerts },
  { key: 'text', title: 'Text', kind: 'text', of: ({ text }) => text },
  { key: 'channels', title: 'Sent over', kind: 'list', of: ({ channels }) => channels.sent },
  { key: 'latitude', title: 'Latitude', kind: 'number', of: ({ latitude }) => latitude },
  { key: 'longitude', title: 'Longitude', kind: 'number', of: ({ longitude }) => longitude },
  {
    key: 'nearestTown',
    title: 'Nearest town',
    kind: 'text',
    of: (alert) => townOf(alert, nameTown),
  },
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
  { key: 'channelsText', title: 'Channels', kind: 'text', of: channelText },
  { key: 'askedChannels', title: 'Asked to be sent over', kind: 'list', of: ({ asked }) => asked },
  { key: 'gaps', title: 'Not stated', kind: 'text', of: gapsText },
];

/** Fields that the service did not state, by their titles. */
const stated = { alerts: 'Alerts', text: 'Text', latitude: 'Latitude', longitude: 'Longitude' };

/** "Alerts: Not provided; Text: Not understood: 7"; null if the service stated all of it. */
function gapsText(alert: AlertRow): string | null {
  const parts = Object.entries(stated).flatMap(([field, title]) => {
    const known = knownOf(alert, field as keyof typeof stated);
    const text = known.is === 'value' ? partlyText(known) : gapText(known, JSON.stringify);
    return text === null ? [] : [`${title}: ${text}`];
  });
  return parts.length === 0 ? null : parts.join('; ');
}

function channelText(alert: AlertRow): string {
  const known = knownChannels(alert);
  if (known.is !== 'value') return gapText(known, JSON.stringify) ?? '';
  return [channelsText(known.value), partlyText(known)].filter(Boolean).join('. ');
}

const partlyText = ({ unread }: { unread?: readonly unknown[] }) =>
  unread ? `Not understood: ${JSON.stringify(unread)}` : null;

/** The alert log as a table or on a map; alerts without a position are in the tables only. */
export function writeAlerts(
  format: AlertFormat,
  alerts: readonly AlertRow[],
  context: ExportContext,
  nameTown: NameTown,
  count?: CountRows,
): FileInPieces {
  const placed = alerts.filter(({ latitude }) => latitude !== null);
  const table = () =>
    longTableOf(
      'Alerts',
      columnsOf(nameTown),
      { count: alerts.length, each: () => alerts },
      context,
    );
  switch (format) {
    case 'csv':
      return { rows: alerts.length, pieces: encodedPieces(csvText(table(), count)) };
    case 'xlsx':
      return { rows: alerts.length, pieces: xlsxPieces(table(), count) };
    case 'geojson':
      return {
        rows: placed.length,
        pieces: encodedPieces(geoJson(placed, context, nameTown, count)),
      };
    case 'kml':
      return { rows: placed.length, pieces: encodedPieces(kml(placed, context, nameTown, count)) };
  }
}

function* geoJson(
  alerts: readonly AlertRow[],
  context: ExportContext,
  nameTown: NameTown,
  count?: CountRows,
): Generator<string> {
  const about = JSON.stringify(Object.fromEntries(exportNotes('Alerts', alerts.length, context)));
  yield `{"type":"FeatureCollection","about":${about},"features":[`;
  for (const [index, alert] of alerts.entries()) {
    const feature = JSON.stringify({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [alert.longitude, alert.latitude] },
      properties: {
        deviceId: alert.deviceId,
        device: alert.device,
        at: momentText(alert.at, context.timeZone),
        alerts: knownOf(alert, 'alerts').is === 'value' ? alert.alerts : null,
        text: alert.text,
        channels: channelText(alert),
        nearestTown: townOf(alert, nameTown),
        askedChannels: alert.asked,
        notStated: gapsText(alert),
        note: alert.acknowledged?.note ?? null,
      },
    });
    yield index === 0 ? feature : `,\n${feature}`;
    count?.(1);
  }
  yield ']}\n';
}

function* kml(
  alerts: readonly AlertRow[],
  context: ExportContext,
  nameTown: NameTown,
  count?: CountRows,
): Generator<string> {
  const about = exportNotes('Alerts', alerts.length, context).map((note) => note.join(': '));
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2">\n';
  yield `<Document><name>Waypost alerts</name><description>${escapedHtml(about.join('\n'))}</description>\n`;
  for (const alert of alerts) {
    const { at, device, alerts: names, text, longitude, latitude } = alert;
    const known = knownOf(alert, 'alerts');
    const kinds = names.length > 0 ? names.join(', ') : (gapText(known, JSON.stringify) ?? 'None');
    yield `<Placemark><name>${escaped(`${device}: ${kinds}`)}</name>`;
    yield `<description>${escapedHtml(text ?? '')}</description>`;
    const town = townOf(alert, nameTown);
    if (town !== null) {
      yield `<ExtendedData><Data name="nearestTown"><displayName>Nearest town</displayName><value>${escapedHtml(town)}</value></Data></ExtendedData>`;
    }
    yield `<TimeStamp><when>${new Date(at).toISOString()}</when></TimeStamp>`;
    yield `<Point><coordinates>${longitude},${latitude}</coordinates></Point></Placemark>\n`;
    count?.(1);
  }
  yield '</Document></kml>\n';
}
