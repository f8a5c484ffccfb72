import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { pictureMap, roadTile, type MapContent } from './map-writer.test-support';
import { openMap } from './open-map';
import {
  kinds,
  latitude,
  longitude,
  packings,
  pictures,
  png,
  read,
  streets,
  writerIn,
} from './written-maps.test-support';

// What a file states about itself is often wrong: programs copy it from another file, leave it out, or write
// what another program expects. The tiles decide.

let folder: string;
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'waypost-map-content-'));
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
const written = writerIn(() => folder);

describe.each(Object.entries(packings))('tiles that are packed with %s', (_, pack) => {
  it.each(kinds)('are unpacked, whatever the header of a %s file says', async (kind) => {
    const vector = await read(written[kind]({ ...streets(), pack }));
    expect(vector.facts.schema).toBe('openmaptiles');
    expect(Buffer.from(vector.tile!).equals(Buffer.from(roadTile('openmaptiles')))).toBe(true);
    const raster = await read(written[kind]({ ...pictures(), pack }));
    expect(raster.facts.schema).toBeNull();
    expect(Buffer.from(raster.tile!).equals(png)).toBe(true);
  });

  it('may be in a PMTiles file whose directories are packed in this way, and named otherwise', async () => {
    for (const stated of [0, 1, 2, 3, 4, 9]) {
      const file = written.pmtiles({ ...streets(), packInside: pack }, (h) => (h[97] = stated));
      expect((await read(file)).facts).toMatchObject({ schema: 'openmaptiles', maxZoom: 14 });
    }
  });
});

describe('the format that a file states', () => {
  test.each([
    null,
    '',
    'pbf',
    'png',
    'jpg',
    'webp',
    'image/png',
    'hybrid',
    'tiles',
    'x'.repeat(5_000),
  ])('of MBTiles is not believed: %s', async (format) => {
    const metadata = { format };
    const vector = (await read(written.mbtiles(streets(), { metadata }))).facts;
    expect(vector.schema).toBe('openmaptiles');
    expect(vector.ignored).toEqual(!format || format === 'pbf' ? [] : ['format']);
    const raster = (await read(written.mbtiles(pictures(), { metadata }))).facts;
    expect(raster.schema).toBeNull();
    const isPicture = !format || /png|jpg|webp|hybrid/.test(format);
    expect(raster.ignored).toEqual(isPicture ? [] : ['format']);
  });

  test.each([0, 1, 2, 3, 4, 5, 6, 77])('of PMTiles is not believed: type %s', async (type) => {
    const lie = (bytes: Buffer) => (bytes[99] = type);
    expect((await read(written.pmtiles(streets(), lie))).facts.schema).toBe('openmaptiles');
    expect((await read(written.pmtiles(pictures(), lie))).facts).toMatchObject({
      schema: null,
      ignored: [0, 2, 3, 4, 5].includes(type) ? [] : ['format'],
    });
  });

  test('of the compression is named if it is another', async () => {
    const lie = (bytes: Buffer) => (bytes[98] = 4);
    expect((await read(written.pmtiles(streets(), lie))).facts.ignored).toEqual(['compression']);
    expect((await read(written.pmtiles(streets()))).facts.ignored).toEqual([]);
  });
});

describe('pictures', () => {
  const bytes = (...parts: (string | number[])[]) =>
    Buffer.concat(
      parts.map((part) =>
        typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part),
      ),
    );
  const be = (value: number) => [value >> 8, value & 255];
  const le = (value: number) => [value & 255, value >> 8];
  const forms: [string, (side: number) => Buffer][] = [
    [
      'PNG',
      (side) =>
        bytes('\u0089PNG\r\n\u001a\n', [0, 0, 0, 13], 'IHDR', [
          0,
          0,
          ...be(side),
          0,
          0,
          ...be(side),
          8,
          2,
        ]),
    ],
    [
      'JPEG',
      (side) =>
        bytes([
          0xff,
          0xd8,
          0xff,
          0xe0,
          0,
          4,
          1,
          2,
          0xff,
          0xff,
          0xc2,
          0,
          11,
          8,
          ...be(side),
          ...be(side),
          1,
        ]),
    ],
    ['GIF', (side) => bytes('GIF89a', le(side), le(side))],
    [
      'WebP',
      (side) =>
        bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8 ', [
          0,
          0,
          0,
          0,
          0,
          0,
          0,
          0x9d,
          1,
          0x2a,
          ...le(side),
          ...le(side),
        ]),
    ],
    [
      'lossless WebP',
      (side) =>
        bytes(
          'RIFF',
          [0, 0, 0, 0],
          'WEBPVP8L',
          [0, 0, 0, 0, 0x2f],
          [
            (side - 1) & 255,
            ((side - 1) >> 8) | (((side - 1) & 3) << 6),
            (side - 1) >> 2,
            (side - 1) >> 10,
          ],
        ),
    ],
    [
      'extended WebP',
      (side) =>
        bytes(
          'RIFF',
          [0, 0, 0, 0],
          'WEBPVP8X',
          [10, 0, 0, 0, 0, 0, 0, 0],
          le(side - 1),
          [0],
          le(side - 1),
          [0],
        ),
    ],
    [
      'AVIF',
      (side) =>
        bytes([0, 0, 0, 28], 'ftypavif', Array(16).fill(0) as number[], [0, 0, 0, 20], 'ispe', [
          0,
          0,
          0,
          0,
          0,
          0,
          ...be(side),
          0,
          0,
          ...be(side),
        ]),
    ],
  ];

  test.each(forms)(
    'in %s are recognised with their size, in both kinds of files',
    async (_, form) => {
      for (const kind of kinds) {
        for (const side of [256, 512]) {
          const file = written[kind](pictureMap(form(side), longitude, latitude));
          expect((await read(file)).facts).toMatchObject({ schema: null, tileSize: side });
        }
        const large = written[kind](pictureMap(form(8_192), longitude, latitude));
        await expect(openMap(large)).rejects.toMatchObject({ reason: 'excessive' });
      }
    },
  );
});

describe.each(kinds)('of a %s file', (kind) => {
  const withSome = (content: MapContent, bytes: Uint8Array, isIn: (at: number) => boolean) => ({
    ...content,
    tiles: content.tiles.map((tile, at) => (isIn(at) ? { ...tile, bytes } : tile)),
  });

  it('the first tiles may be without content, and single ones may be damaged', async () => {
    const half = streets().tiles.length / 2;
    const blank = written[kind](withSome(streets(), new Uint8Array(), (at) => at < half));
    expect((await read(blank)).facts.schema).toBe('openmaptiles');
    const strange = withSome(streets(), Buffer.from('<html>404</html>'), (at) => at % 3 === 0);
    expect((await read(written[kind](strange))).facts.schema).toBe('openmaptiles');
  });

  it('a tile of another kind than the others is a gap', async () => {
    const place = streets().tiles.findIndex(({ zoom }) => zoom === 14);
    const mixed = written[kind](withSome(streets(), png, (at) => at === place));
    expect(await read(mixed)).toMatchObject({ facts: { schema: 'openmaptiles' }, tile: null });
  });

  it('tiles that are no map are refused with a tile and what it looks like', async () => {
    const text = {
      ...streets(),
      tiles: streets().tiles.map((tile) => ({
        ...tile,
        bytes: Buffer.from('<!DOCTYPE html><title>Not found</title>'),
      })),
      pack: packings['none']!,
    };
    await expect(openMap(written[kind](text))).rejects.toMatchObject({
      reason: 'otherFormat',
      detail: expect.stringMatching(/^10\/\d+\/\d+: a web page$/) as string,
    });
    const blank = {
      ...streets(),
      tiles: streets().tiles.map((tile) => ({ ...tile, bytes: new Uint8Array() })),
    };
    await expect(openMap(written[kind](blank))).rejects.toMatchObject({ reason: 'blank' });
  });
});
