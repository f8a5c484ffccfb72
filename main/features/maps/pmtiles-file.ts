import { open, type FileHandle } from 'node:fs/promises';
import { isJsonObject } from '#shared/wire/read';
import { bytesToHeader, Compression, findTile, tileIdToZxy, TileType, zxyToTileId } from 'pmtiles';
import type { Entry, Header } from 'pmtiles';
import {
  drawnZooms,
  jsonOf,
  MapFileError,
  refuse,
  type Container,
  type Packing,
  type Statements,
  type TileArea,
  type TilePlace,
  type Zooms,
} from './container';
import { tileLimit, unpackAndRead, type Limit } from './tile-content';

const headerBytes = 127;
const megabytes = 1024 * 1024;
/** A directory of usual files has some thousand entries. */
const directoryLimit: Limit = {
  bytes: 2 * megabytes,
  exceeded: 'a directory of more than 2 MB',
};
const metadataLimit: Limit = { bytes: 4 * megabytes, exceeded: 'metadata of more than 4 MB' };
/** Entries of all directories held at once, about 60 bytes each. */
const mostHeldEntries = 500_000;
const mostLevels = 4;
/** Tiles and entries that are looked at for the area and for samples of a zoom. */
const mostTiles = 50_000;
const mostSampled = 200;

const packings: Partial<Record<number, Packing>> = {
  [Compression.None]: 'none',
  [Compression.Gzip]: 'gzip',
  [Compression.Brotli]: 'brotli',
  [Compression.Zstd]: 'zstd',
};
const pictures = [TileType.Png, TileType.Jpeg, TileType.Webp, TileType.Avif];

/** Opens a PMTiles file of version 3. Every number in it is untrusted. */
export async function openPmtiles(file: string, start: Buffer): Promise<Container> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const header = readHeader(start, size);
    const archive = new Archive(handle, size, header);
    return new Pmtiles(archive, size, header, await archive.metadata());
  } catch (error) {
    await handle.close();
    throw error;
  }
}

function readHeader(start: Buffer, size: number): Header {
  if (start.length < headerBytes) refuse('cutOff', `${start.length} of ${headerBytes}`);
  const bytes = Uint8Array.from(start.subarray(0, headerBytes));
  const header = bytesToHeader(bytes.buffer);
  const ends = [
    header.rootDirectoryOffset + header.rootDirectoryLength,
    header.jsonMetadataOffset + header.jsonMetadataLength,
    header.leafDirectoryOffset + (header.leafDirectoryLength ?? 0),
    header.tileDataOffset + (header.tileDataLength ?? 0),
  ];
  const whole = Math.max(...ends);
  if (whole > size) refuse('cutOff', `${size} of ${whole}`);
  return header;
}

function statementsIn(header: Header, metadata: unknown): Statements {
  const { tileType, tileCompression } = header;
  const bounds = [header.minLon, header.minLat, header.maxLon, header.maxLat];
  return {
    format:
      tileType === TileType.Unknown
        ? null
        : tileType === TileType.Mvt
          ? 'vector'
          : pictures.includes(tileType)
            ? 'picture'
            : 'unknown',
    packing:
      tileCompression === Compression.Unknown ? null : (packings[tileCompression] ?? 'unknown'),
    bounds: bounds.every((each) => each === 0) ? null : bounds,
    zooms: { min: header.minZoom, max: header.maxZoom },
    metadata,
    attribution: isJsonObject(metadata) ? metadata['attribution'] : null,
  };
}

/** The bytes of a file, by its directories. */
class Archive {
  /** By offset, the one used last at the end. */
  readonly #held = new Map<number, Entry[]>();
  #heldEntries = 0;

  constructor(
    private readonly handle: FileHandle,
    private readonly size: number,
    private readonly header: Header,
  ) {}

  async read(offset: number, length: number, limit: Limit): Promise<Uint8Array> {
    if (length > limit.bytes) refuse('excessive', limit.exceeded);
    const end = offset + length;
    if (end > this.size) refuse('cutOff', `${this.size} of ${end}`);
    const bytes = new Uint8Array(length);
    let done = 0;
    while (done < length) {
      const { bytesRead } = await this.handle.read(bytes, done, length - done, offset + done);
      // Cut off while it is open.
      if (bytesRead === 0) refuse('cutOff', `${offset + done} of ${end}`);
      done += bytesRead;
    }
    return bytes;
  }

  /** Metadata that cannot be read is not used: the tiles say what is needed. */
  async metadata(): Promise<unknown> {
    const { jsonMetadataOffset: offset, jsonMetadataLength: length } = this.header;
    if (length === 0) return null;
    const read = (bytes: Uint8Array) => {
      const json = jsonOf(new TextDecoder().decode(bytes));
      return json === 'unreadable' ? undefined : json;
    };
    const packed = await this.read(offset, length, metadataLimit);
    const found = unpackAndRead(packed, metadataLimit, read);
    return found ? found.value : 'unreadable';
  }

  async #directory(offset: number, length: number): Promise<Entry[]> {
    const held = this.#held.get(offset);
    if (held) {
      this.#held.delete(offset);
      this.#held.set(offset, held);
      return held;
    }
    const packed = await this.read(offset, length, directoryLimit);
    const entries =
      unpackAndRead(packed, directoryLimit, entriesOf)?.value ??
      refuse('damaged', `directory at byte ${offset}`);
    this.#held.set(offset, entries);
    this.#heldEntries += entries.length;
    for (const [oldest, { length: count }] of this.#held) {
      if (this.#heldEntries <= mostHeldEntries || oldest === offset) break;
      this.#held.delete(oldest);
      this.#heldEntries -= count;
    }
    return entries;
  }

  /** Follows the directories to an entry of a tile. */
  async entry(entryIn: (entries: Entry[]) => Entry | null | undefined): Promise<Entry | null> {
    let { rootDirectoryOffset: offset, rootDirectoryLength: length } = this.header;
    for (let level = 0; level < mostLevels; level += 1) {
      const entry = entryIn(await this.#directory(offset, length));
      if (!entry) return null;
      if (entry.runLength > 0) return entry;
      offset = this.header.leafDirectoryOffset + entry.offset;
      length = entry.length;
    }
    return refuse('damaged', `directory at byte ${offset}`);
  }

  /** The entries of the tiles from one id up to another. */
  async *entries(from: number, to: number): AsyncGenerator<Entry> {
    const { rootDirectoryOffset, rootDirectoryLength } = this.header;
    yield* this.#entriesIn(rootDirectoryOffset, rootDirectoryLength, { from, to, level: 0 });
  }

  async *#entriesIn(
    offset: number,
    length: number,
    range: { from: number; to: number; level: number },
  ): AsyncGenerator<Entry> {
    const { from, to, level } = range;
    if (level >= mostLevels) refuse('damaged', `directory at byte ${offset}`);
    const entries = await this.#directory(offset, length);
    for (const [i, entry] of entries.entries()) {
      if (entry.tileId >= to) return;
      const isLeaf = entry.runLength === 0;
      const end = isLeaf ? entries[i + 1]?.tileId : entry.tileId + entry.runLength;
      if (end !== undefined && end <= from) continue;
      if (!isLeaf) yield entry;
      else {
        const at = this.header.leafDirectoryOffset + entry.offset;
        yield* this.#entriesIn(at, entry.length, { from, to, level: level + 1 });
      }
    }
  }

  tile({ offset, length }: Entry): Promise<Uint8Array> {
    return this.read(this.header.tileDataOffset + offset, length, tileLimit);
  }

  close(): Promise<void> {
    return this.handle.close();
  }
}

/** The id of the first tile of a zoom: all of the zooms before it have lower ones. */
const firstId = (zoom: number) => (4 ** zoom - 1) / 3;

class Pmtiles implements Container {
  readonly kind = 'pmtiles';
  readonly isFlipped = false;
  readonly stated: Statements;

  constructor(
    private readonly archive: Archive,
    readonly bytes: number,
    header: Header,
    metadata: unknown,
  ) {
    this.stated = statementsIn(header, metadata);
  }

  async zooms(): Promise<Zooms> {
    const first = await this.archive.entry((entries) => entries[0]);
    const last = await this.archive.entry((entries) => entries.at(-1));
    if (!first || !last) return refuse('empty');
    return drawnZooms(zoomOf(first.tileId), zoomOf(last.tileId + last.runLength - 1));
  }

  async areaAt(zoom: number): Promise<TileArea | null> {
    const [from, to] = [firstId(zoom), firstId(zoom + 1)];
    let area: TileArea | null = null;
    let looked = 0;
    for await (const { tileId, runLength } of this.archive.entries(from, to)) {
      const end = Math.min(tileId + runLength, to);
      for (let id = Math.max(tileId, from); id < end; id += 1) {
        if ((looked += 1) > mostTiles) return null;
        const [, x, y] = tileIdToZxy(id);
        area = area
          ? {
              left: Math.min(area.left, x),
              right: Math.max(area.right, x),
              top: Math.min(area.top, y),
              bottom: Math.max(area.bottom, y),
            }
          : { left: x, right: x, top: y, bottom: y };
      }
    }
    return area;
  }

  async samplesAt(zoom: number): Promise<TilePlace[]> {
    const [from, to] = [firstId(zoom), firstId(zoom + 1)];
    const found: Entry[] = [];
    for await (const entry of this.archive.entries(from, to)) {
      if (found.push(entry) >= mostSampled) break;
    }
    return found
      .toSorted((a, b) => b.length - a.length)
      .slice(0, 6)
      .map(({ tileId }) => {
        const [, x, y] = tileIdToZxy(Math.max(tileId, from));
        return { zoom, x, y };
      });
  }

  async tile({ zoom, x, y }: TilePlace): Promise<Uint8Array | null> {
    const id = zxyToTileId(zoom, x, y);
    const entry = await this.archive.entry((entries) => findTile(entries, id));
    return entry && this.archive.tile(entry);
  }

  close(): Promise<void> {
    return this.archive.close();
  }
}

/** The zoom of a tile; refuses one that no map has. */
function zoomOf(id: number): number {
  try {
    return tileIdToZxy(id)[0];
  } catch {
    throw new MapFileError('damaged', `tile number ${id}`);
  }
}

const mostEntries = 250_000;

/**
 * The entries of an unpacked directory, as the specification of PMTiles 3 describes it in section 4.1;
 * undefined if these bytes are none.
 */
function entriesOf(bytes: Uint8Array): Entry[] | undefined {
  let at = 0;
  /** NaN: the number has no end, or is larger than a file can be. */
  const next = (): number => {
    let value = 0;
    for (let shift = 1; shift <= 2 ** 56; shift *= 128) {
      const byte = bytes[at];
      if (byte === undefined) return Number.NaN;
      at += 1;
      value += (byte & 0x7f) * shift;
      if (byte < 0x80) return Number.isSafeInteger(value) ? value : Number.NaN;
    }
    return Number.NaN;
  };
  const count = next();
  // Each entry takes at least four bytes.
  if (!(count * 4 <= bytes.length)) return undefined;
  if (count > mostEntries) refuse('excessive', `a directory of ${count} entries`);
  const entries: Entry[] = [];
  let tileId = 0;
  for (let i = 0; i < count; i += 1) {
    tileId += next();
    entries.push({ tileId, offset: 0, length: 0, runLength: 0 });
  }
  for (const entry of entries) entry.runLength = next();
  for (const entry of entries) entry.length = next();
  let end = 0;
  for (const [i, entry] of entries.entries()) {
    const stated = next();
    if (stated === 0 && i === 0) return undefined;
    entry.offset = stated === 0 ? end : stated - 1;
    end = entry.offset + entry.length;
    const isWhole = [entry.tileId, entry.runLength, end].every((each) =>
      Number.isSafeInteger(each),
    );
    if (!isWhole) return undefined;
  }
  // What is left over was not written as a directory.
  return at === bytes.length ? entries : undefined;
}
