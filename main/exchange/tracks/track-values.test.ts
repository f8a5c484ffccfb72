import { textOf } from '../../../test/support/english';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FaultError } from '#shared/fault';
import type { CheckedFile } from './checked-schema';
import { bytesOf, read } from './odd-files.test-support';

// A value in a file is used, refused with its place, or ignored with its name, never silently dropped.

interface Given {
  time: string;
  latitude: string;
  longitude: string;
  speed: string;
  extra: string;
}

const begin = Date.UTC(2026, 4, 4, 8);
const junk = fc.constantFrom('junk', '--', '1.2.3', '91x', 'N/A', '');
const iso = (at: number) => new Date(at).toISOString();

/** Points whose values are mostly right; times and places differ from point to point. */
const anyPoints = fc
  .record({
    writesTime: fc.constantFrom<(at: number) => string>(
      iso,
      (at) => iso(at).replace('T', ' '),
      (at) => `${iso(at + 7_200_000).slice(0, 19)}+02:00`,
      (at) => String(at / 1_000),
      (at) => String(at),
      (at) => `${at}000`,
    ),
    points: fc.array(
      fc.record({
        time: fc.option(junk, { freq: 4 }),
        latitude: fc.option(fc.oneof(junk, fc.constant('200')), { freq: 4 }),
        longitude: fc.option(fc.oneof(junk, fc.constant('-999')), { freq: 4 }),
        speed: fc.oneof(junk, fc.constant('-1'), fc.constant('7.5')),
        extra: fc.constantFrom('ele', 'sat', 'hdop'),
      }),
      { minLength: 1, maxLength: 12 },
    ),
  })
  .map(({ writesTime, points }) =>
    points.map(({ time, latitude, longitude, speed, extra }, i): Given => ({
      time: time ?? writesTime(begin + i * 1_000),
      latitude: latitude ?? String(40 + i / 1_000),
      longitude: longitude ?? String(i / 1_000 - 3),
      speed,
      extra,
    })),
  );

const isNumber = (text: string) => /^-?\d+(\.\d+)?$/.test(text);
const json = (text: string) => (text === '' ? null : isNumber(text) ? Number(text) : text);

const formats: Record<string, (points: readonly Given[]) => string> = {
  gpx: (points) =>
    `<gpx><trk><trkseg>${points
      .map(
        ({ time, latitude, longitude, speed, extra }) =>
          `<trkpt lat="${latitude}" lon="${longitude}"><${extra}>7</${extra}><time>${time}</time><speed>${speed}</speed></trkpt>`,
      )
      .join('')}</trkseg></trk></gpx>`,
  'kml of points': (points) =>
    `<kml><Document>${points
      .map(
        ({ time, latitude, longitude, extra }) =>
          `<Placemark><${extra}>7</${extra}><TimeStamp><when>${time}</when></TimeStamp><Point><coordinates>${longitude},${latitude},0</coordinates></Point></Placemark>`,
      )
      .join('')}</Document></kml>`,
  'kml of a track': (points) =>
    `<kml><Placemark><gx:Track>${points
      .map(
        ({ time, latitude, longitude, extra }) =>
          `<when>${time}</when><gx:coord>${longitude || '?'} ${latitude || '?'} 0</gx:coord><${extra}>7</${extra}>`,
      )
      .join('')}</gx:Track></Placemark></kml>`,
  'geojson of points': (points) =>
    JSON.stringify({
      type: 'FeatureCollection',
      features: points.map(({ time, latitude, longitude, speed, extra }) => ({
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [json(longitude), json(latitude)] },
        properties: {
          [extra]: 7,
          time: json(time),
          coordinateProperties: { metresPerSecond: [json(speed)] },
        },
      })),
    }),
  'geojson of a line': (points) =>
    JSON.stringify({
      type: 'Feature',
      geometry: {
        type: 'LineString',
        coordinates: points.map(({ latitude, longitude }) => [json(longitude), json(latitude)]),
      },
      properties: {
        ...Object.fromEntries(points.map(({ extra }) => [extra, 7])),
        coordinateProperties: {
          times: points.map(({ time }) => json(time)),
          metresPerSecond: points.map(({ speed }) => json(speed)),
        },
      },
    }),
  csv: (points) =>
    [
      'ele,time,latitude,longitude,speed (m/s),sat,hdop',
      ...points.map(
        ({ time, latitude, longitude, speed, extra }) =>
          `${extra === 'ele' ? 7 : ''},${time},${latitude},${longitude},${speed},${extra === 'sat' ? 7 : ''},${extra === 'hdop' ? 7 : ''}`,
      ),
    ].join('\n') + '\n',
};

const isPlace = ({ latitude, longitude }: Given) =>
  isNumber(latitude) && latitude !== '200' && isNumber(longitude) && longitude !== '-999';
const isTime = ({ time }: Given) => /^(\d{4}-\d\d-\d\d[T ]|\d{10,16}$)/.test(time);

/** What is sent of a point; "refused" if it is named as one that is not sent. */
function sentOf({ usable, problems }: CheckedFile['tracks'][number], index: number) {
  const number = index + 1;
  const isNamed = problems.some(
    ({ refused, point, lastPoint }) => refused && point <= number && lastPoint >= number,
  );
  if (isNamed) return 'refused';
  const row = usable.at.indexOf(begin + index * 1_000);
  return [usable.latitude[row], usable.longitude[row], usable.metresPerSecond[row]];
}

function readOrNull(text: string): CheckedFile | null {
  try {
    return read(bytesOf(text));
  } catch (error) {
    if (error instanceof FaultError) return null;
    throw error;
  }
}

describe.each(Object.entries(formats))('%s', (format, write) => {
  const hasSpeeds = !format.startsWith('kml');

  test('each value is used, refused with its place, or ignored with its name', () => {
    fc.assert(
      fc.property(anyPoints, (points) => {
        const { tracks, reading } = read(bytesOf(write(points)));
        expect(tracks.map((track) => track.points)).toEqual([points.length]);
        const [track] = tracks;
        expect(points.map((_, i) => sentOf(track!, i))).toEqual(
          points.map((point) => {
            if (!isTime(point) || !isPlace(point)) return 'refused';
            const speed = hasSpeeds && point.speed === '7.5' ? 7.5 : Number.NaN;
            return [Number(point.latitude), Number(point.longitude), speed];
          }),
        );
        const badSpeeds = points.filter(({ speed }) => speed !== '' && speed !== '7.5').length;
        const counted = badSpeeds === 1 ? '1 point' : `${badSpeeds} points`;
        expect(track!.notes.map((note) => textOf(note)!.split(',')[0])).toEqual(
          hasSpeeds && badSpeeds > 0 ? [`The speed of ${counted} is not sent`] : [],
        );
        // The text is named, unless the coordinates of the point are refused first.
        const messages = track!.problems.map(({ message }) => textOf(message)).join(' ');
        const badTimes = points.filter((point) => point.time !== '' && !isTime(point));
        for (const { time, ...place } of badTimes.filter(
          ({ latitude, longitude }) => isNumber(latitude) && isNumber(longitude),
        )) {
          expect(messages, JSON.stringify(place)).toContain(`“${time}”`);
        }
        for (const name of new Set(points.map(({ extra }) => extra))) {
          const count = points.filter(({ extra }) => extra === name).length;
          expect(reading.ignored).toContainEqual({
            name,
            count: format === 'geojson of a line' ? 1 : count,
          });
        }
      }),
      { numRuns: 150 },
    );
  });

  test('a file that is cut off anywhere gives points of the whole file only', () => {
    const points = Array.from({ length: 6 }, (_, i): Given => ({
      time: iso(begin + i * 1_000),
      latitude: String(40 + i / 1_000),
      longitude: String(i / 1_000 - 3),
      speed: '7.5',
      extra: 'hdop',
    }));
    const whole = write(points);
    const all = points.map((point, i) => [
      begin + i * 1_000,
      Number(point.latitude),
      Number(point.longitude),
    ]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: whole.length - 2 }), (length) => {
        const file = readOrNull(whole.slice(0, length));
        const usable = file?.tracks[0]?.usable;
        const found = [...(usable?.at ?? [])].map((at, row) => [
          at,
          usable!.latitude[row],
          usable!.longitude[row],
        ]);
        expect(found).toEqual(all.slice(0, found.length));
        const isCut = format !== 'csv' && file !== null;
        expect(file?.reading.notes.some((note) => textOf(note)!.includes('cut off')) ?? false).toBe(
          isCut || (file?.reading.notes.length ?? 0) > 0,
        );
      }),
      { numRuns: 200 },
    );
  });
});
