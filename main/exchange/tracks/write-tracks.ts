import { csvText } from '../csv';
import { encodedPieces, type CountRows, type FileInPieces, type Pieces } from '../pieces';
import { xlsxPieces } from '../write-xlsx';
import {
  fixesTable,
  journeyTable,
  placedCount,
  type DeviceTrack,
  type JourneyContext,
} from './device-tracks';
import { journeyGeoJson, tracksGeoJson } from './write-geojson';
import { journeyGpx, tracksGpx } from './write-gpx';
import { journeyKml, tracksKml } from './write-kml';

export type { DeviceTrack, JourneyContext, TrackContext } from './device-tracks';

export const trackFormats = ['csv', 'xlsx', 'geojson', 'kml', 'gpx'] as const;
export type TrackFormat = (typeof trackFormats)[number];

/**
 * Fixes, or trips and stops, of some devices as a file; `count` receives the number of rows as they
 * are written.
 */
export function writeTracks(
  what: 'fixes' | 'trips',
  format: TrackFormat,
  devices: readonly DeviceTrack[],
  context: JourneyContext,
  count?: CountRows,
): FileInPieces {
  const isFixes = what === 'fixes';
  const isTable = format === 'csv' || format === 'xlsx';
  const fixesOf = (track: DeviceTrack['track']) => (isTable ? track.count : placedCount(track));
  const rows = devices.reduce(
    (sum, { track, journey }) => sum + (isFixes ? fixesOf(track) : journey.length),
    0,
  );
  return { rows, pieces: piecesOf() };

  function piecesOf(): Pieces {
    const table = () => (isFixes ? fixesTable : journeyTable)(devices, context);
    switch (format) {
      case 'csv':
        return encodedPieces(csvText(table(), count));
      case 'xlsx':
        return xlsxPieces(table(), count);
      case 'geojson':
        return encodedPieces((isFixes ? tracksGeoJson : journeyGeoJson)(devices, context, count));
      case 'kml':
        return encodedPieces((isFixes ? tracksKml : journeyKml)(devices, context, count));
      case 'gpx':
        return encodedPieces((isFixes ? tracksGpx : journeyGpx)(devices, context, count));
    }
  }
}
