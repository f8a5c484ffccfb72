import type { Stop, Trip } from '#shared/history/trips';
import { linesOf, type CountRows } from '../pieces';
import type { Note } from '../table';
import { escaped, escapedHtml } from '../xml-text';
import {
  journeyNotes,
  lengthText,
  placeOf,
  trackNotes,
  unbrokenParts,
  type DeviceTrack,
  townsText,
  type JourneyContext,
  type TrackContext,
} from './device-tracks';

const iso = (at: number) => new Date(at).toISOString();

/** Tracks as KML 2.2 with Google's gx:Track, which contains the time of every fix. */
export function tracksKml(
  devices: readonly DeviceTrack[],
  context: TrackContext,
  count?: CountRows,
): Generator<string> {
  function* placemarks(): Generator<string> {
    for (const { label, track } of devices) {
      yield `<Placemark><name>${escaped(label)}</name><gx:MultiTrack>`;
      for (const rows of unbrokenParts(track)) {
        yield '<gx:Track>';
        for (const row of rows) yield `<when>${iso(track.at[row]!)}</when>`;
        for (const row of rows) {
          yield `<gx:coord>${placeOf(track, row)!.join(' ')} 0</gx:coord>`;
          count?.(1);
        }
        yield '</gx:Track>';
      }
      yield '</gx:MultiTrack></Placemark>';
    }
  }
  return file(placemarks(), 'Waypost tracks', trackNotes(devices, context));
}

/** Trips as lines and stops as points, each with its time span. */
export function journeyKml(
  devices: readonly DeviceTrack[],
  context: JourneyContext,
  count?: CountRows,
): Generator<string> {
  function* folders(): Generator<string> {
    for (const of of devices) {
      yield `<Folder><name>${escaped(of.label)}</name>`;
      for (const part of of.journey) {
        yield placemark(of, part, context);
        count?.(1);
      }
      yield '</Folder>';
    }
  }
  const notes = [...trackNotes(devices, context), ...journeyNotes(context)];
  return file(folders(), 'Waypost trips and stops', notes);
}

function placemark({ track }: DeviceTrack, part: Trip | Stop, context: JourneyContext): string {
  const span = `<TimeSpan><begin>${iso(part.from)}</begin><end>${iso(part.to)}</end></TimeSpan>`;
  const towns = townsText(part, context);
  const description = towns === null ? '' : `<description>${escapedHtml(towns)}</description>`;
  if (part.kind === 'stop') {
    const minutes = Math.round((part.to - part.from) / 60_000);
    const point = `<Point><coordinates>${part.longitude},${part.latitude}</coordinates></Point>`;
    return `<Placemark><name>Stop of ${minutes} minutes</name>${description}${span}${point}</Placemark>`;
  }
  const lines = unbrokenParts(track, part.fromRow, part.toRow).map(
    (rows) =>
      `<LineString><coordinates>${rows.map((row) => placeOf(track, row)!.join(',')).join(' ')}</coordinates></LineString>`,
  );
  const name = `Trip of ${lengthText(part.metres, context)}`;
  return `<Placemark><name>${name}</name>${description}${span}<MultiGeometry>${lines.join('')}</MultiGeometry></Placemark>`;
}

function file(body: Iterable<string>, name: string, notes: readonly Note[]): Generator<string> {
  const about = notes.map(([label, text]) => `${label}: ${text}`).join('\n');
  function* lines(): Generator<string> {
    yield '<?xml version="1.0" encoding="UTF-8"?>';
    yield '<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">';
    yield `<Document><name>${name}</name><description>${escapedHtml(about)}</description>`;
    yield* body;
    yield '</Document></kml>';
  }
  return linesOf(lines());
}
