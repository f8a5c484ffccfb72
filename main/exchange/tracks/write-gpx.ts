import type { Stop, Trip } from '#shared/history/trips';
import { linesOf, type CountRows } from '../pieces';
import type { Note } from '../table';
import { escaped } from '../xml-text';
import {
  journeyNotes,
  measured,
  placeOf,
  speedOf,
  trackNotes,
  unbrokenParts,
  type DeviceTrack,
  townsText,
  type JourneyContext,
  type TrackContext,
} from './device-tracks';

/** Tracks as GPX 1.1: a segment for each unbroken part; speed and course as Garmin's extension. */
export function tracksGpx(
  devices: readonly DeviceTrack[],
  context: TrackContext,
  count?: CountRows,
): Generator<string> {
  function* tracks(): Generator<string> {
    for (const of of devices)
      yield* track(of, { name: of.label, trip: null, comment: null }, context, count);
  }
  return file(tracks(), trackNotes(devices, context), context);
}

/** A track for each trip and a waypoint for each stop. */
export function journeyGpx(
  devices: readonly DeviceTrack[],
  context: JourneyContext,
  count?: CountRows,
): Generator<string> {
  function* body(): Generator<string> {
    for (const { label, journey } of devices) {
      for (const part of journey) {
        if (part.kind !== 'stop') continue;
        yield* waypoint(label, part, townsText(part, context));
        count?.(1);
      }
    }
    for (const of of devices) {
      for (const part of of.journey) {
        if (part.kind !== 'trip') continue;
        const name = `${of.label} ${iso(part.from)}`;
        yield* track(of, { name, trip: part, comment: townsText(part, context) }, context);
        count?.(1);
      }
    }
  }
  return file(body(), [...trackNotes(devices, context), ...journeyNotes(context)], context);
}

const iso = (at: number) => new Date(at).toISOString();

/** The `cmt` of GPX 1.1. */
const commentOf = (text: string | null) => (text === null ? '' : `<cmt>${escaped(text)}</cmt>`);

function waypoint(label: string, stop: Stop, comment: string | null): string[] {
  const minutes = Math.round((stop.to - stop.from) / 60_000);
  return [
    `<wpt lat="${stop.latitude}" lon="${stop.longitude}"><time>${iso(stop.from)}</time>`,
    `<name>${escaped(`${label}: stop of ${minutes} minutes`)}</name>${commentOf(comment)}</wpt>`,
  ];
}

function* track(
  { deviceId, track: columns }: DeviceTrack,
  { name, trip, comment }: { name: string; trip: Trip | null; comment: string | null },
  { serviceSpeedUnit }: TrackContext,
  count?: CountRows,
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
      yield `<trkpt lat="${latitude}" lon="${longitude}"><time>${iso(columns.at[row]!)}</time>${extensions}</trkpt>`;
      count?.(1);
    }
    yield '</trkseg>';
  }
  yield '</trk>';
}

function file(
  body: Iterable<string>,
  notes: readonly Note[],
  { exportedAt }: TrackContext,
): Generator<string> {
  const about = notes.map(([label, text]) => `${label}: ${text}`).join('\n');
  function* lines(): Generator<string> {
    yield '<?xml version="1.0" encoding="UTF-8"?>';
    yield '<gpx version="1.1" creator="Waypost" xmlns="http://www.topografix.com/GPX/1/1" xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2">';
    yield `<metadata><desc>${escaped(about)}</desc><time>${iso(exportedAt)}</time></metadata>`;
    yield* body;
    yield '</gpx>';
  }
  return linesOf(lines());
}
