import { english, inEnglish, says, t } from '../../../test/support/english';
import { createQuantities } from '#shared/i18n/quantities';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultTripRules } from '#shared/domain/history';
import { choiceOfSystem } from '#shared/domain/units';
import { FaultError } from '#shared/fault';
import { fixFlags, type TrackColumns } from '#shared/history/columns';
import { markBreaks, mergeTracks } from '#shared/history/track';
import { findJourney } from '#shared/history/trips';
import { joinedPieces } from '../pieces';
import { journeyNotes, journeyTable, lengthText } from './device-tracks';
import { readTracks } from './read-tracks';
import { trackFormats, writeTracks, type DeviceTrack, type JourneyContext } from './write-tracks';

const start = Date.UTC(2026, 2, 29, 0, 30);

function trackOf(
  rows: readonly [seconds: number, latitude: number, longitude: number, speed: number][],
): TrackColumns {
  const track = {
    count: rows.length,
    at: Float64Array.from(rows, ([seconds]) => start + seconds * 1_000),
    latitude: Float64Array.from(rows, ([, latitude]) => latitude),
    longitude: Float64Array.from(rows, ([, , longitude]) => longitude),
    measures: { speed: Float32Array.from(rows, ([, , , speed]) => speed) },
    attributes: { Voltage: Float32Array.from(rows, () => 12.5) },
    flags: new Uint8Array(rows.length),
  };
  return mergeTracks([track]);
}

const context: JourneyContext = {
  language: english,
  account: 'ann at https://fleet.example',
  filter: null,
  timeZone: 'Europe/Madrid',
  exportedAt: start,
  serviceSpeedUnit: 'm/s',
  speedUnit: 'km/h',
  rules: defaultTripRules,
  nameTown: (latitude) => (latitude < 40.05 ? 'Toledo & co' : 'Madrid'),
};

const device = (track: TrackColumns, label = 'Van <1> & "Co"'): DeviceTrack => ({
  deviceId: 'unit:1/a',
  label,
  track,
  journey: findJourney(track, defaultTripRules),
});

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const bytesOf = (content: string) => new TextEncoder().encode(content);
const zone = 'Europe/Madrid';

const anyTrack = fc
  .uniqueArray(
    fc.tuple(
      fc.integer({ min: 0, max: 90_000 }),
      fc.double({ min: -80, max: 80, noNaN: true }),
      fc.double({ min: -179, max: 179, noNaN: true }),
      fc.integer({ min: 0, max: 50 }),
    ),
    { minLength: 1, maxLength: 30, selector: ([seconds]) => seconds },
  )
  .map((rows) => trackOf(rows.toSorted(([a], [b]) => a - b)));

test.each(['gpx', 'kml', 'geojson', 'csv'] as const)(
  'two devices, each with a gap, come back from %s as two tracks',
  (format) => {
    const rows = (north: number) =>
      [0, 10, 20, 7_200, 7_210].map((seconds): [number, number, number, number] => [
        seconds,
        north,
        4 + seconds / 1e5,
        7,
      ]);
    const devices = [45, 46].map((north, i) => {
      const track = trackOf(rows(north));
      markBreaks(track, defaultTripRules);
      return { ...device(track, `Van ${i}`), deviceId: `van-${i}` };
    });
    const { pieces } = writeTracks('fixes', format, devices, context);
    const { tracks } = inEnglish(readTracks(joinedPieces(pieces), zone));
    expect(tracks.map(({ points }) => points.map(({ latitude }) => latitude))).toEqual(
      [45, 46].map((north) => Array.from({ length: 5 }, () => north)),
    );
    if (format === 'kml') return;
    expect(tracks.flatMap(({ points }) => points.map((each) => each.metresPerSecond))).toEqual(
      Array.from({ length: 10 }, () => expect.closeTo(7, 4) as unknown),
    );
  },
);

test.each(trackFormats)(
  'exports the expected number of fixes to %s and notes omitted ones',
  (format) => {
    const track = trackOf([
      [0, 40, -3, 1],
      [10, Number.NaN, Number.NaN, 2],
      [20, 40.002, -3, 1],
    ]);
    let counted = 0;
    const file = writeTracks(
      'fixes',
      format,
      [device(track)],
      context,
      (more) => (counted += more),
    );
    const bytes = joinedPieces(file.pieces);
    const isTable = format === 'csv' || format === 'xlsx';
    expect(file.rows).toBe(isTable ? 3 : 2);
    expect(counted).toBe(file.rows);
    if (isTable) return;
    expect(text(bytes)).toContain('Fixes, 2 rows');
    expect(text(bytes)).toContain('1 fix without a place');
  },
);

describe('a written track', () => {
  test.each(['gpx', 'kml', 'geojson', 'csv'] as const)('is read back from %s', async (format) => {
    await fc.assert(
      fc.asyncProperty(anyTrack, async (track) => {
        const { pieces, rows } = writeTracks('fixes', format, [device(track)], context);
        const bytes = joinedPieces(pieces);
        expect(rows).toBe(track.count);
        const read = inEnglish(readTracks(bytes, zone));
        expect(read.format).toBe(format);
        const points = read.tracks.flatMap((each) => each.points);
        expect(points.map(({ at }) => at)).toEqual([...track.at]);
        points.forEach((point, i) => {
          expect(point.latitude).toBeCloseTo(track.latitude[i]!, 9);
          expect(point.longitude).toBeCloseTo(track.longitude[i]!, 9);
          if (format !== 'gpx' && format !== 'csv') return;
          expect(point.metresPerSecond).toBeCloseTo(track.measures.speed![i]!, 4);
        });
      }),
      { numRuns: 40 },
    );
  });

  test('is split where no line connects two points', async () => {
    const track = trackOf([
      [0, 40, -3, 1],
      [10, 40.001, -3, 1],
      [20, 40.002, -3, 1],
    ]);
    track.flags[2] = fixFlags.afterGap;
    const { pieces } = writeTracks('fixes', 'gpx', [device(track)], context);
    expect(text(joinedPieces(pieces)).match(/<trkseg>/g)).toHaveLength(2);
  });
});

test('distances of trips are in the unit of the settings, and so is the key of their column', () => {
  const nautical = { ...context, ...choiceOfSystem('nautical') };
  const keys = journeyTable([], nautical).columns.map(({ key }) => key);
  expect(keys).toContain('nauticalMiles');
  expect(keys).not.toContain('kilometres');
  expect(lengthText(18_520, nautical, createQuantities(english, t))).toBe('10.0 nmi');
  const feet = journeyNotes({ ...context, ...choiceOfSystem('imperial') });
  expect(feet.map(([, text]) => text)).toContain('at least 984 ft and 1 minute');
});

test('trips and stops are exported in every format, with their detection rules', async () => {
  const rows: [number, number, number, number][] = [];
  for (let i = 0; i < 20; i++) rows.push([i * 60, 40, -3, 0]);
  for (let i = 0; i < 20; i++) rows.push([1_200 + i * 30, 40 + i * 0.004, -3, 14]);
  for (let i = 0; i < 20; i++) rows.push([1_800 + i * 60, 40.08, -3, 0]);
  const of = device(trackOf(rows));
  expect(of.journey.map(({ kind }) => kind)).toEqual(['stop', 'trip', 'stop']);
  const written = trackFormats.map((format) => {
    const { pieces, rows: count } = writeTracks('trips', format, [of], context);
    expect(count).toBe(3);
    return { format, content: text(joinedPieces(pieces)) };
  });
  for (const { content } of written.filter(({ format }) => format !== 'xlsx')) {
    expect(content).toContain('computed by Waypost');
  }
  for (const { content } of written.filter(({ format }) => format === 'gpx' || format === 'kml')) {
    expect(content).toContain('&lt;1&gt; &amp;');
    expect(content).toContain('Place: Madrid<');
    expect(content).toContain('Places: from Toledo &amp; co to Madrid<');
  }
  const contentOf = (wanted: string) =>
    written.find(({ format }) => format === wanted)?.content ?? '';
  const [, trip] = (
    JSON.parse(contentOf('geojson')) as { features: { properties: Record<string, unknown> }[] }
  ).features;
  expect(trip?.properties).toMatchObject({ nearestTown: 'Toledo & co', endNearestTown: 'Madrid' });
  expect(contentOf('csv')).toContain('Place,Place at the end,');
  expect(contentOf('csv')).toContain(',Toledo & co,Madrid,');
});

describe('files of other programs', () => {
  test('GPX 1.0 with its own speed, and a name in another alphabet', () => {
    const { tracks } = inEnglish(
      readTracks(
        bytesOf(
          '\uFEFF<?xml version="1.0"?><gpx version="1.0" xmlns="http://www.topografix.com/GPX/1/0"><trk><name>Łódź ő</name><trkseg><trkpt lat="51.7" lon="19.4"><time>2013-01-01T12:00:00</time><speed>3,5</speed><course>90</course></trkpt></trkseg></trk></gpx>',
        ),
        zone,
      ),
    );
    expect(tracks).toMatchObject([
      {
        name: 'Łódź ő',
        points: [
          { at: Date.UTC(2013, 0, 1, 12), latitude: 51.7, metresPerSecond: 3.5, course: 90 },
        ],
      },
    ]);
  });

  test('encodings: UTF-16, and Latin-1 as declared', () => {
    const gpx = (encoding: string) =>
      `<?xml version="1.0" encoding="${encoding}"?><gpx><rte><name>Köln</name><rtept lat="50.9" lon="6.9"/></rte></gpx>`;
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(gpx('UTF-16'), 'utf16le')]);
    const latin1 = Buffer.from(gpx('ISO-8859-1'), 'latin1');
    for (const bytes of [utf16, latin1]) {
      expect(inEnglish(readTracks(bytes, zone)).tracks[0]!.name).toBe('Köln');
    }
  });

  test('CSV in any common notation, with times in the zone', () => {
    const { tracks } = inEnglish(
      readTracks(
        bytesOf('Time;Coordinates;Speed (km/h)\n2026-03-01 12:00;40° 25,008′ N 3° 42,228′ W;36\n'),
        zone,
      ),
    );
    const [point] = tracks[0]!.points;
    expect(point!.at).toBe(Date.UTC(2026, 2, 1, 11));
    expect(point!.latitude).toBeCloseTo(40.4168, 6);
    expect(point!.metresPerSecond).toBeCloseTo(10, 6);
  });

  test.each([
    ['line feeds', '\n'],
    ['what Windows writes', '\r\n'],
    ['what old Macs wrote', '\r'],
  ])('CSV with %s says on which line each point is', (_name, end) => {
    const lines = [
      '# from the tracker',
      'time,latitude,longitude,note',
      '2026-03-01T12:00:00Z,40,-3,"two',
      'and ""three"""',
      '',
      '2026-03-01T12:01:00Z,40,-3,"',
      '"',
      '2026-03-01T12:02:00Z,40,-3,',
    ];
    const linesIn = (all: readonly string[]) =>
      inEnglish(readTracks(bytesOf(all.join(end)), zone)).tracks[0]!.points.map(({ line }) => line);
    expect(linesIn(lines)).toEqual([3, 6, 8]);
    expect(linesIn(['sep=,', ...lines, ''])).toEqual([4, 7, 9]);
  });

  test('lines of a CSV with mixed line ends are counted as in an editor', () => {
    const row = '2026-03-01T12:00:00Z,40,-3';
    const text = `time,latitude,longitude\n${row}\r\n${row}\n${row}\r\n`;
    const [track] = inEnglish(readTracks(bytesOf(text), zone)).tracks;
    expect(track!.points.map(({ line }) => line)).toEqual([2, 3, 4]);
  });

  test.each([
    [
      'entities that grow',
      '<!DOCTYPE gpx [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><gpx>&b;</gpx>',
      'document type',
    ],
    [
      'an external entity',
      '<!DOCTYPE gpx [<!ENTITY x SYSTEM "file:///etc/passwd">]><gpx>&x;</gpx>',
      'document type',
    ],
    ['XML that ends early', '<gpx><trk>', 'cannot be read as XML'],
    ['XML that breaks off', '<gpx>\n<trk>\n</rte></gpx>', 'Line 3: Unexpected close tag'],
    ['XML of two roots', '<gpx></gpx><gpx></gpx>', 'more than one root'],
    ['XML nested without end', '<a>'.repeat(100_000), 'nested too deep'],
    ['another XML', '<svg><path/></svg>', 'neither GPX nor KML'],
    ['a GPX without points', '<gpx version="1.1"></gpx>', 'no points'],
    ['broken JSON', '{"type": "Feature', 'cannot be read as JSON'],
    ['JSON without places', '{"type":"FeatureCollection","features":[]}', 'no points'],
    ['a table without a time', 'latitude,longitude\n1,2\n', 'a column “time”'],
  ])('%s is refused in words', (_name, content, words) => {
    expect(() => inEnglish(readTracks(bytesOf(content), zone))).toThrow(
      expect.objectContaining({
        fault: {
          kind: 'invalid',
          field: 'file',
          message: says(words),
        },
      }) as Error,
    );
  });

  test('reads names of object prototypes, CDATA sections and prefixes correctly', () => {
    const { tracks } = inEnglish(
      readTracks(
        bytesOf(
          '<g:gpx xmlns:g="x"><__proto__><trk/></__proto__><g:trk><g:name><![CDATA[A & <B>]]> &#233;</g:name><g:trkseg>' +
            '<g:trkpt lat="1" lon="2"><constructor>3</constructor><g:time>2026-03-01T12:00:00Z</g:time></g:trkpt>' +
            '</g:trkseg></g:trk></g:gpx>',
        ),
        zone,
      ),
    );
    expect(tracks).toMatchObject([
      { name: 'A & <B> é', points: [{ latitude: 1, longitude: 2, at: Date.UTC(2026, 2, 1, 12) }] },
    ]);
  });

  test.each(['gpx', 'csv', 'geojson'] as const)(
    'reports the progress of reading a large %s',
    (format) => {
      const count = 12_000;
      const text = {
        gpx: `<gpx><trk><trkseg>${'<trkpt lat="1" lon="2"/>'.repeat(count)}</trkseg></trk></gpx>`,
        csv: `time,latitude,longitude\n${'2026-03-01T12:00:00Z,1,2\n'.repeat(count)}`,
        geojson: JSON.stringify({
          type: 'FeatureCollection',
          features: Array.from({ length: count }, () => ({
            type: 'Feature',
            geometry: { type: 'Point', coordinates: [2, 1] },
          })),
        }),
      }[format];
      const shares: number[] = [];
      const { tracks } = inEnglish(readTracks(bytesOf(text), zone, (share) => shares.push(share)));
      expect(tracks[0]!.points).toHaveLength(count);
      expect(shares.length).toBeGreaterThan(1);
      expect(shares).toEqual(shares.toSorted((a, b) => a - b));
      expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true);
    },
  );

  test('any bytes are either read or refused', () => {
    const pieces = fc.constantFrom(
      '<gpx>',
      '</gpx>',
      '<trk>',
      '<trkpt lat="1" lon="x"/>',
      '{',
      '"',
      '[',
      '&amp;',
      ',',
      '\n',
      'time',
      '\u0000',
      'é',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        let found: number;
        try {
          found = inEnglish(readTracks(bytesOf(parts.join('')), zone)).tracks.length;
        } catch (error) {
          if (error instanceof FaultError && error.fault.kind === 'invalid') return;
          throw error;
        }
        expect(found).toBeGreaterThan(0);
      }),
    );
  });
});

const folder = process.env['WAYPOST_RECORDED_TRACKS'];
const recorded = folder ? readdirSync(folder).filter((name) => name.endsWith('.gpx')) : [];

// Recorded by others and not part of the project: runs only if a folder with such files is given.
describe.runIf(recorded.length > 0)('recorded tracks', () => {
  test.each(recorded)('%s is read, and its trips lie within it', (name) => {
    const { tracks } = inEnglish(readTracks(readFileSync(path.join(folder!, name)), zone));
    const points = tracks.flatMap((each) => each.points);
    expect(points.length).toBeGreaterThan(0);
    const timed = points.filter(({ at, latitude }) => at !== null && latitude !== null);
    const parts = timed.map(({ at, latitude, longitude }) =>
      trackOf([[(at! - start) / 1_000, latitude!, longitude!, Number.NaN]]),
    );
    const track = mergeTracks(parts);
    const journey = findJourney(track, defaultTripRules);
    const summaries = journey.map((part) =>
      part.kind === 'trip'
        ? `${(part.metres / 1_000).toFixed(1)} km in ${((part.to - part.from) / 60_000).toFixed(0)} min`
        : `stop of ${((part.to - part.from) / 60_000).toFixed(0)} min`,
    );
    for (const part of journey) expect(part.to).toBeLessThanOrEqual(track.at.at(-1)!);
    process.stdout.write(`${name}: ${points.length} points: ${summaries.join(', ')}\n`);
  });
});
