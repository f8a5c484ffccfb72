// Writes a PMTiles v3 archive (clustered, directories and tiles gzipped, equal tiles stored once).
// The `pmtiles` package only reads them. fflate, not zlib: its output is the same on every machine.
import { gzipSync } from 'fflate';
import { zxyToTileId } from 'pmtiles';

const headerLength = 127;
/** Header and root directory must fit into the first 16 KiB, which readers fetch with one request. */
const rootLimit = 16_384 - headerLength;
const compressionGzip = 2;
const tileTypeVector = 1;

/** Gzip at the best compression, without a time stamp so that the bytes never change. */
export function compress(bytes) {
  return gzipSync(bytes, { level: 9, mtime: 0 });
}

function varint(out, value) {
  let rest = value;
  while (rest >= 0x80) {
    out.push((rest % 0x80) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  out.push(rest);
}

/** Column by column, as the format requires: ids as differences, run lengths, lengths, offsets. */
function directory(entries) {
  const out = [];
  varint(out, entries.length);
  entries.forEach((e, i) => varint(out, e.tileId - (i > 0 ? entries[i - 1].tileId : 0)));
  for (const e of entries) varint(out, e.runLength);
  for (const e of entries) varint(out, e.length);
  entries.forEach((e, i) => {
    const previous = entries[i - 1];
    // 0 means that the tile directly follows the previous one.
    varint(out, previous && e.offset === previous.offset + previous.length ? 0 : e.offset + 1);
  });
  return compress(Uint8Array.from(out));
}

function directories(entries) {
  const root = directory(entries);
  if (root.length <= rootLimit) return { root, leaves: new Uint8Array() };
  for (let perLeaf = 4096; ; perLeaf *= 2) {
    const leaves = [];
    const pointers = [];
    let offset = 0;
    for (let i = 0; i < entries.length; i += perLeaf) {
      const leaf = directory(entries.slice(i, i + perLeaf));
      pointers.push({ tileId: entries[i].tileId, offset, length: leaf.length, runLength: 0 });
      leaves.push(leaf);
      offset += leaf.length;
    }
    const pointerRoot = directory(pointers);
    if (pointerRoot.length <= rootLimit)
      return { root: pointerRoot, leaves: Buffer.concat(leaves) };
  }
}

/**
 * @param {{z: number, x: number, y: number, bytes: Uint8Array}[]} tiles uncompressed vector tiles
 * @param {{metadata: object, minZoom: number, maxZoom: number, centre: [number, number, number]}} options
 * `centre` is longitude, latitude and zoom
 * @returns {Buffer}
 */
export function writeArchive(tiles, { metadata, minZoom, maxZoom, centre }) {
  const sorted = tiles
    .map((tile) => ({ tileId: zxyToTileId(tile.z, tile.x, tile.y), bytes: tile.bytes }))
    .sort((a, b) => a.tileId - b.tileId);
  const locations = new Map();
  const chunks = [];
  const entries = [];
  let size = 0;
  for (const { tileId, bytes } of sorted) {
    const key = Buffer.from(bytes).toString('latin1');
    let location = locations.get(key);
    if (!location) {
      const compressed = compress(bytes);
      location = { offset: size, length: compressed.length };
      locations.set(key, location);
      chunks.push(compressed);
      size += compressed.length;
    }
    const last = entries.at(-1);
    if (last && last.offset === location.offset && last.tileId + last.runLength === tileId) {
      last.runLength++;
    } else entries.push({ tileId, runLength: 1, ...location });
  }

  const { root, leaves } = directories(entries);
  const metadataBytes = compress(Buffer.from(JSON.stringify(metadata)));
  const rootOffset = headerLength;
  const metadataOffset = rootOffset + root.length;
  const leavesOffset = metadataOffset + metadataBytes.length;
  const dataOffset = leavesOffset + leaves.length;

  const header = Buffer.alloc(headerLength);
  header.write('PMTiles', 0, 'ascii');
  header.writeUInt8(3, 7);
  [
    rootOffset,
    root.length,
    metadataOffset,
    metadataBytes.length,
    leavesOffset,
    leaves.length,
    dataOffset,
    size,
    sorted.length,
    entries.length,
    locations.size,
  ].forEach((value, i) => header.writeBigUInt64LE(BigInt(value), 8 + 8 * i));
  header.writeUInt8(1, 96); // clustered
  header.writeUInt8(compressionGzip, 97);
  header.writeUInt8(compressionGzip, 98);
  header.writeUInt8(tileTypeVector, 99);
  header.writeUInt8(minZoom, 100);
  header.writeUInt8(maxZoom, 101);
  [-180, -85.0511287, 180, 85.0511287].forEach((degrees, i) =>
    header.writeInt32LE(Math.round(degrees * 1e7), 102 + 4 * i),
  );
  header.writeUInt8(centre[2], 118);
  header.writeInt32LE(Math.round(centre[0] * 1e7), 119);
  header.writeInt32LE(Math.round(centre[1] * 1e7), 123);
  return Buffer.concat([header, root, metadataBytes, leaves, ...chunks]);
}
