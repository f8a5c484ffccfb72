import { describe, expect, it, test } from 'vitest';
import { pictureMap, roadTile, type MapContent } from './map-writer.test-support';
import type { MapFileError } from './container';
import { openMap } from './open-map';
import {
  folderOfMaps,
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

const written = writerIn(folderOfMaps());

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
  const formats = [null, '', 'pbf', 'png', 'jpg', 'webp', 'image/png', 'hybrid', 'tiles'];
  test.each([...formats, 'x'.repeat(5_000)])('of MBTiles is not believed: %s', async (format) => {
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
  const be = (value: number) => value.toString(16).padStart(4, '0');
  const le = (value: number) => be(((value & 255) << 8) | (value >> 8));
  const latin = (text: string) => Buffer.from(text, 'latin1').toString('hex');
  /** Width and height less one in 14 bits each, from the lowest on. */
  const bits = (side: number) => {
    const value = Buffer.alloc(4);
    value.writeUInt32LE((side - 1) | ((side - 1) << 14));
    return value.toString('hex');
  };
  /** The bytes before the picture, in hexadecimal digits. */
  const forms: [string, (side: number) => string][] = [
    ['PNG', (side) => `89504e470d0a1a0a0000000d${latin('IHDR')}0000${be(side)}0000${be(side)}0802`],
    ['JPEG', (side) => `ffd8ffe000040102ffffc2000b08${be(side)}${be(side)}01`],
    ['GIF', (side) => `${latin('GIF89a')}${le(side)}${le(side)}`],
    ['WebP', (side) => `${riff('VP8 ')}000000000000009d012a${le(side)}${le(side)}`],
    ['lossless WebP', (side) => `${riff('VP8L')}000000002f${bits(side)}`],
    [
      'extended WebP',
      (side) => `${riff('VP8X')}0a00000000000000${le(side - 1)}00${le(side - 1)}00`,
    ],
    [
      'AVIF',
      (side) =>
        `0000001c${latin('ftypavif')}${'00'.repeat(16)}00000014${latin('ispe')}000000000000${be(side)}0000${be(side)}`,
    ],
  ];
  const riff = (kind: string) => `${latin('RIFF')}00000000${latin(`WEBP${kind}`)}`;

  test.each(forms)(
    'in %s are recognised with their size, in both kinds of files',
    async (_, form) => {
      for (const kind of kinds) {
        for (const side of [256, 512]) {
          const file = written[kind](
            pictureMap(Buffer.from(form(side), 'hex'), longitude, latitude),
          );
          expect((await read(file)).facts).toMatchObject({ schema: null, tileSize: side });
        }
        const large = written[kind](
          pictureMap(Buffer.from(form(8_192), 'hex'), longitude, latitude),
        );
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

  it.each<[string, Uint8Array, unknown]>([
    ['of another kind than the others', png, 'damaged'],
    ['of no kind', Buffer.from('<html>404</html>'), 'damaged'],
    ['that is cut off', roadTile('openmaptiles').subarray(0, 20), 'damaged'],
    ['without content', new Uint8Array(), null],
  ])('a tile %s is not taken for another', async (_, bytes, expected) => {
    const at14 = streets().tiles.findIndex(({ zoom }) => zoom === 14);
    const reader = await openMap(written[kind](withSome(streets(), bytes, (at) => at === at14)));
    const tile = reader.tile(streets().tiles[at14]!);
    const seen = await tile.catch((error: unknown) => (error as MapFileError).reason);
    await reader.close();
    expect(reader.facts.schema).toBe('openmaptiles');
    expect(seen).toBe(expected);
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
