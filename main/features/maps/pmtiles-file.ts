import { open, type FileHandle } from 'node:fs/promises';
import { bytesToHeader, Compression, findTile, TileType, zxyToTileId } from 'pmtiles';
import type { Entry, Header } from 'pmtiles';
import {
  checkedZooms,
  isObject,
  largestMetadata,
  largestTile,
  factsOf,
  usableBounds,
  type MapReader,
  type TileFormat,
} from './map-facts';
import { refuse } from './map-file-error';
import { unpack, type Packing } from './unpack';

const headerBytes = 127;
/** A directory of usual files has some thousand entries. */
const largestDirectory = 2 * 1024 * 1024;
const mostEntries = 250_000;
/** Entries of all directories held at once, about 60 bytes each. */
const mostHeldEntries = 500_000;
const mostLevels = 4;

const packings: Partial<Record<number, Packing>> = {
  [Compression.None]: 'none',
  [Compression.Gzip]: 'gzip',
  [Compression.Brotli]: 'brotli',
  [Compression.Zstd]: 'zstd',
};
const pictures = [TileType.Png, TileType.Jpeg, TileType.Webp];

/** Opens a PMTiles file of version 3. Every number in it is untrusted. */
export async function openPmtiles(file: string): Promise<MapReader> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const archive = new Archive(handle, size, await readHeader(handle, size));
    const metadata = await archive.metadata();
    const { header } = archive;
    const zooms = checkedZooms(header.minZoom, header.maxZoom);
    const sample = (await archive.firstTile()) ?? refuse('empty');
    const bounds = usableBounds([header.minLon, header.minLat, header.maxLon, header.maxLat]);
    const tile: MapReader['tile'] = (zoom, x, y) => archive.tile(zxyToTileId(zoom, x, y));
    const facts = await factsOf({
      container: 'pmtiles',
      bytes: size,
      bounds: bounds ?? refuse('damaged'),
      zooms,
      format: archive.format,
      sample,
      metadata,
      attribution: isObject(metadata) ? metadata['attribution'] : '',
      tile,
    });
    return { facts, tile, close: () => handle.close() };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function readHeader(handle: FileHandle, size: number): Promise<Header> {
  const bytes = new Uint8Array(headerBytes);
  const { bytesRead } = await handle.read(bytes, 0, headerBytes, 0);
  const isPmtiles = bytesRead > 7 && new TextDecoder().decode(bytes.subarray(0, 2)) === 'PM';
  if (!isPmtiles) refuse('notMap');
  if (new TextDecoder().decode(bytes.subarray(0, 7)) !== 'PMTiles' || bytes[7]! < 3) {
    refuse('oldVersion');
  }
  if (bytes[7] !== 3) refuse('otherFormat', `PMTiles ${bytes[7]}`);
  if (bytesRead < headerBytes) refuse('damaged');
  const header = bytesToHeader(bytes.buffer);
  const parts = [
    [header.rootDirectoryOffset, header.rootDirectoryLength],
    [header.jsonMetadataOffset, header.jsonMetadataLength],
    [header.leafDirectoryOffset, header.leafDirectoryLength ?? 0],
    [header.tileDataOffset, header.tileDataLength ?? 0],
  ];
  if (parts.some(([offset, length]) => offset! + length! > size)) refuse('damaged');
  return header;
}

class Archive {
  readonly format: TileFormat;
  readonly #internal: Packing;
  readonly #tiles: Packing;
  /** By offset, the one used last at the end. */
  readonly #held = new Map<number, Entry[]>();
  #heldEntries = 0;

  constructor(
    private readonly handle: FileHandle,
    private readonly size: number,
    readonly header: Header,
  ) {
    const { tileType, internalCompression, tileCompression } = header;
    if (tileType !== TileType.Mvt && !pictures.includes(tileType)) {
      refuse('otherFormat', TileType[tileType]?.toUpperCase() ?? 'unknown');
    }
    this.format = tileType === TileType.Mvt ? 'vector' : 'picture';
    this.#internal = packings[internalCompression] ?? refuse('otherFormat', 'compression');
    this.#tiles = packings[tileCompression] ?? refuse('otherFormat', 'compression');
  }

  async #read(offset: number, length: number, most: number): Promise<Uint8Array> {
    if (length > most) refuse('excessive');
    if (offset + length > this.size) refuse('damaged');
    const bytes = new Uint8Array(length);
    let done = 0;
    while (done < length) {
      const { bytesRead } = await this.handle.read(bytes, done, length - done, offset + done);
      // Cut off while it is open.
      if (bytesRead === 0) refuse('damaged');
      done += bytesRead;
    }
    return bytes;
  }

  async metadata(): Promise<unknown> {
    const { jsonMetadataOffset: offset, jsonMetadataLength: length } = this.header;
    if (length === 0) return null;
    const packed = await this.#read(offset, length, largestMetadata);
    const text = new TextDecoder().decode(unpack(packed, this.#internal, largestMetadata));
    try {
      return JSON.parse(text);
    } catch {
      return refuse('damaged');
    }
  }

  async #directory(offset: number, length: number): Promise<Entry[]> {
    const held = this.#held.get(offset);
    if (held) {
      this.#held.delete(offset);
      this.#held.set(offset, held);
      return held;
    }
    const packed = await this.#read(offset, length, largestDirectory);
    const entries = entriesOf(unpack(packed, this.#internal, largestDirectory));
    this.#held.set(offset, entries);
    this.#heldEntries += entries.length;
    for (const [oldest, { length: count }] of this.#held) {
      if (this.#heldEntries <= mostHeldEntries || oldest === offset) break;
      this.#held.delete(oldest);
      this.#heldEntries -= count;
    }
    return entries;
  }

  /** Follows the directories to a tile. */
  async #bytesAt(entryIn: (entries: Entry[]) => Entry | null): Promise<Uint8Array | null> {
    const { header } = this;
    let { rootDirectoryOffset: offset, rootDirectoryLength: length } = header;
    for (let level = 0; level < mostLevels; level += 1) {
      const entry = entryIn(await this.#directory(offset, length));
      if (!entry) return null;
      if (entry.runLength > 0) {
        const from = header.tileDataOffset + entry.offset;
        return unpack(await this.#read(from, entry.length, largestTile), this.#tiles, largestTile);
      }
      offset = header.leafDirectoryOffset + entry.offset;
      length = entry.length;
    }
    return refuse('damaged');
  }

  tile(id: number): Promise<Uint8Array | null> {
    return this.#bytesAt((entries) => findTile(entries, id));
  }

  firstTile(): Promise<Uint8Array | null> {
    return this.#bytesAt((entries) => entries[0] ?? null);
  }
}

/** The entries of an unpacked directory, as the specification of PMTiles 3 describes it in section 4.1. */
function entriesOf(bytes: Uint8Array): Entry[] {
  let at = 0;
  const next = (): number => {
    let value = 0;
    for (let shift = 1; ; shift *= 128) {
      const byte = bytes[at];
      if (byte === undefined || shift > 2 ** 56) refuse('damaged');
      at += 1;
      value += (byte & 0x7f) * shift;
      if (byte < 0x80) break;
    }
    if (!Number.isSafeInteger(value)) refuse('damaged');
    return value;
  };
  const count = next();
  // Each entry takes at least four bytes.
  if (count * 4 > bytes.length) refuse('damaged');
  if (count > mostEntries) refuse('excessive');
  const entries: Entry[] = [];
  let tileId = 0;
  for (let i = 0; i < count; i += 1) {
    tileId += next();
    entries.push({ tileId, offset: 0, length: 0, runLength: 0 });
  }
  for (const entry of entries) entry.runLength = next();
  for (const entry of entries) entry.length = next();
  for (const [i, entry] of entries.entries()) {
    const stated = next();
    const before = entries[i - 1];
    if (stated === 0 && !before) refuse('damaged');
    entry.offset = stated === 0 ? before!.offset + before!.length : stated - 1;
  }
  return entries;
}
