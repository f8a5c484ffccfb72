import { knownChannels, type AlertEntry } from '#shared/domain/alert';
import { channelsText } from '#shared/domain/alert-channels';
import { gapText, knownOf } from '#shared/domain/known';
import type { NameTown } from '#shared/places/place';
import { createTranslate, type PlainKey, type Translate } from '#shared/i18n/translate';
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

const columnsOf = (t: Translate, nameTown: NameTown): readonly ColumnOf<AlertRow>[] => [
  column('at', 'columns.time', 'moment', ({ at }) => at),
  column('deviceId', 'columns.deviceId', 'text', ({ deviceId }) => deviceId),
  column('device', 'columns.device', 'text', ({ device }) => device),
  column('alerts', 'columns.alerts', 'list', ({ alerts }) => alerts),
  column('text', 'columns.text', 'text', ({ text }) => text),
  column('channels', 'columns.sentOver', 'list', ({ channels }) => channels.sent),
  column('latitude', 'columns.latitude', 'number', ({ latitude }) => latitude),
  column('longitude', 'columns.longitude', 'number', ({ longitude }) => longitude),
  column('nearestTown', 'columns.nearestTown', 'text', (alert) => townOf(alert, nameTown)),
  column(
    'acknowledgedAt',
    'columns.acknowledged',
    'moment',
    ({ acknowledged }) => acknowledged?.at ?? null,
  ),
  column('note', 'columns.note', 'text', ({ acknowledged }) => acknowledged?.note ?? null),
  column('channelsText', 'columns.channels', 'text', (alert) => channelText(alert, t)),
  column('askedChannels', 'columns.askedChannels', 'list', ({ asked }) => asked),
  column('gaps', 'columns.notStated', 'text', (alert) => gapsText(alert, t)),
];

/** Fields that the service did not state, by their titles. */
const stated = {
  alerts: 'columns.alerts',
  text: 'columns.text',
  latitude: 'columns.latitude',
  longitude: 'columns.longitude',
} as const satisfies Record<string, PlainKey>;

/** "Alerts: Not provided; Text: Not understood: 7"; null if the service stated all of it. */
function gapsText(alert: AlertRow, t: Translate): string | null {
  const parts = Object.entries(stated).flatMap(([field, title]) => {
    const known = knownOf(alert, field as keyof typeof stated);
    const text = known.is === 'value' ? partlyText(known, t) : gapText(known, t);
    return text === null ? [] : [`${t(title)}: ${text}`];
  });
  return parts.length === 0 ? null : parts.join('; ');
}

function channelText(alert: AlertRow, t: Translate): string {
  const known = knownChannels(alert);
  if (known.is !== 'value') return gapText(known, t) ?? '';
  return [channelsText(known.value, t), partlyText(known, t)].filter(Boolean).join('. ');
}

const partlyText = ({ unread }: { unread?: readonly unknown[] }, t: Translate) =>
  unread ? t('common.known.notUnderstood', { original: JSON.stringify(unread) }) : null;

/** The alert log as a table or on a map; alerts without a position are in the tables only. */
export function writeAlerts(
  format: AlertFormat,
  alerts: readonly AlertRow[],
  context: ExportContext,
  nameTown: NameTown,
  count?: CountRows,
): FileInPieces {
  const t = createTranslate(context.language);
  if (format === 'csv' || format === 'xlsx') {
    const records = { count: alerts.length, each: () => alerts };
    const table = longTableOf(
      'exchange-files.table.alerts',
      columnsOf(t, nameTown),
      records,
      context,
    );
    return { rows: alerts.length, pieces: tablePieces(table, format, count) };
  }
  const placed = alerts.filter(({ latitude }) => latitude !== null);
  const notes = exportNotes('exchange-files.table.alerts', placed.length, context);
  const isGeoJson = format === 'geojson';
  function* each(): Generator<string> {
    for (const alert of placed) {
      yield isGeoJson ? featureOf(alert, context, nameTown, t) : placemarkOf(alert, nameTown, t);
      count?.(1);
    }
  }
  const text = isGeoJson
    ? geoJsonText(context.language, notes, each())
    : kmlText(t('exchange-files.map.alerts'), notes, each());
  return { rows: placed.length, pieces: encodedPieces(text) };
}

function featureOf(
  alert: AlertRow,
  { timeZone }: ExportContext,
  nameTown: NameTown,
  t: Translate,
): string {
  return JSON.stringify({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [alert.longitude, alert.latitude] },
    properties: {
      deviceId: alert.deviceId,
      device: alert.device,
      at: momentText(alert.at, timeZone),
      alerts: knownOf(alert, 'alerts').is === 'value' ? alert.alerts : null,
      text: alert.text,
      channels: channelText(alert, t),
      nearestTown: townOf(alert, nameTown),
      askedChannels: alert.asked,
      notStated: gapsText(alert, t),
      note: alert.acknowledged?.note ?? null,
    },
  });
}

function placemarkOf(alert: AlertRow, nameTown: NameTown, t: Translate): string {
  const { at, device, alerts: names, text, longitude, latitude } = alert;
  const known = knownOf(alert, 'alerts');
  const kinds =
    names.length > 0 ? names.join(', ') : (gapText(known, t) ?? t('exchange-files.map.noKind'));
  const town = townOf(alert, nameTown);
  const townData =
    town === null
      ? ''
      : `<ExtendedData><Data name="nearestTown"><displayName>${escaped(t('columns.nearestTown'))}</displayName><value>${escapedHtml(town)}</value></Data></ExtendedData>`;
  return [
    `<Placemark><name>${escaped(t('exchange-files.map.alert', { device, kinds }))}</name>`,
    `<description>${escapedHtml(text ?? '')}</description>${townData}`,
    `<TimeStamp><when>${isoTime(at)}</when></TimeStamp>`,
    `<Point><coordinates>${longitude},${latitude}</coordinates></Point></Placemark>`,
  ].join('');
}
