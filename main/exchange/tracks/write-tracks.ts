import type { Feature, LineString, Point } from 'geojson';
import { createQuantities, type Quantities } from '#shared/i18n/quantities';
import { createTranslate, type Translate } from '#shared/i18n/translate';
import type { Stop, Trip } from '#shared/history/trips';
import { momentText } from '../cell-text';
import { escaped, escapedHtml, geoJsonText, gpxText, isoTime, kmlText } from '../map-formats';
import { batchesOf, encodedPieces, type CountRows, type FileInPieces } from '../pieces';
import { tablePieces } from '../table-file';
import {
  fixesTable,
  journeyNotes,
  journeyTable,
  lengthText,
  measured,
  placedCount,
  placeOf,
  speedOf,
  townsOf,
  townsText,
  trackNotes,
  unbrokenParts,
  type DeviceTrack,
  type JourneyContext,
  type Place,
} from './device-tracks';

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
  count: CountRows = () => undefined,
): FileInPieces {
  const isFixes = what === 'fixes';
  const t = createTranslate(context.language);
  if (format === 'csv' || format === 'xlsx') {
    const table = (isFixes ? fixesTable : journeyTable)(devices, context);
    return { rows: table.rowCount, pieces: tablePieces(table, format, count) };
  }
  const rows = devices.reduce(
    (sum, { track, journey }) => sum + (isFixes ? placedCount(track) : journey.length),
    0,
  );
  const notes = [...trackNotes(devices, context), ...(isFixes ? [] : journeyNotes(context))];
  return { rows, pieces: encodedPieces(isFixes ? fixesText() : journeyText()) };

  function fixesText(): Iterable<string> {
    if (format === 'geojson')
      return geoJsonText(context.language, notes, lineFeatures(devices, context, count));
    if (format === 'kml') {
      return kmlText(t('exchange-files.map.fixes'), notes, trackPlacemarks(devices, count));
    }
    return gpxText(notes, context.exportedAt, gpxTracks(devices, context, count));
  }

  function journeyText(): Iterable<string> {
    if (format === 'geojson')
      return geoJsonText(context.language, notes, partFeatures(devices, context, count));
    if (format === 'gpx') {
      return gpxText(notes, context.exportedAt, gpxTrips(devices, context, t, count));
    }
    return kmlText(t('exchange-files.map.trips'), notes, partFolders(devices, context, t, count));
  }
}

function* gpxTracks(
  devices: readonly DeviceTrack[],
  context: JourneyContext,
  count: CountRows,
): Generator<string> {
  for (const device of devices) {
    const about = { name: device.label, trip: null, comment: null };
    yield* gpxTrack(device, about, context, count);
  }
}

/** A waypoint for each stop and a track for each trip. */
function* gpxTrips(
  devices: readonly DeviceTrack[],
  context: JourneyContext,
  t: Translate,
  count: CountRows,
): Generator<string> {
  for (const { label, journey } of devices) {
    for (const part of journey) {
      if (part.kind !== 'stop') continue;
      const minutes = minutesOf(part);
      const name = escaped(t('exchange-files.map.stopOf', { device: label, minutes }));
      yield `<wpt lat="${part.latitude}" lon="${part.longitude}"><time>${isoTime(part.from)}</time>`;
      yield `<name>${name}</name>${commentOf(townsText(part, context, t))}</wpt>`;
      count(1);
    }
  }
  for (const device of devices) {
    for (const part of device.journey) {
      if (part.kind !== 'trip') continue;
      const name = `${device.label} ${isoTime(part.from)}`;
      const about = { name, trip: part, comment: townsText(part, context, t) };
      yield* gpxTrack(device, about, context, () => undefined);
      count(1);
    }
  }
}

const minutesOf = ({ from, to }: Stop) => Math.round((to - from) / 60_000);

/** The `cmt` of GPX 1.1. */
const commentOf = (text: string | null) => (text === null ? '' : `<cmt>${escaped(text)}</cmt>`);

/** A segment for each unbroken part; speed and course are in Garmin's extension. */
function* gpxTrack(
  { deviceId, track: columns }: DeviceTrack,
  { name, trip, comment }: { name: string; trip: Trip | null; comment: string | null },
  { serviceSpeedUnit }: JourneyContext,
  count: CountRows,
): Generator<string> {
  yield `<trk><name>${escaped(name)}</name>${commentOf(comment)}<desc>${escaped(deviceId)}</desc>`;
  for (const rows of unbrokenParts(columns, trip?.fromRow, trip?.toRow)) {
    yield '<trkseg>';
    for (const row of rows) {
      const [longitude, latitude] = placeOf(columns, row)!;
      const speed = speedOf(columns, row, serviceSpeedUnit);
      const course = measured(columns, 'course', row);
      const more =
        (speed === null ? '' : `<gpxtpx:speed>${speed}</gpxtpx:speed>`) +
        (course === null ? '' : `<gpxtpx:course>${course}</gpxtpx:course>`);
      const extensions =
        more === ''
          ? ''
          : `<extensions><gpxtpx:TrackPointExtension>${more}</gpxtpx:TrackPointExtension></extensions>`;
      yield `<trkpt lat="${latitude}" lon="${longitude}"><time>${isoTime(columns.at[row]!)}</time>${extensions}</trkpt>`;
      count(1);
    }
    yield '</trkseg>';
  }
  yield '</trk>';
}

/** Google's gx:Track contains the time of every fix. */
function* trackPlacemarks(devices: readonly DeviceTrack[], count: CountRows): Generator<string> {
  for (const { label, track } of devices) {
    yield `<Placemark><name>${escaped(label)}</name><gx:MultiTrack>`;
    for (const rows of unbrokenParts(track)) {
      yield '<gx:Track>';
      for (const row of rows) yield `<when>${isoTime(track.at[row]!)}</when>`;
      for (const row of rows) {
        yield `<gx:coord>${placeOf(track, row)!.join(' ')} 0</gx:coord>`;
        count(1);
      }
      yield '</gx:Track>';
    }
    yield '</gx:MultiTrack></Placemark>';
  }
}

/** Trips as lines and stops as points, each with its time span. */
function* partFolders(
  devices: readonly DeviceTrack[],
  context: JourneyContext,
  t: Translate,
  count: CountRows,
): Generator<string> {
  const words = { t, quantities: createQuantities(context.language, t) };
  for (const device of devices) {
    yield `<Folder><name>${escaped(device.label)}</name>`;
    for (const part of device.journey) {
      yield partPlacemark(device, part, context, words);
      count(1);
    }
    yield '</Folder>';
  }
}

function partPlacemark(
  { track }: DeviceTrack,
  part: Trip | Stop,
  context: JourneyContext,
  { t, quantities }: { t: Translate; quantities: Quantities },
): string {
  const span = `<TimeSpan><begin>${isoTime(part.from)}</begin><end>${isoTime(part.to)}</end></TimeSpan>`;
  const towns = townsText(part, context, t);
  const description = towns === null ? '' : `<description>${escapedHtml(towns)}</description>`;
  if (part.kind === 'stop') {
    const point = `<Point><coordinates>${part.longitude},${part.latitude}</coordinates></Point>`;
    const name = escaped(t('exchange-files.map.stop', { minutes: minutesOf(part) }));
    return `<Placemark><name>${name}</name>${description}${span}${point}</Placemark>`;
  }
  const lines = unbrokenParts(track, part.fromRow, part.toRow).map(
    (rows) =>
      `<LineString><coordinates>${rows.map((row) => placeOf(track, row)!.join(',')).join(' ')}</coordinates></LineString>`,
  );
  const distance = lengthText(part.metres, context, quantities);
  const name = escaped(t('exchange-files.map.trip', { distance }));
  return `<Placemark><name>${name}</name>${description}${span}<MultiGeometry>${lines.join('')}</MultiGeometry></Placemark>`;
}

/** Values of an array formatted at a time. */
const batchValues = 500;

/** A line for each unbroken part, with its times and speeds. */
function* lineFeatures(
  devices: readonly DeviceTrack[],
  context: JourneyContext,
  count: CountRows,
): Generator<Iterable<string>> {
  for (const device of devices) {
    for (const rows of unbrokenParts(device.track)) {
      yield lineFeature(device, rows, context);
      count(rows.length);
    }
  }
}

/** One line in pieces: it may have half a million positions. */
function* lineFeature(
  { deviceId, label, track }: DeviceTrack,
  rows: readonly number[],
  { serviceSpeedUnit }: JourneyContext,
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
function* partFeatures(
  devices: readonly DeviceTrack[],
  context: JourneyContext,
  count: CountRows,
): Generator<string> {
  for (const device of devices) {
    for (const part of device.journey) {
      yield JSON.stringify(partFeature(device, part, context));
      count(1);
    }
  }
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
