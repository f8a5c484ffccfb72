import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import {
  bytesOf,
  countsOf,
  gpxOf,
  messagesOf,
  placesOf,
  point,
  read,
  refusal,
  threePoints,
  timesOf,
} from './odd-files.test-support';

// Files as other programs and damaged recorders write them.

describe('KML that has every point twice', () => {
  const stamp = (i: number) => `<TimeStamp><when>2026-05-04T07:0${i}:00Z</when></TimeStamp>`;
  const place = (i: number) => `18.0${i},59.3${i},12.0`;
  const placemark = (i: number, time: string) =>
    `<Placemark><name>Milk van-${i}</name>${time}<Point><coordinates>${place(i)}</coordinates></Point></Placemark>`;
  const points = [0, 1, 2, 3].map((i) => placemark(i, stamp(i))).join('');
  const path = `<Placemark><name>Path</name><LineString><coordinates>${[0, 1, 2, 3].map(place).join('\n')}</coordinates></LineString></Placemark>`;
  const track = `<Placemark><name>Track</name><gx:Track>${[0, 1, 2, 3]
    .map((i) => `<when>2026-05-04T07:0${i}:00Z</when><gx:coord>18.0${i} 59.3${i} 12.0</gx:coord>`)
    .join('')}</gx:Track></Placemark>`;
  const kml = (content: string) =>
    `<kml xmlns:gx="http://www.google.com/kml/ext/2.2"><Document><name>GPS device</name>${content}</Document></kml>`;
  const folder = (name: string, content: string) =>
    `<Folder><name>${name}</name>${content}</Folder>`;
  const times = ['00', '01', '02', '03'].map((minute) => `2026-05-04T07:${minute}:00.000Z`);

  test.each([
    ['before the line', folder('Milk van', folder('Points', points) + path)],
    ['after the line', folder('Milk van', path + folder('Points', points))],
    ['in the folder of the line', folder('Milk van', points + path)],
    [
      'with time spans',
      folder(
        'Milk van',
        points.replaceAll('TimeStamp', 'TimeSpan').replaceAll('when', 'begin') + path,
      ),
    ],
    [
      'in a collection',
      folder(
        'Milk van',
        folder('Points', points) +
          path.replace(/<LineString>.*<\/LineString>/s, '<MultiGeometry>$&</MultiGeometry>'),
      ),
    ],
  ])('uses the points with times %s, and names the line', (_name, content) => {
    const file = read(kml(content));
    expect(countsOf(file)).toEqual([['Milk van', 4, 4]]);
    expect(timesOf(file)).toEqual([times]);
    expect(file.reading.notes).toEqual([
      'The line “Path” of 4 points has no times, so it is not used.',
    ]);
  });

  test('with another namespace prefix', () => {
    const content = kml(points + path).replaceAll(/<(\/?)(?=[A-Za-z])/g, '<$1k:');
    expect(countsOf(read(content))).toEqual([['GPS device', 4, 4]]);
  });

  test('a track with times that is there as points too is shown once, and so is named', () => {
    const file = read(kml(track + folder('Points', points) + path));
    expect(countsOf(file)).toEqual([['Track', 4, 4]]);
    expect(file.reading.notes[0]).toBe(
      '“GPS device” repeats the points of “Track”, so it is not shown.',
    );
  });

  test('points of two folders are two tracks, and folders of one point are one', () => {
    expect(
      countsOf(read(kml(folder('A', points) + folder('B', points.replaceAll('18.', '19.'))))),
    ).toEqual([
      ['A', 4, 4],
      ['B', 4, 4],
    ]);
    const each = [0, 1, 2, 3].map((i) => folder(`${i}`, placemark(i, stamp(i)))).join('');
    expect(countsOf(read(kml(folder('Milk van', each))))).toEqual([['Milk van', 4, 4]]);
  });

  test('the time of a point is found in its data and in its name', () => {
    const data = `<ExtendedData><Data name="timestamp"><value>2026-05-04T07:00:00Z</value></Data><Data name="sat"><value>9</value></Data></ExtendedData>`;
    const file = read(
      kml(placemark(0, data) + placemark(1, '').replace('Milk van-1', '2026-05-04T07:01:00Z')),
    );
    expect(timesOf(file)).toEqual([times.slice(0, 2)]);
    expect(file.reading.ignored).toContainEqual({ name: 'sat', count: 1 });
  });

  test('the time of a point is found in its view and, if it is the only one, in its description', () => {
    const placed = (i: number, before: string) =>
      `<Placemark>${before}<Point><coordinates>${place(i)}</coordinates></Point></Placemark>`;
    const view = (i: number) =>
      `<LookAt>${stamp(i).replaceAll('TimeStamp', 'gx:TimeStamp')}</LookAt>`;
    expect(timesOf(read(kml([0, 1, 2, 3].map((i) => placed(i, view(i))).join(''))))).toEqual([
      times,
    ]);
    const described = (i: number, more = '') =>
      placed(
        i,
        `<description><![CDATA[<table><tr><td>Speed: 3 km/h</td></tr><tr><td>Time: 2026-05-04T07:0${i}:00Z${more}</td></tr></table>]]></description>`,
      );
    const file = read(kml([0, 1, 2, 3].map((i) => described(i)).join('')));
    expect(timesOf(file)).toEqual([times]);
    expect(file.reading.notes).toEqual(['The times are from the descriptions of the points.']);
    expect(file.reading.ignored).toEqual([{ name: 'description', count: 4 }]);
    const two = read(kml(described(0) + described(1, ' to 2026-05-04T07:05:00Z')));
    expect(messagesOf(two)).toEqual(['2: There is no readable time.']);
  });

  test('times that cannot belong to the positions are refused', () => {
    const file = read(kml(track.replace('<when>2026-05-04T07:02:00Z</when>', '')));
    expect(countsOf(file)).toEqual([['Track', 4, 0]]);
    expect(messagesOf(file)[0]).toContain('3 times for 4 positions');
  });
});

describe('coordinates of KML', () => {
  const line = (coordinates: string) =>
    `<kml><Placemark><name>Survey</name><LineString><coordinates>${coordinates}</coordinates></LineString></Placemark></kml>`;
  const three = [
    [13, 37.5],
    [13.01, 37.51],
    [13.02, 37.52],
  ];

  test.each([
    ['as specified', '13.0000,37.5000,0 13.0100,37.5100,0 13.0200,37.5200,0'],
    ['without altitudes', '13.0000,37.5000 13.0100,37.5100 13.0200,37.5200'],
    ['with commas between points', '13.0000,37.5000,0,13.0100,37.5100,0,13.0200,37.5200,0'],
    ['with commas between points, no altitudes', '13.0000,37.5000,13.0100,37.5100,13.0200,37.5200'],
    [
      'with a blank after the second comma',
      '13.0000,37.5000, 25 13.0100,37.5100, 26 13.0200,37.5200, 27',
    ],
    [
      'with a blank after each comma',
      '13.0000, 37.5000, 0 13.0100, 37.5100, 0 13.0200, 37.5200, 0',
    ],
    [
      'with a blank before each comma',
      '13.0000 ,37.5000 ,0 13.0100 ,37.5100 ,0 13.0200 ,37.5200 ,0',
    ],
    [
      'with a comma and a blank between points',
      '13.0000,37.5000, 13.0100,37.5100, 13.0200,37.5200',
    ],
    [
      'with a comma at the end of each line',
      '13.0000,37.5000,0,\n13.0100,37.5100,0,\n13.0200,37.5200,0,\n',
    ],
    ['with semicolons', '13.0000,37.5000;13.0100,37.5100;13.0200,37.5200'],
    ['with blanks instead of commas', '13.0000 37.5000 0\n13.0100 37.5100 0\n13.0200 37.5200 0'],
    [
      'with tabs and no-break spaces',
      '\t13.0000,\u00A037.5000\t13.0100,\u00A037.5100\t13.0200,\u00A037.5200',
    ],
    ['with zero-width spaces', '13.0000,37.5000,0\u200B 13.0100,37.5100,0 13.0200,37.5200,0'],
  ])('%s are three places', (_name, coordinates) => {
    const file = read(line(coordinates));
    expect(placesOf(file)).toEqual([three]);
    expect(countsOf(file)).toEqual([['Survey', 3, 0]]);
  });

  test.each([
    ['that may be two points or one', '13.0,37.5,25,0'],
    ['with a word', '13.0,37.5 about,37.6'],
    ['with one number too few', '13.0,37.5 13.1'],
    ['with decimal commas', '13,0000,37,5000 13,0100,37,5100'],
    ['with an empty number', '13.0,,37.5 13.1,37.6'],
  ])('%s are refused with their text', (_name, coordinates) => {
    const file = read(line(coordinates));
    const odd = messagesOf(file).filter((message) => /“.*” (is|are) not understood/.test(message));
    expect(odd.length).toBeGreaterThan(0);
    expect(file.tracks[0]!.points).toBe(coordinates.trim().split(/\s+/).length);
  });

  test('a point with two positions is refused', () => {
    const kml =
      '<kml><Placemark><TimeStamp><when>2026-05-04T08:00:00Z</when></TimeStamp><Point><coordinates>13,5 52,5</coordinates></Point></Placemark></kml>';
    expect(messagesOf(read(kml))).toEqual(['1: The coordinates “13,5 52,5” are not understood.']);
  });
});

describe('damaged files', () => {
  test.each([
    ['inside a tag', '<trkpt lat="45.003" l'],
    ['inside a value', '<trkpt lat="45.003" lon="7.6"><ele>12.0</e'],
    [
      'before the end of a point',
      '<trkpt lat="45.003" lon="7.6"><time>2026-05-04T08:03:00Z</time>',
    ],
    ['between points', ''],
    ['inside a comment', '<!-- more'],
    ['inside an entity', '<trkpt lat="45.003" lon="7.6"><name>a &am'],
  ])('GPX that ends %s gives its complete points', (_name, end) => {
    const whole = gpxOf(threePoints);
    const cut = whole.slice(0, whole.indexOf('</trkseg>')) + end;
    const file = read(cut);
    expect(countsOf(file)).toEqual([['Round', 3, 3]]);
    const line = cut.split('\n').length;
    expect(file.reading.notes).toEqual([
      `The file is cut off in line ${line}, after point 3. The points before are complete and were read.`,
    ]);
  });

  test.each([
    ['a whole GPX', gpxOf(threePoints), false],
    ['a GPX that is cut off', gpxOf(threePoints).slice(0, -12), true],
    [
      'GeoJSON',
      JSON.stringify({
        type: 'Feature',
        properties: { times: [1_777_881_600, 1_777_881_630, 1_777_881_660] },
        geometry: {
          type: 'LineString',
          coordinates: [
            [7, 45],
            [7, 45.001],
            [7, 45.002],
          ],
        },
      }),
      false,
    ],
    [
      'a table',
      'time,lat,lon\n2026-05-04T08:00:00Z,45,7\n2026-05-04T08:01:00Z,45,7\n2026-05-04T08:02:00Z,45,7\n',
      false,
    ],
  ])('zero bytes at the end of %s are named', (_name, text, isCut) => {
    const file = read(Buffer.concat([bytesOf(text), Buffer.alloc(5_000)]));
    expect(file.tracks.map(({ usable }) => usable.at.length)).toEqual([3]);
    expect(file.reading.notes[0]).toBe(
      'The last 5,000 bytes of the file are zero, as after a power failure.',
    );
    expect(file.reading.notes).toHaveLength(isCut ? 2 : 1);
  });

  test('bytes of erased memory at the end are named, and are no letters', () => {
    const text = gpxOf(threePoints).replace('Round', 'Łódź').replace('</trkseg></trk></gpx>', '');
    const file = read(Buffer.concat([bytesOf(text), Buffer.alloc(300, 0xff)]));
    expect(countsOf(file)).toEqual([['Łódź', 3, 3]]);
    expect(file.reading.encoding).toBeNull();
    expect(file.reading.notes[0]).toBe(
      'The last 300 bytes of the file are 255, as after a power failure.',
    );
  });

  test.each([
    ['before the first', 0, [0, 1, 2]],
    ['between points', 3, [0, 1, 2]],
  ])('zero bytes %s are named with their place', (_name, line, expected) => {
    const lines = gpxOf(threePoints).split('\n');
    lines[line] = `${'\0'.repeat(200)}${lines[line]}`;
    const file = read(lines.join('\n'));
    expect(timesOf(file)).toEqual([expected.map((minute) => `2026-05-04T08:0${minute}:00.000Z`)]);
    expect(file.reading.notes).toEqual([
      `200 bytes of the file are zero, the first in line ${line + 1}, as after a power failure. What was there is lost.`,
    ]);
  });

  test('a value that was cut by zero bytes is not used', () => {
    const file = read(
      `time,lat,lon\n2026-05-04T08:00:00Z,45.1,7${'\0'.repeat(50)}\n2026-05-04T08:01:00Z,45.1,7.6\n`,
    );
    expect(timesOf(file)).toEqual([['2026-05-04T08:01:00.000Z']]);
    expect(messagesOf(file)[0]).toContain('not understood');
  });

  test('a file of another kind with zero bytes is no text', () => {
    expect(refusal(Buffer.from([14, 16, 8, 5, 0, 0, 0, 0, 46, 70, 73, 84]))).toBe(
      'This is no text, so it is none of GPX, KML, GeoJSON and CSV.',
    );
  });

  test('a file of zero bytes is not called "no text"', () => {
    expect(refusal(new Uint8Array(4_096))).toBe(
      'All bytes of this file are zero: nothing was written to it.',
    );
  });

  test('KML that ends in a list of coordinates, or before the times of its positions', () => {
    const line = read(
      '<kml><Placemark><name>Way</name><LineString><coordinates>13.0,37.5 13.1,37.6 13.2,37.',
    );
    expect(placesOf(line)).toEqual([
      [
        [13, 37.5],
        [13.1, 37.6],
      ],
    ]);
    const track = read(
      '<kml><Placemark><name>Way</name><gx:Track><when>2026-05-04T08:00:00Z</when><when>2026-05-04T08:01:00Z</when><gx:coord>13 37 0</gx:coord><gx:coord>13 3',
    );
    expect(countsOf(track)).toEqual([['Way', 1, 1]]);
    const point = (i: number) =>
      `<Placemark><TimeStamp><when>2026-05-04T08:0${i}:00Z</when></TimeStamp><Point><coordinates>13.${i},37</coordinates></Point></Placemark>`;
    const points = `<kml><Document>${[0, 1, 2].map(point).join('')}`;
    expect(
      countsOf(read(`${points}<Placemark><Point><coordinates>13.3,37</coordinates></Point>`)),
    ).toEqual([['Points', 3, 3]]);
  });

  test('GeoJSON that ends early gives its complete points', () => {
    const feature = (i: number) =>
      JSON.stringify({
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [7, 45 + i / 1_000] },
        properties: { name: 'a "b" \\', time: 1_777_881_600 + i },
      });
    const text = `{"type":"FeatureCollection","features":[\n${[0, 1, 2, 3].map(feature).join(',\n')}]}`;
    const last = text.lastIndexOf('{"type":"Feature"');
    for (const end of [1, 40, 70, 90, 110]) {
      const file = read(text.slice(0, last + end));
      expect(countsOf(file)).toEqual([['Points', 3, 3]]);
      expect(file.reading.notes).toEqual([
        'The file is cut off in line 5, after point 3. The points before are complete and were read.',
      ]);
    }
    const swapped = text.replaceAll(
      /("geometry":\{[^}]*\}),("properties":\{[^}]*\})/g,
      (_all, geometry, properties) => `${properties},${geometry}`,
    );
    const begin = swapped.lastIndexOf('{"type":"Feature"');
    for (const end of [1, 20, 70, 90, 120]) {
      expect(countsOf(read(swapped.slice(0, begin + end)))).toEqual([['Points', 3, 3]]);
    }
  });

  test.each([
    [
      'positions',
      '{"type":"Feature","properties":{"times":[1777881600,1777881630,1777881660]},"geometry":{"type":"LineString","coordinates":[[7,45],[7,45.001],[7,45.0',
      [['Track 1', 2, 2]],
    ],
    [
      'times',
      '{"type":"Feature","geometry":{"type":"LineString","coordinates":[[7,45],[7,45.001],[7,45.002]]},"properties":{"times":[1777881600,1777881630,17778816',
      [['Track 1', 3, 2]],
    ],
  ])('a line of GeoJSON that ends in its %s', (_name, text, expected) => {
    const file = read(text);
    expect(countsOf(file)).toEqual(expected);
    expect(timesOf(file)).toEqual([['2026-05-04T08:00:00.000Z', '2026-05-04T08:00:30.000Z']]);
    expect(file.reading.notes[0]).toContain('cut off in line 1');
  });

  test('a table that ends within a row gives the rows before', () => {
    const rows = 'time,lat,lon\n2026-05-04T08:00:00Z,45,7.6\n2026-05-04T08:01:00Z,45.001,7.6\n';
    for (const end of ['2026-05-', '2026-05-04T08:02:00Z,45.0', '"2026-05-04T0']) {
      const file = read(rows + end);
      expect(countsOf(file)).toEqual([['Rows', 2, 2]]);
      expect(file.reading.notes[0]).toContain('cut off in line 4, after point 2');
    }
    expect(read(rows.trimEnd()).reading.notes).toEqual([]);
  });

  test('text that ends within a letter is still UTF-8', () => {
    const whole = bytesOf(gpxOf(threePoints).replace('Round', 'Łódź') + '<!-- ź');
    const file = read(whole.subarray(0, -1));
    expect(file.tracks[0]!.name).toBe('Łódź');
    expect(file.reading.encoding).toBeNull();
  });

  test('XML that is wrong in the middle gives the points before, and says where', () => {
    const file = read(gpxOf(`${threePoints}<trkpt></wrong>\n${point(4)}`));
    expect(countsOf(file)).toEqual([['Round', 3, 3]]);
    expect(file.reading.notes[0]).toMatch(/^Line 5: Unexpected close tag/);
  });

  test('an ampersand that is not escaped loses nothing', () => {
    const file = read(gpxOf(threePoints).replace('Round', 'R&D and A & B &foo;'));
    expect(countsOf(file)).toEqual([['R&D and A & B &foo;', 3, 3]]);
  });

  test.each([
    ['GPX', gpxOf(threePoints) + '\n' + gpxOf(point(5)), 'root element'],
    [
      'lines of JSON',
      '{"type":"Feature","properties":{"time":1777881600},"geometry":{"type":"Point","coordinates":[7,45]}}\n{"type":"Feature","properties":{"time":1777881630},"geometry":{"type":"Point","coordinates":[7,45]}}\n',
      '2 JSON documents',
    ],
  ])('%s one after another are all read', (_name, text, words) => {
    const file = read(text);
    expect(file.tracks.reduce((sum, { usable }) => sum + usable.at.length, 0)).toBe(
      words === 'root element' ? 4 : 2,
    );
    expect(file.reading.notes[0]).toContain(words);
  });

  test.each([
    ['GPX', gpxOf(threePoints)],
    ['GeoJSON', '{"type":"Point","coordinates":[7,45]}'],
  ])('text after the end of %s is named', (_name, text) => {
    expect(read(`${text}\nEND OF LOG`).reading.notes).toEqual([
      expect.stringContaining('“END OF LOG”'),
    ]);
  });
});

test.each([
  '2026-5-4T8:00:00Z',
  '2026-05-04T10:00:00+02:00[Europe/Rome]',
  '4.5.2026 8:00:00 a. m.',
])('the time %s is understood', (time) => {
  expect(timesOf(read(gpxOf(point(0, time))))).toEqual([['2026-05-04T08:00:00.000Z']]);
});

test('units in the titles of a table are no part of the names', () => {
  const table =
    'Timestamp (UTC),Latitude (deg),Longitude [°],Speed (km/h)\n2026-05-04 08:00:00,45.1,7.6,36';
  expect(placesOf(read(table))).toEqual([[[7.6, 45.1]]]);
});

test('a web page is refused as one', () => {
  expect(refusal('<!DOCTYPE html><html><head><title>Sign in</title></head></html>')).toContain(
    'web page',
  );
});

test('JSON of another kind is refused with what is in it', () => {
  const esri = '{"geometryType":"point","features":[{"geometry":{"x":7,"y":45},"attributes":{}}]}';
  expect(refusal(esri)).toContain('feature without a geometry');
});

describe('records of services and telephones in JSON', () => {
  const [first, second] = ['2026-05-04T08:00:00.000Z', '2026-05-04T08:01:00.000Z'];
  test.each([
    ['a list', [{ lat: 45, lon: 7, time: first, alt: 3 }], 'alt'],
    [
      'an answer with a list',
      { count: 1, data: [{ lat: 45, lng: 7, tst: Date.parse(first) / 1_000 }] },
      'count',
    ],
    [
      'numbers of ten-millionths',
      { locations: [{ latitudeE7: 450_000_000, longitudeE7: 70_000_000, timestamp: first, t: 1 }] },
      't',
    ],
    [
      'features in a list of another name',
      {
        locations: [
          {
            type: 'Feature',
            geometry: { type: 'Point', coordinates: [7, 45] },
            properties: { timestamp: first, wifi: '' },
          },
        ],
      },
      'wifi',
    ],
  ])('%s', (_name, json, ignored) => {
    const file = read(JSON.stringify(json));
    expect([timesOf(file), placesOf(file)]).toEqual([[[first]], [[[7, 45]]]]);
    expect(file.reading.ignored).toEqual([{ name: ignored, count: 1 }]);
  });

  test('the devices of a list are tracks of their own, and a cut off record is left out', () => {
    const record = (deviceId: number, fixTime: string) => ({
      deviceId,
      fixTime,
      latitude: 45,
      longitude: 7,
    });
    const text = JSON.stringify([record(5, first), record(6, first), record(5, second)]);
    expect(countsOf(read(text))).toEqual([
      ['5', 2, 2],
      ['6', 1, 1],
    ]);
    const file = read(text.slice(0, -30));
    expect(file.tracks.map(({ usable }) => usable.at.length)).toEqual([1, 1]);
    expect(file.reading.notes[0]).toContain('cut off');
  });

  test('coordinates of another reference system are refused, however small', () => {
    const crs = { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::3857' } };
    const feature = {
      type: 'Feature',
      properties: { time: first },
      geometry: { type: 'Point', coordinates: [79.4, 21.5] },
    };
    const collection = { type: 'FeatureCollection', crs, features: [feature] };
    expect(refusal(JSON.stringify(collection))).toContain('EPSG::3857');
  });
});

test('a KMZ is read as the KML that is in it, another archive is refused', () => {
  const kml = `<kml><Placemark><TimeStamp><when>2026-05-04T08:00:00Z</when></TimeStamp><Point><coordinates>7,45</coordinates></Point></Placemark></kml>`;
  const kmz = zipSync({ 'doc.kml': bytesOf(kml), 'files/icon.png': new Uint8Array(9) });
  expect(timesOf(read(kmz))).toEqual([['2026-05-04T08:00:00.000Z']]);
  expect(refusal(zipSync({ 'track.gpx': bytesOf('x') }))).toContain('has no KML in it');
});
