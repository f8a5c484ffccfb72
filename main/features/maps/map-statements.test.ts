import fs from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MapBounds, MapFileFacts } from '#shared/domain/map-file';
import { MapFileError } from './container';
import { roadMap, roadTile, tilesOf } from './map-writer.test-support';
import { openMap } from './open-map';
import {
  folderOfMaps,
  kinds,
  packings,
  pictures,
  read,
  streets,
  writerIn,
} from './written-maps.test-support';

const written = writerIn(folderOfMaps());

const { bounds: area } = streets();

describe('the area that a file states', () => {
  const [west, south, east, north] = area;
  const cases: [string, string | null, MapBounds | null, boolean][] = [
    ['right', area.join(','), area, true],
    ['with blanks', area.join(' , '), area, true],
    ['none', null, null, true],
    ['empty', '', null, true],
    ['words', 'everywhere', null, false],
    ['three numbers', '7,45,8', null, false],
    ['latitude first', [south, west, north, east].join(','), null, false],
    ['north before south', [west, north, east, south].join(','), null, false],
    ['a point', [7, 45, 7, 45].join(','), null, false],
    ['another place', '100,-30,101,-29', null, false],
    ['outside of the world', '700,4500,720,4520', null, false],
    ['zeros', '0,0,0,0', null, false],
    ['the whole world', '-180,-85.0511,180,85.0511', null, true],
    ['not finite', 'NaN,Infinity,-Infinity,1e999', null, false],
  ];

  test.each(cases)(
    'is used if the tiles are there, else theirs is: %s',
    async (_, bounds, expected, isUsed) => {
      const { facts } = await read(written.mbtiles(streets(), { metadata: { bounds } }));
      expect(facts.ignored).toEqual(isUsed ? [] : ['bounds']);
      expectBounds(facts.bounds, expected);
    },
  );

  test.each(cases)('in the header of PMTiles too: %s', async (_, bounds, expected, isUsed) => {
    const numbers = (bounds ?? '0,0,0,0').split(',').map(Number);
    if (
      numbers.length !== 4 ||
      numbers.some((each) => !Number.isFinite(each) || Math.abs(each) > 214)
    )
      return;
    const { facts } = await read(written.pmtiles({ ...streets(), bounds: numbers as never }));
    // Four zeros say nothing there.
    expect(facts.ignored).toEqual(isUsed || numbers.every((each) => each === 0) ? [] : ['bounds']);
    expectBounds(facts.bounds, expected);
  });

  /** Exact to a metre; around the tiles, with at most two tiles of zoom 14 to spare, if none is expected. */
  function expectBounds(found: MapBounds, expected: MapBounds | null): void {
    const most = expected ? 1e-5 : 0.05;
    for (const [edge, value] of found.entries()) {
      expect(Math.abs(value - (expected ?? area)[edge]!)).toBeLessThan(most);
    }
  }

  test('may be larger than the detailed part, if there are coarse tiles', async () => {
    const bounds: MapBounds = [-20, 30, 40, 70];
    const wide = { ...roadMap('openmaptiles', 7, 45), bounds };
    const tiles = [...tilesOf(bounds, { from: 0, to: 7 }, roadTile('openmaptiles')), ...wide.tiles];
    for (const kind of kinds) {
      const { facts } = await read(written[kind]({ ...wide, tiles, minZoom: 0 }));
      expect(facts).toMatchObject({ bounds, minZoom: 0, maxZoom: 14, ignored: [] });
    }
  });
});

test.each([
  [null, null, []],
  ['', '', []],
  ['10', '14', []],
  ['0', '22', ['zoom']],
  ['14', '10', ['zoom']],
  ['0', '0', ['zoom']],
  ['-1', '99', ['zoom']],
  ['low', 'high', ['zoom']],
])('zooms are those of the tiles: %s to %s is stated', async (minzoom, maxzoom, ignored) => {
  const { facts } = await read(written.mbtiles(streets(), { metadata: { minzoom, maxzoom } }));
  expect(facts).toMatchObject({ minZoom: 10, maxZoom: 14, ignored });
  const [min, max] = [Number(minzoom), Number(maxzoom)];
  if (!(min >= 0 && max >= 0)) return;
  const { facts: other } = await read(
    written.pmtiles({ ...streets(), minZoom: min, maxZoom: max }),
  );
  expect(other).toMatchObject({ minZoom: 10, maxZoom: 14 });
});

describe('an MBTiles file', () => {
  test.each([
    null,
    '',
    '{',
    '[]',
    'null',
    '{"vector_layers":"none"}',
    '{"vector_layers":[1,{"id":2}]}',
  ])('is read with the description of its layers %s', async (json) => {
    const { facts } = await read(written.mbtiles(streets(), { metadata: { json } }));
    expect(facts).toMatchObject({
      schema: 'openmaptiles',
      ignored: json === '{' ? ['metadata'] : [],
    });
  });

  test('is read without metadata, with very long values, and with values that are bytes', async () => {
    const none = written.mbtiles(streets(), { more: 'DROP TABLE metadata' });
    expect((await read(none)).facts).toMatchObject({ schema: 'openmaptiles', minZoom: 10 });
    const long = written.mbtiles(streets(), {
      metadata: { name: 'x'.repeat(300_000), note: 'y'.repeat(3_000_000) },
    });
    expect((await read(long)).facts.bounds).toEqual(area);
    const more = 'UPDATE metadata SET value = CAST(value AS BLOB), name = upper(name)';
    expect((await read(written.mbtiles(streets(), { more }))).facts).toMatchObject({
      bounds: area,
      ignored: [],
    });
  });

  test('is read by the layers in its tiles, whatever layers it states', async () => {
    for (const schema of ['protomaps', 'shortbread'] as const) {
      const layers = ['transportation', 'transportation_name', 'building', 'poi', 'place'];
      const metadata = { vector_layers: layers.map((id) => ({ id, fields: {} })) };
      for (const kind of ['mbtiles', 'pmtiles'] as const) {
        const file = written[kind]({ ...roadMap(schema, 7, 45), metadata });
        expect((await read(file)).facts.schema).toBe(schema);
      }
    }
  });

  test('is read when its columns are written in capitals', async () => {
    const more = `
      CREATE TABLE stored (ZOOM_LEVEL INTEGER, TILE_COLUMN INTEGER, TILE_ROW INTEGER, TILE_DATA BLOB);
      INSERT INTO stored SELECT * FROM tiles; DROP TABLE tiles; ALTER TABLE stored RENAME TO TILES;
      CREATE TABLE named (NAME TEXT, VALUE TEXT);
      INSERT INTO named SELECT * FROM metadata; DROP TABLE metadata; ALTER TABLE named RENAME TO METADATA;`;
    const { facts, tile } = await read(written.mbtiles(streets(), { more }));
    expect(facts).toMatchObject({ schema: 'openmaptiles', bounds: area, ignored: [] });
    expect(tile).not.toBeNull();
  });

  test('is read when its tiles are a view over places and pictures', async () => {
    const more = `
      CREATE TABLE images AS SELECT DISTINCT hex(tile_data) AS tile_id, tile_data FROM tiles;
      CREATE TABLE map AS SELECT zoom_level, tile_column, tile_row, hex(tile_data) AS tile_id FROM tiles;
      DROP TABLE tiles;
      CREATE UNIQUE INDEX map_index ON map (zoom_level, tile_column, tile_row);
      CREATE UNIQUE INDEX images_id ON images (tile_id);
      CREATE VIEW tiles AS SELECT map.zoom_level AS zoom_level, map.tile_column AS tile_column,
        map.tile_row AS tile_row, images.tile_data AS tile_data
        FROM map JOIN images ON images.tile_id = map.tile_id;`;
    const { facts, tile } = await read(written.mbtiles(streets(), { more }));
    expect(facts).toMatchObject({ schema: 'openmaptiles', bounds: area, ignored: [] });
    expect(tile).not.toBeNull();
  });

  describe('whose rows count from the north', () => {
    test.each([
      ['its area', {}],
      ['its centre', { bounds: null, center: '7,45,12' }],
      ['its scheme', { bounds: null, scheme: 'xyz' }],
      ['its area, against its scheme', { scheme: 'tms' }],
    ])('is recognised by %s', async (_, metadata) => {
      const { facts, tile } = await read(written.mbtiles(streets(), { isFlipped: true, metadata }));
      expect(facts.ignored).toEqual(['rows']);
      expect(facts.bounds[1]).toBeCloseTo(area[1], 1);
      expect(tile).not.toBeNull();
    });

    test('is not assumed of one whose rows count from the south', async () => {
      for (const metadata of [
        { scheme: 'xyz' },
        { center: '7,45,12', bounds: null },
        { bounds: null },
      ]) {
        const { facts, tile } = await read(written.mbtiles(streets(), { metadata }));
        expect(facts.ignored).toEqual([]);
        expect(tile).not.toBeNull();
      }
    });
  });
});

/** Whether an error says what was seen and where; some reasons are of the whole file. */
const namesItsPlace = (error: unknown) =>
  error instanceof MapFileError &&
  (error.detail !== '' || ['empty', 'unsafe', 'unreadable'].includes(error.reason));

describe('whatever a file states', () => {
  const noise = fc.oneof(
    fc.constant(null),
    fc.constantFrom('', '0', '-1', '14', '1e9', 'png', 'pbf', 'xyz', '{', '[]', '7,45', '0,0,0,0'),
    fc.string({ maxLength: 40 }),
  );
  const names = ['format', 'bounds', 'minzoom', 'maxzoom', 'json', 'scheme', 'center', 'name'];
  const stated = fc.record(Object.fromEntries(names.map((name) => [name, noise])), {
    requiredKeys: [],
  });
  const packed = fc.constantFrom(...Object.values(packings));
  const bytesAt = fc.array(fc.tuple(fc.integer({ min: 96, max: 126 }), fc.nat(255)), {
    maxLength: 12,
  });

  test('a good tile is drawn, and what was not used is named', async () => {
    await fc.assert(
      fc.asyncProperty(
        stated,
        packed,
        packed,
        bytesAt,
        fc.boolean(),
        async (metadata, pack, packInside, changes, isRaster) => {
          const content = { ...(isRaster ? pictures() : streets()), pack, packInside };
          const files = [
            written.mbtiles(content, { metadata }),
            written.pmtiles(content, (bytes) => {
              for (const [at, value] of changes) bytes[at] = value;
            }),
          ];
          for (const file of files) {
            const { facts, tile } = await read(file);
            expect(facts).toMatchObject({
              schema: isRaster ? null : 'openmaptiles',
              minZoom: 10,
              maxZoom: 14,
            });
            const isPlaced = facts.ignored.includes('rows') || tile !== null;
            expect(isPlaced).toBe(true);
            const [west, , east] = facts.bounds;
            expect(west < 7.1 && east > 6.9).toBe(true);
            fs.rmSync(file);
          }
        },
      ),
      { numRuns: 60 },
    );
  }, 60_000);

  test('bytes that are damaged anywhere lead to a map or to a refusal with its place', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...kinds),
        fc.array(fc.tuple(fc.nat(30_000), fc.nat(255)), { minLength: 1, maxLength: 30 }),
        async (kind, changes) => {
          const file = written[kind](streets());
          const bytes = fs.readFileSync(file);
          for (const [at, value] of changes) bytes[at % bytes.length] = value;
          fs.writeFileSync(file, bytes);
          const opened = openMap(file).then(async (reader) => {
            await reader.close();
            return reader.facts.schema;
          });
          const found = await opened.catch((error: unknown) => error);
          fs.rmSync(file);
          expect(found === 'openmaptiles' || namesItsPlace(found), String(found)).toBe(true);
        },
      ),
      { numRuns: 150 },
    );
  }, 60_000);
});

test('PMTiles and MBTiles of the same content have the same facts', async () => {
  for (const content of [streets(), pictures(), roadMap('protomaps', -70, -33)]) {
    const [first, second] = [written.pmtiles(content), written.mbtiles(content)];
    const [{ facts: a }, { facts: b }] = [await read(first), await read(second)];
    const rounded = ({ bounds, ...facts }: MapFileFacts) => ({
      ...facts,
      bounds: bounds.map((each) => each.toFixed(5)),
    });
    expect({ ...rounded(a), container: 'any', bytes: 0 }).toEqual({
      ...rounded(b),
      container: 'any',
      bytes: 0,
    });
  }
});
