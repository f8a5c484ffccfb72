import {
  brotliDecompressSync,
  gunzipSync,
  inflateRawSync,
  inflateSync,
  zstdDecompressSync,
} from 'node:zlib';
import { MapFileError, refuse } from './map-file-error';
import { pictureOf } from './picture-header';
import { layersOfTile } from './vector-layers';

/** How much of a part is unpacked, and what it is called when there is more. */
export interface Limit {
  bytes: number;
  exceeded: string;
}

const megabytes = 1024 * 1024;
/** Tiles of usual maps are below 1 MB. */
export const tileLimit: Limit = { bytes: 8 * megabytes, exceeded: 'a tile of more than 8 MB' };

/** How parts of a file are compressed. */
export type Packing = 'none' | 'gzip' | 'zlib' | 'deflate' | 'brotli' | 'zstd';

const unpackers = {
  gzip: gunzipSync,
  zlib: inflateSync,
  deflate: inflateRawSync,
  brotli: brotliDecompressSync,
  zstd: zstdDecompressSync,
};

/** How bytes say that they are packed; null: brotli and deflate have no mark, and neither has what is not packed. */
function markedPacking(bytes: Uint8Array): Exclude<Packing, 'none'> | null {
  const [first = 0, second = 0, third, fourth] = bytes;
  if (first === 0x1f && second === 0x8b) return 'gzip';
  if (first === 0x28 && second === 0xb5 && third === 0x2f && fourth === 0xfd) return 'zstd';
  // RFC 1950, section 2.2: method 8 with a window of at most 32 KB, and a checksum of both bytes.
  const isZlib = (first & 0x0f) === 8 && first >> 4 <= 7 && (first * 256 + second) % 31 === 0;
  return isZlib ? 'zlib' : null;
}

/**
 * Unpacks bytes by what they are, whatever the file says about them, and reads them. `read` returns
 * undefined for what it does not understand, and so does this.
 */
export function unpackAndRead<T>(
  bytes: Uint8Array,
  limit: Limit,
  read: (unpacked: Uint8Array) => T | undefined,
): { value: T; packing: Packing } | undefined {
  const plain = bytes.length > limit.bytes ? undefined : read(bytes);
  if (plain !== undefined) return { value: plain, packing: 'none' };
  const marked = markedPacking(bytes);
  for (const packing of marked ? [marked] : (['brotli', 'deflate'] as const)) {
    const unpacked = unpack(bytes, packing, limit, packing === marked);
    if (unpacked === undefined) continue;
    // Some servers pack again what is packed.
    const again = markedPacking(unpacked);
    const value = read(again ? (unpack(unpacked, again, limit, true) ?? unpacked) : unpacked);
    if (value !== undefined) return { value, packing };
  }
  return undefined;
}

/** Undefined: they are not packed in this way. Refuses what would become too large. */
function unpack(
  bytes: Uint8Array,
  packing: Exclude<Packing, 'none'>,
  limit: Limit,
  isSure: boolean,
): Uint8Array | undefined {
  try {
    return unpackers[packing](bytes, { maxOutputLength: limit.bytes });
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    if (isTooLarge && isSure) refuse('excessive', limit.exceeded);
    return undefined;
  }
}

/** A tile, unpacked. */
export type TileContent =
  | { kind: 'blank' }
  | { kind: 'vector'; bytes: Uint8Array; layers: string[] }
  | { kind: 'picture'; bytes: Uint8Array; side: number };

/** What a tile is, by its bytes alone; undefined if it is nothing that the window draws. */
export function contentOf(stored: Uint8Array): (TileContent & { packing: Packing }) | undefined {
  const found = unpackAndRead(stored, tileLimit, readTile);
  if (!found && stored.length > tileLimit.bytes) refuse('excessive', tileLimit.exceeded);
  return found && { ...found.value, packing: found.packing };
}

function readTile(bytes: Uint8Array): TileContent | undefined {
  if (bytes.length === 0) return { kind: 'blank' };
  const picture = pictureOf(bytes);
  if (picture) return { kind: 'picture', bytes, side: picture.side };
  try {
    const layers = layersOfTile(bytes);
    return layers.length > 0 ? { kind: 'vector', bytes, layers } : undefined;
  } catch (error) {
    if (error instanceof MapFileError) return undefined;
    throw error;
  }
}
