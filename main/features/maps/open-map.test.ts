import fs from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, test } from 'vitest';
import { tileSchemas } from '#shared/domain/map-file';
import { MapFileError } from './container';
import { pmtilesOf, roadMap, roadTile } from './map-writer.test-support';
import { openMap } from './open-map';
import { folderOfMaps, kinds, read, streets, writerIn } from './written-maps.test-support';

const folder = folderOfMaps();
const written = writerIn(folder);
const column = Math.floor(((7 + 180) / 360) * 2 ** 14);

const placed = (bytes: string | Uint8Array) => {
  const file = written.newFile('mbtiles');
  fs.writeFileSync(file, bytes);
  return file;
};

/** Why a file is refused, and what is said about it. */
async function refusalOf(file: string): Promise<string> {
  const error: unknown = await openMap(file).then(
    (reader) => reader.close(),
    (each: unknown) => each,
  );
  return error instanceof MapFileError ? `${error.reason}: ${error.detail}` : String(error);
}

describe.each(kinds)('a %s file', (kind) => {
  it.each(tileSchemas)('with streets in the schema %s is read', async (schema) => {
    const content = roadMap(schema, 7, 45);
    const reader = await openMap(written[kind](content));
    expect(reader.facts).toMatchObject({ container: kind, schema, minZoom: 10, maxZoom: 14 });
    expect(reader.facts.bounds.map((each) => each.toFixed(1))).toEqual(
      content.bounds.map((each) => each.toFixed(1)),
    );
    const { y } = content.tiles.find((tile) => tile.zoom === 14 && tile.x === column)!;
    const tile = await reader.tile({ zoom: 14, x: column, y });
    expect(Buffer.from(tile!).equals(Buffer.from(roadTile(schema)))).toBe(true);
    expect(await reader.tile({ zoom: 14, x: 0, y: 0 })).toBeNull();
    await reader.close();
  });

  it('that is cut off is refused with how much is there: only then a new download helps', async () => {
    const file = written[kind](streets());
    const { size } = fs.statSync(file);
    for (const left of [size - 100, Math.floor(size / 2)]) {
      fs.truncateSync(file, left);
      expect(await refusalOf(file)).toBe(`cutOff: ${left} of ${size}`);
    }
  });

  it('is refused without tiles, of another schema, and if a tile would unpack to too much', async () => {
    expect(await refusalOf(written[kind]({ ...streets(), tiles: [] }))).toBe('empty: ');
    // A tile with one layer that is named "parcels".
    const parcels = Uint8Array.from([0x1a, 9, 0x0a, 7, ...Buffer.from('parcels')]);
    const tiles = streets().tiles.map((tile) => ({ ...tile, bytes: parcels }));
    const other = written[kind]({ ...streets(), tiles, metadata: {} });
    expect(await refusalOf(other)).toBe('otherSchema: parcels');
    const bomb = { zoom: 14, x: column, y: 5_900, bytes: new Uint8Array(16 * 1024 * 1024) };
    const file = written[kind]({ ...streets(), tiles: [bomb] });
    expect(fs.statSync(file).size).toBeLessThan(200_000);
    expect(await refusalOf(file)).toMatch('excessive');
  });

  it('names its sources as plain text, or those that its schema requires', async () => {
    const attribution = '<a href="https://x.example" onclick="x()">Test</a> &copy; Harbour';
    const reader = await openMap(written[kind]({ ...streets(), metadata: { attribution } }));
    expect(reader.facts.attribution).toBe('Test © Harbour');
    await reader.close();
    const silent = await openMap(written[kind]({ ...streets(), metadata: {} }));
    expect(silent.facts.attribution).toContain('OpenStreetMap');
    await silent.close();
  });
});

describe('a refusal says what was seen', () => {
  test.each([
    ['', 'notMap: empty'],
    ['\n<!DOCTYPE html><html><body>Sign in</body></html>', 'notMap: a web page'],
    ['<?xml version="1.0"?><kml/>', 'notMap: an XML text'],
    ['{"type":"FeatureCollection"}', 'notMap: a JSON text'],
    ['Dear diary', 'notMap: a text'],
    [gzipSync('a map'), 'notMap: a gzip archive'],
    [Buffer.from('PK\u0003\u0004rest'), 'notMap: a ZIP archive'],
    [Buffer.from('II*\u0000rest', 'latin1'), 'notMap: a TIFF picture'],
    [Buffer.alloc(99), 'notMap: zeros'],
    [Buffer.from([0, 1, 2, 3, 4, 5, 6, 7, 8]), 'notMap: bytes 00 01 02 03 04 05 06 07'],
    [Buffer.from('PM\u0002\u0000{}', 'latin1'), 'otherVersion: 2'],
    [Buffer.from('PM\u0001\u0000{}', 'latin1'), 'otherVersion: 1'],
    [Buffer.from('PMTiles\u0004', 'latin1'), 'otherVersion: 4'],
    [Buffer.from('PMTiles\u0003 cut', 'latin1'), 'cutOff: 12 of 127'],
    ['SQLite format 3\0 and nothing more', 'damaged: database'],
  ])('%j', async (bytes, expected) => {
    expect(await refusalOf(placed(bytes))).toBe(expected);
  });

  test('of a folder, and of a file that is not there', async () => {
    expect(await refusalOf(folder())).toBe('notMap: a folder or a device');
    expect(await refusalOf(written.newFile('pmtiles'))).toBe('missing: ');
  });
});

describe('a PMTiles file with a header that lies', () => {
  const lies: [string, string, (header: Buffer) => void][] = [
    ['a directory after the end', 'cutOff', (h) => h.writeBigUInt64LE(2n ** 40n, 8)],
    ['tiles after the end', 'cutOff', (h) => h.writeBigUInt64LE(2n ** 52n, 56)],
    ['a longer directory than there is', 'cutOff', (h) => h.writeBigUInt64LE(2n ** 33n, 16)],
    ['version 2', 'otherVersion', (h) => (h[7] = 2)],
  ];
  it.each(lies)('is refused: %s', async (_, reason, lie) => {
    expect(await refusalOf(written.pmtiles(streets(), lie))).toMatch(reason);
  });

  /** A file whose directory is these bytes. */
  function withDirectory(directory: Buffer): string {
    const header = pmtilesOf(streets()).subarray(0, 127);
    header.writeBigUInt64LE(127n, 8);
    header.writeBigUInt64LE(BigInt(directory.length), 16);
    for (const at of [24, 32, 40, 48, 56, 64]) header.writeBigUInt64LE(0n, at);
    return placed(Buffer.concat([header, directory]));
  }

  const directories: [string, string, Uint8Array][] = [
    ['more entries than it has bytes', 'damaged: directory', Uint8Array.from([0xff, 0xff, 0x7f])],
    ['megabytes when it is unpacked', 'excessive', new Uint8Array(20_000_000)],
    [
      'noise',
      'damaged: directory at byte 127',
      Buffer.from('no directory at all, but long enough'),
    ],
  ];
  it.each(directories)('is refused with a directory of %s', async (_, expected, bytes) => {
    expect(await refusalOf(withDirectory(gzipSync(bytes)))).toMatch(expected);
  });

  it('is refused with a directory that leads to itself', async () => {
    // One entry of the first tile, whose run length of 0 means another directory at offset 0.
    const file = withDirectory(gzipSync(Uint8Array.from([1, 0, 0, 40, 1])));
    const bytes = fs.readFileSync(file);
    bytes.writeBigUInt64LE(127n, 40);
    fs.writeFileSync(file, Buffer.concat([bytes, Buffer.alloc(64)]));
    expect(await refusalOf(file)).toMatch(/^(damaged|cutOff|excessive)/);
  });
});

describe('an MBTiles file', () => {
  const columns = 'zoom_level, tile_column, tile_row';
  const viewed = (view: string) =>
    `ALTER TABLE tiles RENAME TO stored; CREATE VIEW tiles AS ${view}`;

  it('is read when its tiles are a view, as some programs write them', async () => {
    const more = viewed(`SELECT ${columns}, tile_data FROM stored`);
    const { facts } = await read(written.mbtiles(streets(), { more }));
    expect(facts.schema).toBe('openmaptiles');
  });

  test.each([
    [
      'metadata that are an index of words',
      'DROP TABLE metadata; CREATE VIRTUAL TABLE metadata USING fts4(name, value)',
    ],
    ['another index of words', 'CREATE VIRTUAL TABLE more USING fts5(a)'],
    [
      'tiles in an index of places',
      'DROP TABLE tiles; CREATE VIRTUAL TABLE places USING rtree(id, a, b); CREATE VIEW tiles AS SELECT id AS zoom_level, a AS tile_column, b AS tile_row, id AS tile_data FROM places',
    ],
    [
      'tiles that a text is parsed to',
      viewed(
        `SELECT 1 AS zoom_level, 1 AS tile_column, 1 AS tile_row, value AS tile_data FROM json_each('[1]')`,
      ),
    ],
    [
      'tiles that are the schema',
      viewed(
        'SELECT rootpage AS zoom_level, 1 AS tile_column, 1 AS tile_row, sql AS tile_data FROM sqlite_schema',
      ),
    ],
    [
      'a query that never ends',
      viewed(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
        SELECT i AS zoom_level, i AS tile_column, i AS tile_row, zeroblob(1) AS tile_data FROM n`),
    ],
    [
      'a blob of any size',
      viewed(
        'SELECT 1 AS zoom_level, 1 AS tile_column, 1 AS tile_row, randomblob(900000000) AS tile_data',
      ),
    ],
  ])('is refused with %s', async (_, more) => {
    expect(await refusalOf(written.mbtiles(streets(), { more }))).toMatch('unsafe');
  });

  it('is refused without tiles, with the tables it has, and is never written', async () => {
    const more = 'DROP TABLE tiles; CREATE TABLE gpkg_contents (a)';
    const file = written.mbtiles(streets(), { more });
    const before = fs.readFileSync(file);
    expect(await refusalOf(file)).toBe('noTiles: metadata, gpkg_contents');
    expect(fs.readFileSync(file).equals(before)).toBe(true);
    expect(fs.readdirSync(folder()).filter((name) => /-(wal|shm|journal)$/.test(name))).toEqual([]);
  });

  it('cannot make the reader take gigabytes', async () => {
    const doubled = Array.from({ length: 40 }, () => 'value').join(' || ');
    const more = `
      INSERT INTO metadata VALUES ('long', '${'x'.repeat(4_000_000)}');
      ${viewed(`SELECT ${columns}, ${doubled} AS tile_data FROM stored, metadata WHERE metadata.name = 'long'`)}`;
    const file = written.mbtiles(streets(), { more });
    const before = process.memoryUsage().rss;
    expect(await refusalOf(file)).toMatch('excessive');
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1024 * 1024);
  });
});
