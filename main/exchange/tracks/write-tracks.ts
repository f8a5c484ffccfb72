import { writeTable } from '../table-file';
import { fixesTable, journeyTable, type DeviceTrack, type TrackContext } from './device-tracks';
import { writeJourneyGeoJson, writeTracksGeoJson } from './write-geojson';
import { writeJourneyGpx, writeTracksGpx } from './write-gpx';
import { writeJourneyKml, writeTracksKml } from './write-kml';

export type { DeviceTrack, TrackContext } from './device-tracks';

export const trackFormats = ['csv', 'xlsx', 'geojson', 'kml', 'gpx'] as const;
export type TrackFormat = (typeof trackFormats)[number];

/** Fixes, or trips and stops, of some devices as a file; `rows` is how many of them went in. */
export async function writeTracks(
  what: 'fixes' | 'trips',
  format: TrackFormat,
  devices: readonly DeviceTrack[],
  context: TrackContext,
): Promise<{ bytes: Uint8Array; rows: number }> {
  const isFixes = what === 'fixes';
  const rows = devices.reduce(
    (sum, { track, journey }) => sum + (isFixes ? track.count : journey.length),
    0,
  );
  return { rows, bytes: await bytesOf() };

  function bytesOf(): Uint8Array | Promise<Uint8Array> {
    switch (format) {
      case 'csv':
      case 'xlsx':
        return writeTable((isFixes ? fixesTable : journeyTable)(devices, context), format);
      case 'geojson':
        return (isFixes ? writeTracksGeoJson : writeJourneyGeoJson)(devices, context);
      case 'kml':
        return (isFixes ? writeTracksKml : writeJourneyKml)(devices, context);
      case 'gpx':
        return (isFixes ? writeTracksGpx : writeJourneyGpx)(devices, context);
    }
  }
}
