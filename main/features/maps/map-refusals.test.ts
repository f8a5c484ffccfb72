import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MapFileError } from './container';
import { openMap } from './open-map';
import { kinds, streets, writerIn } from './written-maps.test-support';

let folder: string;
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'waypost-map-content-'));
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
const written = writerIn(() => folder);

describe('a refusal says what was seen', () => {
  const refused = async (file: string) => {
    const error: unknown = await openMap(file).catch((each: unknown) => each);
    expect(error).toBeInstanceOf(MapFileError);
    const { reason, detail } = error as MapFileError;
    return `${reason}: ${detail}`;
  };
  const placed = (bytes: string | Uint8Array) => {
    const file = written.newFile('mbtiles');
    fs.writeFileSync(file, bytes);
    return file;
  };

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
  ])('%j', async (bytes, expected) => {
    expect(await refused(placed(bytes))).toBe(expected);
  });

  test('of a file that is cut off, how much is there: only then a new download helps', async () => {
    for (const kind of kinds) {
      const file = written[kind](streets());
      const { size } = fs.statSync(file);
      fs.truncateSync(file, size - 100);
      expect(await refused(file)).toBe(`cutOff: ${size - 100} of ${size}`);
    }
  });

  test('of a database without tiles, its tables; of a broken directory, its place', async () => {
    const more = 'DROP TABLE tiles; CREATE TABLE gpkg_contents (a)';
    expect(await refused(written.mbtiles(streets(), { more }))).toBe(
      'noTiles: metadata, gpkg_contents',
    );
    const noise = () => Buffer.from('no directory at all, but long enough');
    expect(await refused(written.pmtiles({ ...streets(), packInside: noise }))).toBe(
      'damaged: directory at byte 127',
    );
  });
});

describe('a hostile MBTiles file', () => {
  const columns = 'zoom_level, tile_column, tile_row';
  const tooMuch: [string, string][] = [
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
      `DROP TABLE tiles; CREATE VIEW tiles AS SELECT 1 AS zoom_level, 1 AS tile_column, 1 AS tile_row, value AS tile_data FROM json_each('[1]')`,
    ],
    [
      'tiles that are the schema',
      'DROP TABLE tiles; CREATE VIEW tiles AS SELECT rootpage AS zoom_level, 1 AS tile_column, 1 AS tile_row, sql AS tile_data FROM sqlite_schema',
    ],
  ];
  test.each(tooMuch)('is refused with %s', async (_, more) => {
    await expect(openMap(written.mbtiles(streets(), { more }))).rejects.toMatchObject({
      reason: 'unsafe',
    });
  });

  test('cannot make the reader take gigabytes', async () => {
    const doubled = Array.from({ length: 40 }, () => 'value').join(' || ');
    const more = `
      INSERT INTO metadata VALUES ('long', '${'x'.repeat(4_000_000)}');
      ALTER TABLE tiles RENAME TO stored;
      CREATE VIEW tiles AS SELECT ${columns}, ${doubled} AS tile_data FROM stored, metadata
        WHERE metadata.name = 'long';`;
    const file = written.mbtiles(streets(), { more });
    const before = process.memoryUsage().rss;
    await expect(openMap(file)).rejects.toMatchObject({ reason: 'excessive' });
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1024 * 1024);
  });
});
