import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tileSchemas } from '#shared/domain/map-file';
import { MapFileError } from './container';
import { pmtilesOf, roadMap, roadTile, writePmtiles } from './map-writer.test-support';
import { writeMbtiles } from './map-database.test-support';
import { openMap } from './open-map';

let folder: string;
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'waypost-maps-'));
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

let count = 0;
const newFile = (kind: string) => path.join(folder, `${(count += 1)}.${kind}`);

/** The reason for which a file is refused. */
async function refusalOf(file: string): Promise<string> {
  try {
    await (await openMap(file)).close();
    return 'accepted';
  } catch (error) {
    return error instanceof MapFileError ? error.reason : String(error);
  }
}

const map = (schema: (typeof tileSchemas)[number] = 'openmaptiles') => roadMap(schema, 7, 45);
const column = Math.floor(((7 + 180) / 360) * 2 ** 14);

describe.each(['pmtiles', 'mbtiles'] as const)('a %s file', (kind) => {
  const write = kind === 'pmtiles' ? writePmtiles : writeMbtiles;

  it.each(tileSchemas)('with streets in the schema %s is read', async (schema) => {
    const file = newFile(kind);
    const content = map(schema);
    write(file, content);
    const reader = await openMap(file);
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

  it('is refused when it is cut off', async () => {
    const file = newFile(kind);
    write(file, map());
    fs.truncateSync(file, Math.floor(fs.statSync(file).size / 2));
    expect(await refusalOf(file)).toBe('cutOff');
  });

  it('is refused without tiles, of another schema, and with pictures that are none', async () => {
    const empty = newFile(kind);
    write(empty, { ...map(), tiles: [] });
    expect(await refusalOf(empty)).toBe('empty');
    const other = newFile(kind);
    // A tile with one layer that is named "parcels".
    const bytes = Uint8Array.from([0x1a, 9, 0x0a, 7, ...Buffer.from('parcels')]);
    const tiles = map().tiles.map((tile) => ({ ...tile, bytes }));
    write(other, { ...map(), tiles, metadata: {} });
    await expect(openMap(other)).rejects.toMatchObject({
      reason: 'otherSchema',
      detail: 'parcels',
    });
  });

  it('is refused when a tile would unpack to more than a map has', async () => {
    const file = newFile(kind);
    const bomb = new Uint8Array(16 * 1024 * 1024);
    write(file, { ...map(), tiles: [{ zoom: 14, x: column, y: 5_900, bytes: bomb }] });
    expect(fs.statSync(file).size).toBeLessThan(200_000);
    expect(await refusalOf(file)).toBe('excessive');
  });

  it('names its sources as plain text, or those that its schema requires', async () => {
    const file = newFile(kind);
    const attribution = '<a href="https://x.example" onclick="x()">Test</a> &copy; Harbour';
    if (kind === 'pmtiles') writePmtiles(file, { ...map(), metadata: { attribution } });
    else writeMbtiles(file, map(), { metadata: { attribution } });
    const reader = await openMap(file);
    expect(reader.facts.attribution).toBe('Test © Harbour');
    await reader.close();
    const silent = newFile(kind);
    write(silent, { ...map(), metadata: {} });
    const other = await openMap(silent);
    expect(other.facts.attribution).toContain('OpenStreetMap');
    await other.close();
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
    const file = newFile('pmtiles');
    const bytes = pmtilesOf(map());
    lie(bytes);
    fs.writeFileSync(file, bytes);
    expect(await refusalOf(file)).toBe(reason);
  });

  /** A file whose directory is these bytes. */
  function withDirectory(directory: Buffer): string {
    const file = newFile('pmtiles');
    const header = pmtilesOf(map()).subarray(0, 127);
    header.writeBigUInt64LE(127n, 8);
    header.writeBigUInt64LE(BigInt(directory.length), 16);
    for (const at of [24, 32, 40, 48, 56, 64]) header.writeBigUInt64LE(0n, at);
    fs.writeFileSync(file, Buffer.concat([header, directory]));
    return file;
  }

  it('is refused with a directory of more entries than it has bytes', async () => {
    expect(await refusalOf(withDirectory(gzipSync(Uint8Array.from([0xff, 0xff, 0x7f]))))).toBe(
      'damaged',
    );
  });

  it('is refused with a directory that unpacks to megabytes', async () => {
    expect(await refusalOf(withDirectory(gzipSync(new Uint8Array(20_000_000))))).toBe('excessive');
  });

  it('is refused with a directory that leads to itself', async () => {
    // One entry of the first tile, whose run length of 0 means another directory at offset 0.
    const own = gzipSync(Uint8Array.from([1, 0, 0, 40, 1]));
    const file = withDirectory(own);
    const bytes = fs.readFileSync(file);
    bytes.writeBigUInt64LE(127n, 40);
    fs.writeFileSync(file, Buffer.concat([bytes, Buffer.alloc(64)]));
    expect(await refusalOf(file)).not.toBe('accepted');
  });
});

describe('an MBTiles file with more than tiles', () => {
  const withView = (view: string) => {
    const file = newFile('mbtiles');
    writeMbtiles(file, map(), { more: `ALTER TABLE tiles RENAME TO real_tiles; ${view}` });
    return file;
  };
  const columns = 'zoom_level, tile_column, tile_row, tile_data';

  it('is read when its tiles are a view, as some programs write them', async () => {
    const file = withView(`CREATE VIEW tiles AS SELECT ${columns} FROM real_tiles`);
    expect(await refusalOf(file)).toBe('accepted');
  });

  it.each([
    [
      'a query that never ends',
      `CREATE VIEW tiles AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
       SELECT i AS zoom_level, i AS tile_column, i AS tile_row, zeroblob(1) AS tile_data FROM n`,
    ],
    [
      'a blob of any size',
      'CREATE VIEW tiles AS SELECT 1 AS zoom_level, 1 AS tile_column, 1 AS tile_row, randomblob(900000000) AS tile_data',
    ],
  ])('is refused with %s', async (_, view) => {
    expect(await refusalOf(withView(view))).toBe('unsafe');
  });

  it('is refused without the table of tiles of an MBTiles file, and is never written', async () => {
    const file = newFile('mbtiles');
    writeMbtiles(file, map(), { more: 'DROP TABLE tiles' });
    const before = fs.readFileSync(file);
    expect(await refusalOf(file)).toBe('noTiles');
    expect(fs.readFileSync(file).equals(before)).toBe(true);
    expect(fs.readdirSync(folder).filter((name) => /-(wal|shm|journal)$/.test(name))).toEqual([]);
  });
});

it('refuses what is no map file at all', async () => {
  const text = newFile('pmtiles');
  fs.writeFileSync(text, 'no map');
  expect(await refusalOf(text)).toBe('notMap');
  const nothing = newFile('mbtiles');
  fs.writeFileSync(nothing, '');
  expect(await refusalOf(nothing)).toBe('notMap');
  expect(await refusalOf(folder)).toBe('notMap');
  expect(await refusalOf(path.join(folder, 'not-there.pmtiles'))).toBe('missing');
  const almost = newFile('mbtiles');
  fs.writeFileSync(almost, 'SQLite format 3\0 and nothing more');
  expect(await refusalOf(almost)).toBe('damaged');
});
