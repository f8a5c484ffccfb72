import type { Stop, Trip } from '#shared/history/trips';
import { escaped } from '../xml-text';
import {
  journeyNotes,
  measured,
  placeOf,
  speedOf,
  trackNotes,
  unbrokenParts,
  type DeviceTrack,
  type TrackContext,
} from './device-tracks';

/** Tracks as GPX 1.1: a segment for each unbroken part; speed and course as Garmin's extension. */
export function writeTracksGpx(devices: readonly DeviceTrack[], context: TrackContext): Uint8Array {
  const tracks = devices.flatMap((of) => track(of, of.label, null, context));
  return file(tracks, trackNotes(devices, context), context);
}

/** A track for each trip and a waypoint for each stop. */
export function writeJourneyGpx(
  devices: readonly DeviceTrack[],
  context: TrackContext,
): Uint8Array {
  const stops = devices.flatMap(({ label, journey }) =>
    journey.flatMap((part) => (part.kind === 'stop' ? waypoint(label, part) : [])),
  );
  const trips = devices.flatMap((of) =>
    of.journey.flatMap((part) =>
      part.kind === 'trip' ? track(of, `${of.label} ${iso(part.from)}`, part, context) : [],
    ),
  );
  const notes = [...trackNotes(devices, context), ...journeyNotes(context)];
  return file([...stops, ...trips], notes, context);
}

const iso = (at: number) => new Date(at).toISOString();

function waypoint(label: string, stop: Stop): string[] {
  const minutes = Math.round((stop.to - stop.from) / 60_000);
  return [
    `<wpt lat="${stop.latitude}" lon="${stop.longitude}"><time>${iso(stop.from)}</time>`,
    `<name>${escaped(`${label}: stop of ${minutes} minutes`)}</name></wpt>`,
  ];
}

function track(
  { deviceId, track: columns }: DeviceTrack,
  name: string,
  trip: Trip | null,
  { serviceSpeedUnit }: TrackContext,
): string[] {
  const lines = [`<trk><name>${escaped(name)}</name><desc>${escaped(deviceId)}</desc>`];
  for (const rows of unbrokenParts(columns, trip?.fromRow, trip?.toRow)) {
    lines.push('<trkseg>');
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
      lines.push(
        `<trkpt lat="${latitude}" lon="${longitude}"><time>${iso(columns.at[row]!)}</time>${extensions}</trkpt>`,
      );
    }
    lines.push('</trkseg>');
  }
  return [...lines, '</trk>'];
}

function file(
  body: readonly string[],
  notes: readonly (readonly [string, string])[],
  { exportedAt }: TrackContext,
): Uint8Array {
  const about = notes.map(([label, text]) => `${label}: ${text}`).join('\n');
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<gpx version="1.1" creator="Waypost" xmlns="http://www.topografix.com/GPX/1/1" xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2">',
    `<metadata><desc>${escaped(about)}</desc><time>${iso(exportedAt)}</time></metadata>`,
    ...body,
    '</gpx>',
  ];
  return new TextEncoder().encode(`${lines.join('\n')}\n`);
}
