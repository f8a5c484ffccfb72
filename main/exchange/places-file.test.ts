import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { readOpeningHours } from '#shared/domain/opening-hours';
import { placeKinds, type LonLat, type Place } from '#shared/domain/places';
import { languages } from '#shared/i18n/languages';
import { createTranslate } from '#shared/i18n/translate';
import { placesFormats } from '#shared/ipc/places';
import { languageOf } from '../../test/support/english';
import { readPlacesFile, writePlacesFile } from './places-file';

const bytes = (text: string) => Buffer.from(text);
const read = (text: string) => readPlacesFile(bytes(text));
const shapes = async (text: string) => (await read(text)).places.map(({ shape }) => shape);
const reasons = async (text: string) => (await read(text)).refused.map(({ reason }) => reason.key);
const kml = (body: string) =>
  `<?xml version="1.0"?><k:kml xmlns:k="http://www.opengis.net/kml/2.2"><k:Document>${body}</k:Document></k:kml>`;
const geo = (geometry: unknown, properties: unknown = { name: 'A' }) =>
  JSON.stringify({ type: 'Feature', properties, geometry });
const square: LonLat[] = [
  [7, 45],
  [8, 45],
  [8, 46],
  [7, 46],
];
const hole: LonLat[] = square.map(([lon, lat]) => [7.25 + (lon - 7) / 2, 45.25 + (lat - 45) / 2]);
const closed = (ring: readonly LonLat[]) => [...ring, ring[0]!];

const place = (n: number, part: Partial<Place>): Place => ({
  id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  name: `Place ${n}`,
  kind: placeKinds[n % placeKinds.length]!,
  colour: n % 2 === 0 ? '#123456' : null,
  note: 'Gate 7 & <ramp>\nring twice',
  hours: null,
  groups: [],
  shape: { kind: 'circle', centre: [7.6869, -45.0703], radiusM: 150.5 },
  updatedAt: 0,
  ...part,
});
const written = [
  ...placeKinds.map((_, n) => place(n, {})),
  ...['24/7', 'off', 'Mo-Fr 08:00-12:00,13:00-18:00; Sa 22:00-02:00'].map((hours, n) =>
    place(10 + n, { hours: readOpeningHours(hours) }),
  ),
  place(7, { name: 'פרדס ; "מחסן"', shape: { kind: 'polygon', rings: [square, hole] } }),
  place(8, {
    shape: { kind: 'polygon', rings: [square, square.map(([lon, lat]) => [lon + 5, lat])] },
  }),
];

describe.each(languages.map(({ tag }) => tag))('what is written in %s', (tag) => {
  const language = languageOf({ language: tag });
  const write = (format: (typeof placesFormats)[number]) =>
    writePlacesFile(format, { places: written, language, t: createTranslate(language), now: 0 });

  test.each(placesFormats.filter((format) => format !== 'gpx'))(
    'as %s is read again',
    async (format) => {
      const { places, refused } = await readPlacesFile(write(format));
      expect(refused).toEqual([]);
      expect(places.map((each) => ({ ...each, updatedAt: 0 }))).toEqual(written);
    },
  );

  test('as GPX has the middles', async () => {
    const { places } = await readPlacesFile(write('gpx'));
    expect(places.map(({ name, kind }) => [name, kind])).toEqual(
      written.map(({ name, kind }) => [name, kind]),
    );
    expect(places.at(-2)!.shape).toMatchObject({ kind: 'circle', centre: [7.5, 45.5] });
  });
});

test('opening hours in words of another program stay in the note', async () => {
  const { places } = await read('name,lat,lon,opening_hours,note\nA,45,7,9 to 5,Ring twice\n');
  expect(places[0]).toMatchObject({ hours: null, note: 'Ring twice\n9 to 5' });
});

describe('GeoJSON', () => {
  test('rings need not be closed, have altitudes and may be several', async () => {
    const high = square.map(([lon, lat]) => [lon, lat, 240]);
    expect(await shapes(geo({ type: 'Polygon', coordinates: [high, closed(hole)] }))).toEqual([
      { kind: 'polygon', rings: [square, hole] },
    ]);
    const many = { type: 'MultiPolygon', coordinates: [[closed(square)], [closed(hole)]] };
    expect(await shapes(geo({ type: 'GeometryCollection', geometries: [many] }))).toEqual([
      { kind: 'polygon', rings: [square, hole] },
    ]);
    expect(await shapes(geo({ type: 'LineString', coordinates: closed(square) }))).toHaveLength(1);
  });

  test('what is no place is refused with its name, and the rest is read', async () => {
    const features = [
      { type: 'Feature', properties: null, geometry: null },
      JSON.parse(geo({ type: 'Point', coordinates: [45, 120] }, { Name: 'Swapped' })),
      JSON.parse(geo({ type: 'Point', coordinates: [null, 4] }, { title: 'Null' })),
      JSON.parse(
        geo({
          type: 'Polygon',
          coordinates: [
            [
              [7, 45],
              [7, 45],
              [8, 45],
            ],
          ],
        }),
      ),
      JSON.parse(geo({ type: 'LineString', coordinates: square })),
      JSON.parse(geo({ type: 'Point', coordinates: [7, 45] }, { name: 'Wide', radius: 'far' })),
      JSON.parse(
        geo({ type: 'Point', coordinates: [187, 45] }, { name: 'East', radius: '0,5 km' }),
      ),
      7,
    ];
    const { places, refused } = await read(`\uFEFF${JSON.stringify({ features })}`);
    expect(refused.map(({ name, reason }) => [name, reason.key])).toEqual([
      ['#1', 'places.import.noPosition'],
      ['Swapped', 'places.import.swapped'],
      ['Null', 'places.import.noPosition'],
      ['A', 'places.import.corners'],
      ['A', 'places.import.notArea'],
      ['Wide', 'places.import.radius'],
      ['#8', 'places.import.noPosition'],
    ]);
    expect(places).toMatchObject([
      { name: 'East', shape: { kind: 'circle', centre: [-173, 45], radiusM: 500 } },
    ]);
  });

  test('features may be one in each line, and a list may be of plain objects', async () => {
    const lines = [7, 8].map((lon) => geo({ type: 'Point', coordinates: [lon, 45] }));
    for (const text of [lines.join('\n'), lines.map((line) => `\u001E${line}\n`).join('')]) {
      expect(await shapes(text)).toMatchObject([{ centre: [7, 45] }, { centre: [8, 45] }]);
    }
    const { places, refused } = await read(`${lines.join('\n')}\n{"type": "Fea`);
    expect([places.length, refused[0]!.reason]).toEqual([
      2,
      { key: 'places.import.cut', values: { line: 3 } },
    ]);
    const whole = `{"type": "FeatureCollection", "features": [${lines.join(',\n')}]}`;
    for (const [length, count] of [
      [whole.length - 1, 2],
      [whole.length - 5, 1],
    ] as const) {
      const cut = await read(whole.slice(0, length));
      expect(cut.places).toHaveLength(count);
      expect(cut.refused.map(({ reason }) => reason.key)).toEqual(['places.import.cut']);
    }
    const list = [
      { title: 'A', lat: 45, lng: 7, radius_km: 2, type: 'depot' },
      { title: 'B', lat: 45 },
    ];
    for (const value of [list, { total: 2, places: list }]) {
      expect(await read(JSON.stringify(value))).toMatchObject({
        places: [{ name: 'A', kind: 'depot', shape: { centre: [7, 45], radiusM: 2_000 } }],
        refused: [{ name: 'B', reason: { key: 'places.import.noPosition' } }],
      });
    }
  });

  test('of another reference system is refused as a whole', async () => {
    const crs = (name: string) =>
      read(JSON.stringify({ crs: { properties: { name } }, features: [] }));
    await expect(crs('urn:ogc:def:crs:EPSG::25832')).rejects.toMatchObject({
      fault: { message: { key: 'places.import.reference' } },
    });
    for (const name of ['urn:ogc:def:crs:OGC:1.3:CRS84', 'EPSG:4326']) await crs(name);
    await expect(read('{"features": [')).rejects.toThrow();
  });
});

describe('KML', () => {
  const placemark = (body: string) => `<k:Placemark>${body}</k:Placemark>`;
  const polygon = (ring: readonly LonLat[], ...holes: LonLat[][]) =>
    `<k:Polygon><k:outerBoundaryIs><k:LinearRing><k:coordinates>${ring.map((at) => `${at.join(', ')},0`).join('\n')}</k:coordinates></k:LinearRing></k:outerBoundaryIs>${holes.map((each) => `<k:innerBoundaryIs><k:LinearRing><k:coordinates>${each.map((at) => at.join(',')).join(' ')}</k:coordinates></k:LinearRing></k:innerBoundaryIs>`).join('')}</k:Polygon>`;
  const styled = kml(
    `<k:Style id="n"><k:PolyStyle><k:color>ff0080FF</k:color></k:PolyStyle></k:Style>` +
      `<k:StyleMap id="m"><k:Pair><k:key>normal</k:key><k:styleUrl>#n</k:styleUrl></k:Pair></k:StyleMap>` +
      `<k:Folder>${placemark(`<k:name><![CDATA[Depot North]]></k:name><k:description><![CDATA[Gate&nbsp;7<br>Ring]]></k:description><k:styleUrl>#m</k:styleUrl><k:ExtendedData><k:Data name="Tipo"><k:value>Depósito</k:value></k:Data></k:ExtendedData><k:MultiGeometry>${polygon(closed(square), hole)}${polygon(hole)}</k:MultiGeometry>`)}</k:Folder>`,
  );
  const expected = [
    {
      name: 'Depot North',
      note: 'Gate 7\nRing',
      colour: '#ff8000',
      kind: 'depot',
      shape: { kind: 'polygon', rings: [square, hole, hole] },
    },
  ];

  test('has names, descriptions, colours, data and several areas, in any encoding or in an archive', async () => {
    expect((await read(styled)).places).toMatchObject(expected);
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(styled, 'utf16le')]);
    expect((await readPlacesFile(utf16)).places).toMatchObject(expected);
    const kmz = zipSync({ 'images/a.png': new Uint8Array(9), 'doc.kml': bytes(styled) });
    expect((await readPlacesFile(kmz)).places).toMatchObject(expected);
  });

  test('lines and links are refused; what comes before the end of a cut file is read', async () => {
    const point = placemark(
      '<k:name>A</k:name><k:Point><k:coordinates>7,45,0</k:coordinates></k:Point>',
    );
    const line = placemark('<k:LineString><k:coordinates>7,45 8,45</k:coordinates></k:LineString>');
    expect(
      await reasons(
        kml(`${point}${line}<k:NetworkLink/><k:NetworkLink><k:name>L</k:name></k:NetworkLink>`),
      ),
    ).toEqual(['places.import.notArea', 'places.import.link']);
    const cut = kml(point + point);
    const { places, refused } = await read(cut.slice(0, -60));
    expect(places.map(({ name }) => name)).toEqual(['A']);
    expect(refused.map(({ reason }) => reason.key)).toEqual(['places.import.cut']);
  });
});

test('waypoints of a GPX file are places, its tracks are not', async () => {
  const gpx =
    '<gpx><wpt lat="45,5" lon="7.5"><name>Pump</name><type>fuel</type></wpt><trk><name>Tour</name></trk></gpx>';
  expect(await read(gpx)).toMatchObject({
    places: [{ name: 'Pump', kind: 'fuel', shape: { centre: [7.5, 45.5], radiusM: 150 } }],
    refused: [{ name: 'Tour' }],
  });
});

describe('tables', () => {
  test('have coordinates in one column or two, with points or commas', async () => {
    expect(
      await read('Nombre;Latitud;Longitud;Radio (m);Tipo\nA;45,5;7,5;80,5;Cliente\nB;;;;'),
    ).toMatchObject({
      places: [{ name: 'A', kind: 'customer', shape: { centre: [7.5, 45.5], radiusM: 80.5 } }],
      refused: [{ name: 'B' }],
    });
    expect(await shapes('site,coordinates\nA,"45°30\'N 7°30\'E"')).toMatchObject([
      { centre: [7.5, 45.5] },
    ]);
  });

  test.each([
    ['WKT,name\n"POINT (7 45)",A', [7, 45], 150],
    ['WKT,name\n"POINT Z (7 45 240)",A', [7, 45], 150],
    ['Name,Lat/Lng,Radius (km)\nA,"45, 7","1,5"', [7, 45], 1_500],
    ['name,lat,lon,Radius (ft)\nA,45,7,1000', [7, 45], 304.8],
    ['name,gps,radius_km\nA,"45, 7",80 m', [7, 45], 80],
    ['id,name,area\n1,A,"CIRCLE (45 7, 50.5)"', [7, 45], 50.5],
  ])('%s is a circle', async (text, centre, radiusM) => {
    expect(await read(text)).toMatchObject({
      places: [{ name: 'A', shape: { kind: 'circle', centre, radiusM } }],
      refused: [],
    });
  });

  test.each([
    // One and a half metres in one country, 1500 in another.
    ['name;lat;lon;radius\nA;45;7;1.500', 'places.import.radius'],
    ['name;lat;lon;radius\nA;45;7;2,250 m', 'places.import.radius'],
    ['name,wkt\nA,SRID=3857;POINT(855000 5630000)', 'places.import.noPosition'],
    ['name,geom\nA,0101000020E61000001F85EB51B81E1E40AE47E17A14864640', 'places.import.noPosition'],
    [
      '<kml><Placemark><Point><coordinates>13,38,52,51</coordinates></Point></Placemark></kml>',
      'places.import.noPosition',
    ],
    [
      '<kml><Placemark><Point><coordinates>13,38 52,51</coordinates></Point></Placemark></kml>',
      'places.import.noPosition',
    ],
  ])('%s is no circle, rather than a wrong one', async (text, reason) => {
    expect(await reasons(text)).toEqual([reason]);
    expect(await shapes(text)).toEqual([]);
  });

  test('areas of a file with circles have the latitude first, as Traccar writes them', async () => {
    const latitudeFirst = closed(square).map(([lon, lat]) => `${lat} ${lon}`);
    const list = ['CIRCLE (45 7, 50)', `POLYGON((${latitudeFirst.join(', ')}))`].map((area, i) => ({
      id: i,
      name: 'A',
      description: null,
      area,
      calendarId: 0,
      attributes: {},
    }));
    const expected = [{ centre: [7, 45] }, { kind: 'polygon', rings: [square] }];
    expect(await shapes(JSON.stringify(list))).toMatchObject(expected);
    const rows = list.map(({ name, area }) => `${name},"${area}"`);
    expect(await shapes(`name,area\n${rows.join('\n')}`)).toMatchObject(expected);
    const line = (corners: readonly LonLat[]) => corners.map((at) => at.join(' ')).join(', ');
    expect(
      await reasons(`name,wkt\nA,"LINESTRING (${line(square)})"\nB,POINT EMPTY\nC,"POINT (x y)"`),
    ).toEqual(['places.import.notArea', 'places.import.noPosition', 'places.import.noPosition']);
    expect(await shapes(`wkt\n"LINESTRING (${line(closed(square))})"`)).toHaveLength(1);
  });

  test('without a position are refused as a whole', async () => {
    await expect(read('name,kind\nA,depot')).rejects.toMatchObject({
      fault: { message: { key: 'places.import.columns' } },
    });
  });
});
