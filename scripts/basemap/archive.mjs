// Writes a PMTiles v3 archive (clustered, directories and tiles gzipped, equal tiles stored once).
// The npm package only reads them. fflate, not zlib: its output is the same on every machine.
import { gzipSync } from 'fflate';
import { zxyToTileId } from 'pmtiles';

const headerLength = 127;
/** Header and root directory must lie within the first 16 KiB, which readers fetch at once. */
const rootLimit = 16_384 - headerLength;
const compressionGzip = 2;
const tileTypeVector = 1;

/** Gzip without a time stamp, as small as it gets. */
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

/** Column by column, as the format asks: ids as differences, run lengths, lengths, offsets. */
function directory(entries) {
  const out = [];
  varint(out, entries.length);
  entries.forEach((e, i) => varint(out, e.tileId - (i > 0 ? entries[i - 1].tileId : 0)));
  for (const e of entries) varint(out, e.runLength);
  for (const e of entries) varint(out, e.length);
  entries.forEach((e, i) => {
    const before = entries[i - 1];
    // 0 stands for "right behind the one before".
    varint(out, before && e.offset === before.offset + before.length ? 0 : e.offset + 1);
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
    const top = directory(pointers);
    if (top.length <= rootLimit) return { root: top, leaves: Buffer.concat(leaves) };
  }
}

/**
 * @param {{z: number, x: number, y: number, bytes: Uint8Array}[]} tiles uncompressed vector tiles
 * @param {{metadata: object, minZoom: number, maxZoom: number, centre: [number, number, number]}} about
 * @returns {Buffer}
 */
export function writeArchive(tiles, { metadata, minZoom, maxZoom, centre }) {
  const ordered = tiles
    .map((tile) => ({ tileId: zxyToTileId(tile.z, tile.x, tile.y), bytes: tile.bytes }))
    .sort((a, b) => a.tileId - b.tileId);
  const stored = new Map();
  const chunks = [];
  const entries = [];
  let size = 0;
  for (const { tileId, bytes } of ordered) {
    const key = Buffer.from(bytes).toString('latin1');
    let place = stored.get(key);
    if (!place) {
      const packed = compress(bytes);
      place = { offset: size, length: packed.length };
      stored.set(key, place);
      chunks.push(packed);
      size += packed.length;
    }
    const last = entries.at(-1);
    if (last && last.offset === place.offset && last.tileId + last.runLength === tileId) {
      last.runLength++;
    } else entries.push({ tileId, runLength: 1, ...place });
  }

  const { root, leaves } = directories(entries);
  const about = compress(Buffer.from(JSON.stringify(metadata)));
  const rootOffset = headerLength;
  const aboutOffset = rootOffset + root.length;
  const leavesOffset = aboutOffset + about.length;
  const dataOffset = leavesOffset + leaves.length;

  const header = Buffer.alloc(headerLength);
  header.write('PMTiles', 0, 'ascii');
  header.writeUInt8(3, 7);
  [
    rootOffset,
    root.length,
    aboutOffset,
    about.length,
    leavesOffset,
    leaves.length,
    dataOffset,
    size,
    ordered.length,
    entries.length,
    stored.size,
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
  return Buffer.concat([header, root, about, leaves, ...chunks]);
}
