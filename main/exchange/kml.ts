import { deviceLabel } from '#shared/domain/device';
import {
  coordinatesOf,
  deviceColumns,
  type DeviceExportContext,
  type DeviceRow,
} from './devices-table';
import { cellText, exportNotes } from './table';
import { escaped, escapedHtml } from './xml-text';

/**
 * Devices as KML 2.2, one placemark each, with its values as ExtendedData and the time of its
 * last position as TimeStamp. A device without a position is listed without a Point.
 */
export function writeKml(rows: readonly DeviceRow[], context: DeviceExportContext): Uint8Array {
  const columns = deviceColumns(context);
  const notes = exportNotes('Devices', rows.length, context);
  const placemarks = rows.map((row) => {
    const coordinates = coordinatesOf(row);
    const data = columns.flatMap(({ key, title, kind, of }) => {
      const text = cellText(of(row), kind, context.timeZone);
      if (text === '') return [];
      return [
        `<Data name="${escaped(key)}"><displayName>${escapedHtml(title)}</displayName><value>${escapedHtml(text)}</value></Data>`,
      ];
    });
    const at = row.position?.at ?? row.fix?.at ?? null;
    return [
      '<Placemark>',
      `<name>${escaped(deviceLabel(row.device))}</name>`,
      ...(at === null ? [] : [`<TimeStamp><when>${new Date(at).toISOString()}</when></TimeStamp>`]),
      `<ExtendedData>${data.join('')}</ExtendedData>`,
      ...(coordinates
        ? [`<Point><coordinates>${coordinates.join(',')}</coordinates></Point>`]
        : []),
      '</Placemark>',
    ].join('\n');
  });
  const about = notes.map(([label, text]) => `${label}: ${text}`).join('\n');
  const kml = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<kml xmlns="http://www.opengis.net/kml/2.2">',
    '<Document>',
    '<name>Waypost devices</name>',
    `<description>${escapedHtml(about)}</description>`,
    ...placemarks,
    '</Document>',
    '</kml>',
  ];
  return new TextEncoder().encode(`${kml.join('\n')}\n`);
}
