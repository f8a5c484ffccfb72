import type { Feature, FeatureCollection, Point } from 'geojson';
import { deviceLabel } from '#shared/domain/device';
import {
  coordinatesOf,
  deviceColumns,
  type DeviceExportContext,
  type DeviceRow,
} from './devices-table';
import { momentText } from './cell-text';
import { exportNotes, type Cell, type CellKind } from './table';

/**
 * Devices as GeoJSON (RFC 7946), one feature each; the geometry is null without a position. The
 * foreign member `about` describes the file.
 */
export function writeGeoJson(rows: readonly DeviceRow[], context: DeviceExportContext): Uint8Array {
  const columns = deviceColumns(context);
  const features = rows.map((row): Feature<Point | null> => {
    const coordinates = coordinatesOf(row);
    const properties: Record<string, Cell> = { label: deviceLabel(row.device) };
    for (const { key, kind, of } of columns) {
      properties[key] = propertyOf(of(row), kind, context.timeZone);
    }
    return {
      type: 'Feature',
      id: row.device.id,
      geometry: coordinates && { type: 'Point', coordinates },
      properties,
    };
  });
  const collection: FeatureCollection<Point | null> & { about: Record<string, string> } = {
    type: 'FeatureCollection',
    about: Object.fromEntries(exportNotes('Devices', rows.length, context)),
    features,
  };
  return new TextEncoder().encode(`${JSON.stringify(collection, null, 1)}\n`);
}

function propertyOf(cell: Cell, kind: CellKind, timeZone: string): Cell {
  return kind === 'moment' && typeof cell === 'number' ? momentText(cell, timeZone) : cell;
}
