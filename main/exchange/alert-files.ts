import { knownChannels, type AlertEntry } from '#shared/domain/alert';
import { channelsText } from '#shared/domain/alert-channels';
import { gapText, knownOf } from '#shared/domain/known';
import type { NameTown } from '#shared/places/place';
import { englishT } from '#shared/i18n/english';
import { momentText } from './cell-text';
import { encodedPieces, type CountRows, type FileInPieces } from './pieces';
import { exportNotes, longTableOf, type ColumnOf, type ExportContext, column } from './table';
import { tablePieces } from './table-file';
import { escaped, escapedHtml, geoJsonText, isoTime, kmlText } from './map-formats';

/** An alert with the name of its device. */
export interface AlertRow extends AlertEntry {
  device: string;
}

const alertFormats = ['csv', 'xlsx', 'geojson', 'kml'] as const;
export type AlertFormat = (typeof alertFormats)[number];

/** Empty for an alert without a position. */
const townOf = ({ latitude, longitude }: AlertRow, nameTown: NameTown): string | null =>
  latitude === null || longitude === null ? null : nameTown(latitude, longitude);

const columnsOf = (nameTown: NameTown): readonly ColumnOf<AlertRow>[] => [
  column('at', 'Time', 'moment', ({ at }) => at),
  column('deviceId', 'Device id', 'text', ({ deviceId }) => deviceId),
  column('device', 'Device', 'text', ({ device }) => device),
  column('alerts', 'Alerts', 'list', ({ alerts }) => alerts),
  column('text', 'Text', 'text', ({ text }) => text),
  column('channels', 'Sent over', 'list', ({ channels }) => channels.sent),
  column('latitude', 'Latitude', 'number', ({ latitude }) => latitude),
  column('longitude', 'Longitude', 'number', ({ longitude }) => longitude),
  column('nearestTown', 'Nearest town', 'text', (alert) => townOf(alert, nameTown)),
  column(
    'acknowledgedAt',
    'Acknowledged',
    'moment',
    ({ acknowledged }) => acknowledged?.at ?? null,
  ),
  column('note', 'Note', 'text', ({ acknowledged }) => acknowledged?.note ?? null),
  column('channelsText', 'Channels', 'text', channelText),
  column('askedChannels', 'Asked to be sent over', 'list', ({ asked }) => asked),
  column('gaps', 'Not stated', 'text', gapsText),
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
  return [channelsText(known.value, englishT), partlyText(known)].filter(Boolean).join('. ');
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
  if (format === 'csv' || format === 'xlsx') {
    const records = { count: alerts.length, each: () => alerts };
    const table = longTableOf('Alerts', columnsOf(nameTown), records, context);
    return { rows: alerts.length, pieces: tablePieces(table, format, count) };
  }
  const placed = alerts.filter(({ latitude }) => latitude !== null);
  const notes = exportNotes('Alerts', placed.length, context);
  const isGeoJson = format === 'geojson';
  function* each(): Generator<string> {
    for (const alert of placed) {
      yield isGeoJson ? featureOf(alert, context, nameTown) : placemarkOf(alert, nameTown);
      count?.(1);
    }
  }
  const text = isGeoJson ? geoJsonText(notes, each()) : kmlText('Waypost alerts', notes, each());
  return { rows: placed.length, pieces: encodedPieces(text) };
}

function featureOf(alert: AlertRow, { timeZone }: ExportContext, nameTown: NameTown): string {
  return JSON.stringify({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [alert.longitude, alert.latitude] },
    properties: {
      deviceId: alert.deviceId,
      device: alert.device,
      at: momentText(alert.at, timeZone),
      alerts: knownOf(alert, 'alerts').is === 'value' ? alert.alerts : null,
      text: alert.text,
      channels: channelText(alert),
      nearestTown: townOf(alert, nameTown),
      askedChannels: alert.asked,
      notStated: gapsText(alert),
      note: alert.acknowledged?.note ?? null,
    },
  });
}

function placemarkOf(alert: AlertRow, nameTown: NameTown): string {
  const { at, device, alerts: names, text, longitude, latitude } = alert;
  const known = knownOf(alert, 'alerts');
  const kinds = names.length > 0 ? names.join(', ') : (gapText(known, JSON.stringify) ?? 'None');
  const town = townOf(alert, nameTown);
  const townData =
    town === null
      ? ''
      : `<ExtendedData><Data name="nearestTown"><displayName>Nearest town</displayName><value>${escapedHtml(town)}</value></Data></ExtendedData>`;
  return [
    `<Placemark><name>${escaped(`${device}: ${kinds}`)}</name>`,
    `<description>${escapedHtml(text ?? '')}</description>${townData}`,
    `<TimeStamp><when>${isoTime(at)}</when></TimeStamp>`,
    `<Point><coordinates>${longitude},${latitude}</coordinates></Point></Placemark>`,
  ].join('');
}
