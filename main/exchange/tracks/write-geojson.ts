import type { Feature, LineString, Point } from 'geojson';
import { momentText } from '../cell-text';
import type { Note } from '../table';
import {
  journeyNotes,
  placeOf,
  speedOf,
  trackNotes,
  unbrokenParts,
  type DeviceTrack,
  type Place,
  type TrackContext,
} from './device-tracks';

type Drawn = Feature<LineString | Point>;

/** Tracks as GeoJSON (RFC 7946): a line for each unbroken part, with its times and speeds beside it. */
export function writeTracksGeoJson(
  devices: readonly DeviceTrack[],
  context: TrackContext,
): Uint8Array {
  const features = devices.flatMap(({ deviceId, label, track }) =>
    unbrokenParts(track).map((rows): Drawn => ({
      type: 'Feature',
      geometry: lineOf(rows.flatMap((row) => [placeOf(track, row)!])),
      properties: {
        deviceId,
        label,
        coordinateProperties: {
          times: rows.map((row) => new Date(track.at[row]!).toISOString()),
          metresPerSecond: rows.map((row) => speedOf(track, row, context.serviceSpeedUnit)),
        },
      },
    })),
  );
  return collection(features, trackNotes(devices, context));
}

/** Trips as lines and stops as points. */
export function writeJourneyGeoJson(
  devices: readonly DeviceTrack[],
  context: TrackContext,
): Uint8Array {
  const features = devices.flatMap(({ deviceId, label, track, journey }) =>
    journey.map((part): Drawn => ({
      type: 'Feature',
      geometry:
        part.kind === 'stop'
          ? { type: 'Point', coordinates: [part.longitude, part.latitude] }
          : lineOf(
              unbrokenParts(track, part.fromRow, part.toRow)
                .flat()
                .map((row) => placeOf(track, row)!),
            ),
      properties: {
        deviceId,
        label,
        computedAs: part.kind,
        from: momentText(Math.round(part.from), context.timeZone),
        to: momentText(Math.round(part.to), context.timeZone),
        ...(part.kind === 'trip'
          ? { metres: Math.round(part.metres), partlyUnseen: part.hasGap }
          : {}),
      },
    })),
  );
  return collection(features, [...trackNotes(devices, context), ...journeyNotes(context)]);
}

/** A line of one place is none in GeoJSON. */
function lineOf(places: Place[]): LineString | Point {
  const [only] = places;
  return places.length === 1 && only
    ? { type: 'Point', coordinates: only }
    : { type: 'LineString', coordinates: places };
}

function collection(features: readonly Drawn[], notes: readonly Note[]): Uint8Array {
  const about = Object.fromEntries(notes);
  return new TextEncoder().encode(
    `${JSON.stringify({ type: 'FeatureCollection', about, features })}\n`,
  );
}
