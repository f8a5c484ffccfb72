import {
  brotliDecompressSync,
  gunzipSync,
  inflateRawSync,
  inflateSync,
  zstdDecompressSync,
} from 'node:zlib';
import type { TileSchema } from '#shared/domain/map-file';
import { MapFileError, refuse, type Packing } from './container';

/** How much of a part is unpacked, and what it is called when there is more. */
export interface Limit {
  bytes: number;
  exceeded: string;
}

const megabytes = 1024 * 1024;
/** Tiles of usual maps are below 1 MB. */
export const tileLimit: Limit = { bytes: 8 * megabytes, exceeded: 'a tile of more than 8 MB' };

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
type TileContent =
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

/** The larger side of a picture in pixels; null: it is in no format that the window draws. */
function pictureOf(bytes: Uint8Array): { side: number } | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const textAt = (from: number, length: number) =>
    String.fromCharCode(...bytes.subarray(from, from + length));
  try {
    if (textAt(0, 8) === '\u0089PNG\r\n\u001a\n') {
      return larger(view.getUint32(16), view.getUint32(20));
    }
    if (textAt(0, 3) === '\u00ff\u00d8\u00ff') return sidesOfJpeg(view);
    if (/^GIF8[79]a$/.test(textAt(0, 6))) {
      return larger(view.getUint16(6, true), view.getUint16(8, true));
    }
    if (textAt(0, 4) === 'RIFF' && textAt(8, 4) === 'WEBP') return sidesOfWebp(view, textAt(12, 4));
    if (textAt(4, 8) === 'ftypavif' || textAt(4, 8) === 'ftypavis') return sidesOfAvif(bytes, view);
  } catch (error) {
    // The header ends too early.
    if (!(error instanceof RangeError)) throw error;
  }
  return null;
}

const larger = (width: number, height: number) => ({ side: Math.max(width, height) });

function sidesOfJpeg(view: DataView) {
  let at = 2;
  while (view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return larger(view.getUint16(at + 7), view.getUint16(at + 5));
    // A byte of 0xff may be repeated before a marker.
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return null;
}

/** The three forms of a WebP file: https://developers.google.com/speed/webp/docs/riff_container */
function sidesOfWebp(view: DataView, form: string) {
  if (form === 'VP8 ')
    return larger(view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff);
  if (form === 'VP8L') {
    const bits = view.getUint32(21, true);
    return larger((bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1);
  }
  if (form !== 'VP8X') return null;
  const size = (at: number) => 1 + view.getUint16(at, true) + view.getUint8(at + 2) * 65_536;
  return larger(size(24), size(27));
}

/** The property with the size stands in the boxes before the picture. */
function sidesOfAvif(bytes: Uint8Array, view: DataView) {
  const at = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 4_096)).indexOf(
    'ispe',
  );
  return at < 0 ? null : larger(view.getUint32(at + 8), view.getUint32(at + 12));
}

const mostLayers = 200;
const longestName = 100;

/** Reads one number of variable length; refuses one that has no end. */
export function varint(bytes: Uint8Array, at: number): { value: number; next: number } {
  let value = 0;
  for (let i = 0; i < 10; i += 1) {
    const byte = bytes[at + i];
    if (byte === undefined) refuse('damaged');
    value += (byte & 0x7f) * 2 ** (7 * i);
    if (byte < 0x80) return { value, next: at + i + 1 };
  }
  return refuse('damaged');
}

interface Field {
  field: number;
  /** The bytes of a field that has a length. */
  body: Uint8Array | null;
  /** That of a field of variable length; 0 for the others. */
  value: number;
}

/** The fields of a protocol buffer. Refuses what is none. */
export function* fieldsOf(bytes: Uint8Array): Generator<Field> {
  let at = 0;
  while (at < bytes.length) {
    const key = varint(bytes, at);
    const field = Math.floor(key.value / 8);
    const wire = key.value % 8;
    if (wire === 2) {
      const { value: length, next } = varint(bytes, key.next);
      if (next + length > bytes.length) refuse('damaged');
      yield { field, body: bytes.subarray(next, next + length), value: 0 };
      at = next + length;
    } else if (wire === 0) {
      const { value, next } = varint(bytes, key.next);
      yield { field, body: null, value };
      at = next;
    } else {
      at = wire === 1 || wire === 5 ? key.next + (wire === 1 ? 8 : 4) : refuse('damaged');
      if (at > bytes.length) refuse('damaged');
      yield { field, body: null, value: 0 };
    }
  }
}

/** The names of the layers in a Mapbox Vector Tile. Refuses what is none. */
function layersOfTile(tile: Uint8Array): string[] {
  const names = new Set<string>();
  for (const layer of fieldsOf(tile)) {
    if (layer.field !== 3 || !layer.body) continue;
    for (const part of fieldsOf(layer.body)) {
      if (part.field === 1 && part.body) {
        names.add(new TextDecoder().decode(part.body.subarray(0, longestName)));
        break;
      }
    }
    if (names.size > mostLayers) refuse('excessive');
  }
  return [...names];
}

/** Whether a tile draws the sea: a layer of it, or a value of a layer that names it. */
export function hasSea(tile: Uint8Array): boolean {
  const isOcean = (bytes: Uint8Array | null) =>
    bytes?.length === 5 && new TextDecoder().decode(bytes) === 'ocean';
  for (const layer of fieldsOf(tile)) {
    if (layer.field !== 3 || !layer.body) continue;
    for (const { field, body } of fieldsOf(layer.body)) {
      if (field === 1 && isOcean(body)) return true;
      if (field !== 4 || !body) continue;
      for (const value of fieldsOf(body)) if (value.field === 1 && isOcean(value.body)) return true;
    }
  }
  return false;
}

/** Layers that distinguish the schemas; six names are in two of them. */
const distinctive: Record<TileSchema, readonly string[]> = {
  openmaptiles: [
    'transportation',
    'transportation_name',
    'waterway',
    'water_name',
    'building',
    'boundary',
    'place',
    'poi',
    'housenumber',
    'park',
    'mountain_peak',
    'aeroway',
    'aerodrome_label',
  ],
  protomaps: ['earth', 'roads', 'places', 'natural', 'transit', 'physical_line', 'physical_point'],
  shortbread: [
    'streets',
    'street_labels',
    'street_labels_points',
    'street_polygons',
    'water_polygons',
    'water_lines',
    'water_polygons_labels',
    'place_labels',
    'boundary_labels',
    'land',
    'ocean',
    'addresses',
    'public_transport',
    'sites',
    'bridges',
  ],
};

/** The schema of these layers; null if it is none that Waypost has a style for. */
export function schemaOfLayers(layers: readonly string[]): TileSchema | null {
  const known = new Set(layers);
  const [best] = Object.entries(distinctive)
    .map(([schema, names]) => ({
      schema: schema as TileSchema,
      found: names.filter((name) => known.has(name)).length,
    }))
    .toSorted((a, b) => b.found - a.found);
  return best && best.found >= 2 ? best.schema : null;
}
