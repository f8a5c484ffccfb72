import type { Stop, Trip } from '#shared/history/trips';
import type { Note } from '../table';
import { escaped } from '../xml-text';
import {
  journeyNotes,
  placeOf,
  trackNotes,
  unbrokenParts,
  type DeviceTrack,
  type TrackContext,
} from './device-tracks';

const iso = (at: number) => new Date(at).toISOString();

/** Tracks as KML 2.2 with Google's gx:Track, which keeps the time of every fix. */
export function writeTracksKml(devices: readonly DeviceTrack[], context: TrackContext): Uint8Array {
  const placemarks = devices.flatMap(({ label, track }) => [
    `<Placemark><name>${escaped(label)}</name><gx:MultiTrack>`,
    ...unbrokenParts(track).flatMap((rows) => [
      '<gx:Track>',
      ...rows.map((row) => `<when>${iso(track.at[row]!)}</when>`),
      ...rows.map((row) => `<gx:coord>${placeOf(track, row)!.join(' ')} 0</gx:coord>`),
      '</gx:Track>',
    ]),
    '</gx:MultiTrack></Placemark>',
  ]);
  return file(placemarks, 'Waypost tracks', trackNotes(devices, context));
}

/** Trips as lines and stops as points, each with its span of time. */
export function writeJourneyKml(
  devices: readonly DeviceTrack[],
  context: TrackContext,
): Uint8Array {
  const placemarks = devices.flatMap((of) => [
    `<Folder><name>${escaped(of.label)}</name>`,
    ...of.journey.map((part) => placemark(of, part)),
    '</Folder>',
  ]);
  const notes = [...trackNotes(devices, context), ...journeyNotes(context)];
  return file(placemarks, 'Waypost trips and stops', notes);
}

function placemark({ track }: DeviceTrack, part: Trip | Stop): string {
  const span = `<TimeSpan><begin>${iso(part.from)}</begin><end>${iso(part.to)}</end></TimeSpan>`;
  if (part.kind === 'stop') {
    const minutes = Math.round((part.to - part.from) / 60_000);
    const point = `<Point><coordinates>${part.longitude},${part.latitude}</coordinates></Point>`;
    return `<Placemark><name>Stop of ${minutes} minutes</name>${span}${point}</Placemark>`;
  }
  const lines = unbrokenParts(track, part.fromRow, part.toRow).map(
    (rows) =>
      `<LineString><coordinates>${rows.map((row) => placeOf(track, row)!.join(',')).join(' ')}</coordinates></LineString>`,
  );
  const name = `Trip of ${(part.metres / 1_000).toFixed(1)} km`;
  return `<Placemark><name>${name}</name>${span}<MultiGeometry>${lines.join('')}</MultiGeometry></Placemark>`;
}

function file(body: readonly string[], name: string, notes: readonly Note[]): Uint8Array {
  const about = notes.map(([label, text]) => `${label}: ${text}`).join('\n');
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">',
    `<Document><name>${name}</name><description>${escaped(about)}</description>`,
    ...body,
    '</Document></kml>',
  ];
  return new TextEncoder().encode(`${lines.join('\n')}\n`);
}
