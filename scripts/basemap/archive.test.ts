import fc from 'fast-check';
import { PMTiles, type RangeResponse } from 'pmtiles';
import { expect, it } from 'vitest';
import { writeArchive } from './archive.mjs';

interface Tile {
  z: number;
  x: number;
  y: number;
  bytes: Uint8Array;
}

const options = {
  metadata: { name: 'test', vector_layers: [] },
  minZoom: 0,
  maxZoom: 9,
  centre: [10, 30, 2] as [number, number, number],
};

function open(archive: Buffer): PMTiles {
  return new PMTiles({
    getKey: () => 'test',
    getBytes: (offset: number, length: number): Promise<RangeResponse> =>
      Promise.resolve({ data: new Uint8Array(archive.subarray(offset, offset + length)).buffer }),
  });
}

async function expectAll(tiles: Tile[], file = writeArchive(tiles, options)) {
  const archive = open(file);
  for (const { z, x, y, bytes } of tiles) {
    const found = await archive.getZxy(z, x, y);
    expect(found && Buffer.from(found.data).equals(Buffer.from(bytes)), `${z}/${x}/${y}`).toBe(
      true,
    );
  }
}

const tile = fc
  .tuple(fc.integer({ min: 0, max: 9 }), fc.nat(), fc.nat(), fc.uint8Array({ maxLength: 4 }))
  .map(([z, x, y, bytes]): Tile => ({ z, x: x % 2 ** z, y: y % 2 ** z, bytes }));
const tiles = fc.uniqueArray(tile, { selector: ({ z, x, y }) => `${z}/${x}/${y}`, maxLength: 60 });

it('reads back every written tile, including duplicates and neighbours', async () => {
  await fc.assert(
    fc.asyncProperty(tiles, (written) => expectAll(written)),
    { numRuns: 60 },
  );
});

it('finds nothing for a tile that was not written', async () => {
  const archive = open(writeArchive([{ z: 1, x: 0, y: 0, bytes: Uint8Array.of(1) }], options));
  expect(await archive.getZxy(1, 1, 1)).toBeUndefined();
});

it('splits a directory that does not fit into the first 16 KiB', async () => {
  const many: Tile[] = [];
  // Irregular gaps and sizes make the directory hard to compress.
  let noise = 1;
  for (let x = 0; x < 256; x++) {
    for (let y = 0; y < 256; y++) {
      noise = (noise * 48_271) % 2_147_483_647;
      if (noise % 3 === 0) continue;
      // Few different tiles: compressing each takes longest.
      const bytes = new Uint8Array(3 + (noise % 37)).fill(noise % 11);
      many.push({ z: 8, x, y, bytes });
    }
  }
  const archive = writeArchive(many, options);
  expect((await open(archive).getHeader()).leafDirectoryLength).toBeGreaterThan(0);
  await expectAll(
    many.filter((_, i) => i % 101 === 0),
    archive,
  );
});

it('writes the same bytes for the same tiles in any order', () => {
  const two: Tile[] = [
    { z: 2, x: 1, y: 3, bytes: Uint8Array.of(1, 2) },
    { z: 2, x: 3, y: 0, bytes: Uint8Array.of(3) },
  ];
  expect(writeArchive(two, options).equals(writeArchive(two.toReversed(), options))).toBe(true);
});
