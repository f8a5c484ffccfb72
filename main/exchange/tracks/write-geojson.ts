import type { Feature, LineString, Point } from 'geojson';
import { momentText } from '../cell-text';
import { batchesOf, type CountRows } from '../pieces';
import type { Note } from '../table';
import {
  journeyNotes,
  placeOf,
  speedOf,
  trackNotes,
  unbrokenParts,
  type DeviceTrack,
  type Place,
  townsOf,
  type JourneyContext,
  type TrackContext,
} from './device-tracks';

/** Values of an array formatted at a time. */
const batchValues = 500;

/** Tracks as GeoJSON (RFC 7946): a line for each unbroken part, with its times and speeds. */
export function tracksGeoJson(
  devices: readonly DeviceTrack[],
  context: TrackContext,
  count?: CountRows,
): Generator<string> {
  function* features(): Generator<Iterable<string>> {
    for (const device of devices) {
      for (const rows of unbrokenParts(device.track)) {
        yield lineFeature(device, rows, context);
        count?.(rows.length);
      }
    }
  }
  return collection(features(), trackNotes(devices, context));
}

/** One line in pieces: it may have half a million positions. */
function* lineFeature(
  { deviceId, label, track }: DeviceTrack,
  rows: readonly number[],
  { serviceSpeedUnit }: TrackContext,
): Generator<string> {
  const [only] = rows;
  yield '{"type":"Feature","geometry":';
  if (rows.length === 1) {
    yield JSON.stringify({ type: 'Point', coordinates: placeOf(track, only!) });
  } else {
    yield '{"type":"LineString","coordinates":';
    yield* arrayText(rows, (row) => placeOf(track, row));
    yield '}';
  }
  const names = JSON.stringify({ deviceId, label }).slice(0, -1);
  yield `,"properties":${names},"coordinateProperties":{"times":`;
  yield* arrayText(rows, (row) => new Date(track.at[row]!).toISOString());
  yield ',"metresPerSecond":';
  yield* arrayText(rows, (row) => speedOf(track, row, serviceSpeedUnit));
  yield '}}}';
}

function* arrayText(rows: readonly number[], of: (row: number) => unknown): Generator<string> {
  let before = '[';
  for (const batch of batchesOf(rows, batchValues)) {
    yield before + JSON.stringify(batch.map(of)).slice(1, -1);
    before = ',';
  }
  yield ']';
}

/** Trips as lines and stops as points. */
export function journeyGeoJson(
  devices: readonly DeviceTrack[],
  context: JourneyContext,
  count?: CountRows,
): Generator<string> {
  function* features(): Generator<Iterable<string>> {
    for (const device of devices) {
      for (const part of device.journey) {
        yield [JSON.stringify(partFeature(device, part, context))];
        count?.(1);
      }
    }
  }
  return collection(features(), [...trackNotes(devices, context), ...journeyNotes(context)]);
}

function partFeature(
  { deviceId, label, track }: DeviceTrack,
  part: DeviceTrack['journey'][number],
  context: JourneyContext,
): Feature<LineString | Point> {
  const towns = townsOf(part, context);
  return {
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
      nearestTown: towns.at,
      ...(part.kind === 'trip'
        ? {
            endNearestTown: towns.atEnd,
            metres: Math.round(part.metres),
            partlyUnseen: part.hasGap,
          }
        : {}),
    },
  };
}

/** GeoJSON requires at least two positions in a line. */
function lineOf(places: Place[]): LineString | Point {
  const [only] = places;
  return places.length === 1 && only
    ? { type: 'Point', coordinates: only }
    : { type: 'LineString', coordinates: places };
}

function* collection(
  features: Iterable<Iterable<string>>,
  notes: readonly Note[],
): Generator<string> {
  const about = JSON.stringify(Object.fromEntries(notes));
  yield `{"type":"FeatureCollection","about":${about},"features":[`;
  let isFirst = true;
  for (const feature of features) {
    if (!isFirst) yield ',\n';
    isFirst = false;
    yield* feature;
  }
  yield ']}\n';
}
