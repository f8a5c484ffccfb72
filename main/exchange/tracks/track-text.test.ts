import { describe, expect, test } from 'vitest';
import type { TrackChoices } from '#shared/domain/submission';
import {
  bytesOf,
  countsOf,
  gpxOf,
  messagesOf,
  read,
  refusal,
  threePoints,
} from './odd-files.test-support';

describe('encodings', () => {
  const gpx = (declared: string) =>
    gpxOf(threePoints, `<?xml version="1.0"${declared}?>`).replace('Round', 'Łódź Żory');
  const nameIn = (bytes: Uint8Array, choices: TrackChoices = {}) => {
    const file = read(bytes, choices);
    return [file.tracks[0]!.name, file.reading.encoding?.used ?? null, file.reading.notes];
  };

  test('first bytes and the bytes of UTF-8 are believed before a declaration', () => {
    const declared = ' encoding="windows-1251"';
    const note =
      'The file says that its encoding is windows-1251, but it is UTF-8, and was read as that.';
    expect(nameIn(bytesOf(`\uFEFF${gpx(declared)}`))).toEqual(['Łódź Żory', null, [note]]);
    expect(nameIn(bytesOf(gpx(declared)))).toEqual(['Łódź Żory', null, [note]]);
    const utf16 = Buffer.from(`\uFEFF${gpx(' encoding="UTF-8"')}`, 'utf16le');
    expect(nameIn(utf16)).toEqual(['Łódź Żory', null, []]);
    expect(nameIn(utf16.subarray(2))).toEqual(['Łódź Żory', null, []]);
    expect(nameIn(utf16.swap16())).toEqual(['Łódź Żory', null, []]);
  });

  test('a guess is named, and another encoding can be chosen', () => {
    // "Łódź Żory" in Windows-1250.
    const bytes = Buffer.from(gpx('').replace('Łódź Żory', '\xA3\xF3d\x9F \xAFory'), 'latin1');
    expect(nameIn(bytes)).toEqual(['Łódź Żory', 'windows-1250', []]);
    expect(nameIn(bytes, { encoding: 'windows-1250' })).toEqual(['Łódź Żory', 'windows-1250', []]);
    const declared = Buffer.from(
      bytes.toString('latin1').replace('"1.0"', '"1.0" encoding="windows-1250"'),
      'latin1',
    );
    expect(nameIn(declared)).toEqual(['Łódź Żory', 'windows-1250', []]);
    const damaged = Buffer.from(bytesOf(gpx('')))
      .toString('latin1')
      .replace('Ã³', '\xF3');
    expect(nameIn(Buffer.from(damaged, 'latin1'))).toEqual([
      'Ł\uFFFDdź Żory',
      'utf-8',
      ['Some letters of the file cannot be read in this encoding; � is in their place.'],
    ]);
  });
});

describe('a refusal says what is in the file', () => {
  test.each([
    ['another XML', '<svg><path/></svg>', 'begins with “svg”'],
    ['a file of another kind', '<TrainingCenterDatabase/>', '“TrainingCenterDatabase”'],
    [
      'JSON of another kind',
      '{"locations": [], "semanticSegments": []}',
      'locations (1) and semanticSegments (1)',
    ],
    [
      'areas only',
      '{"type":"Feature","geometry":{"type":"Polygon","coordinates":[]}}',
      'Polygon (1)',
    ],
    ['areas of KML', '<kml><Placemark><Polygon/></Placemark></kml>', 'Polygon (1)'],
    ['a table with other columns', 'Datum,Rechts,Hoch\n1,2,3\n', '“Datum”, “Rechts” and “Hoch”'],
    [
      'a file cut off before its first point',
      '<gpx><trk><trkseg><trkpt lat="1"',
      'cut off in line 1, before the first complete point',
    ],
  ])('%s', (_name, content, words) => {
    expect(refusal(content)).toContain(words);
  });

  test('what is not used is named and counted', () => {
    const file = read(
      `<gpx><metadata><name>x</name></metadata><trk><trkseg>${threePoints.replaceAll('</ele>', '</ele><sat>9</sat><extensions><ns3:TrackPointExtension><ns3:hr>70</ns3:hr></ns3:TrackPointExtension></extensions>')}</trkseg></trk><wpt lat="45" lon="7"/></gpx>`,
    );
    expect(file.reading.ignored).toEqual([
      { name: 'metadata', count: 1 },
      { name: 'ele', count: 3 },
      { name: 'sat', count: 3 },
      { name: 'hr', count: 3 },
    ]);
    expect(countsOf(file)).toEqual([
      ['Track 1', 3, 3],
      ['Waypoints', 1, 0],
    ]);
  });

  test('a row with more cells than columns is refused with its line', () => {
    const file = read(
      'time,lat,lon\n2026-05-04T08:00:00Z,45,76,7,6\n2026-05-04T08:00:10Z,45.76,7.6\n',
    );
    expect(countsOf(file)).toEqual([['Rows', 2, 1]]);
    expect(file.tracks[0]!.problems[0]).toMatchObject({ lines: { first: 2, last: 2 } });
    expect(messagesOf(file)[0]).toContain('The row has 5 cells and the table 3 columns');
  });
});
