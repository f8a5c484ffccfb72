import {
  packTexts,
  textStart,
  type FixColumns,
  type FleetColumns,
  type TextColumn,
} from '#shared/fleet/columns';
import { DamagedError } from './storage-errors';

// The layouts of the bodies. Numbers are little-endian, as on every platform of Electron. The orders below
// are part of the schema: a change is a new version of the copy.

/** Devices per chunk of device columns and records: these change with the list, rarely. */
export const deviceChunkSize = 256;
/**
 * Devices per chunk of fix columns. One fix rewrites its chunk, and SQLite writes whole pages: this
 * many, 57 bytes each, just fill one page of 4 KiB.
 */
export const fixChunkSize = 70;

const fixOrder = [
  'latitude',
  'longitude',
  'fixAt',
  'positionAt',
  'checkedAt',
  'speed',
  'course',
  'battery',
  'inactiveSeconds',
  'flags',
] as const satisfies readonly (keyof FixColumns)[];

const numberOrder = [
  'expiresAt',
  'unlistedAt',
  'expiredFrom',
  'receivedAt',
  'overLimitUntil',
] as const satisfies readonly (keyof DeviceColumns)[];
const textOrder = ['id', 'name', 'description', 'phone', 'tags'] as const;

/** The columns that no body has; does not compile unless it is empty. */
type Stored = (typeof fixOrder | typeof numberOrder | typeof textOrder)[number];
type Forgotten = Exclude<keyof FleetColumns, 'count' | Stored>;
true satisfies [Forgotten] extends [never] ? true : Forgotten;

/** The part of the columns that comes with the list of devices. */
export type DeviceColumns = Omit<FleetColumns, keyof FixColumns>;

type Column = Float64Array | Float32Array | Uint32Array | Uint8Array;

function bytesOf(column: Column, from: number, to: number): Uint8Array {
  const { BYTES_PER_ELEMENT: size } = column;
  return new Uint8Array(column.buffer, column.byteOffset + from * size, (to - from) * size);
}

export function chunkCount(count: number, size: number): number {
  return Math.ceil(count / size);
}

export function packFixChunk(columns: FixColumns, count: number, chunk: number): Uint8Array {
  const from = chunk * fixChunkSize;
  const to = Math.min(from + fixChunkSize, count);
  return Buffer.concat(fixOrder.map((name) => bytesOf(columns[name], from, to)));
}

/** Puts a body of packFixChunk back into the columns. */
export function unpackFixChunk(
  columns: FixColumns,
  count: number,
  chunk: number,
  plain: Uint8Array,
): void {
  const from = chunk * fixChunkSize;
  const to = Math.min(from + fixChunkSize, count);
  let offset = 0;
  for (const name of fixOrder) {
    offset = takeInto(bytesOf(columns[name], from, to), plain, offset);
  }
}

/** Texts `from` to `to` of a column: their ends, relative to the first, then their bytes. */
function packTextSlice(column: TextColumn, from: number, to: number): Uint8Array[] {
  const start = textStart(column, from);
  const end = textStart(column, to);
  const ends = column.ends.slice(from, to).map((each) => each - start);
  return [bytesOf(ends, 0, ends.length), bytesOf(column.bytes, start, end)];
}

export function packDeviceChunk(columns: DeviceColumns, chunk: number): Uint8Array {
  const from = chunk * deviceChunkSize;
  const to = Math.min(from + deviceChunkSize, columns.count);
  return Buffer.concat([
    ...numberOrder.map((name) => bytesOf(columns[name], from, to)),
    ...textOrder.flatMap((name) => packTextSlice(columns[name], from, to)),
  ]);
}

/** A text column of `count` texts, read part by part without being copied for each. */
class TextColumnReader {
  readonly #ends: Uint32Array<ArrayBuffer>;
  readonly #parts: Uint8Array[] = [];
  #length = 0;

  constructor(count: number) {
    this.#ends = new Uint32Array(count);
  }

  /** Reads texts `from` to `to` from `plain` at `offset`; returns the end offset. */
  take(plain: Uint8Array, offset: number, from: number, to: number): number {
    const textsAt = takeInto(bytesOf(this.#ends, from, to), plain, offset);
    const length = to > from ? this.#ends[to - 1]! : 0;
    if (textsAt + length > plain.length) throw new DamagedError('a chunk is too short');
    for (let i = from; i < to; i++) this.#ends[i]! += this.#length;
    this.#parts.push(plain.subarray(textsAt, textsAt + length));
    this.#length += length;
    return textsAt + length;
  }

  column(): TextColumn {
    const bytes = new Uint8Array(this.#length);
    let offset = 0;
    for (const part of this.#parts) {
      bytes.set(part, offset);
      offset += part.length;
    }
    return { bytes, ends: this.#ends };
  }
}

function takeInto(target: Uint8Array, plain: Uint8Array, offset: number): number {
  const end = offset + target.length;
  if (end > plain.length) throw new DamagedError('a chunk is too short');
  target.set(plain.subarray(offset, end));
  return end;
}

/** The columns of `count` devices from the bodies of packDeviceChunk, in order. */
export function unpackDeviceChunks(count: number, chunks: readonly Uint8Array[]): DeviceColumns {
  const moments = {
    expiresAt: new Float64Array(count),
    unlistedAt: new Float64Array(count),
    expiredFrom: new Float64Array(count),
    receivedAt: new Float64Array(count),
    overLimitUntil: new Float64Array(count),
  };
  const texts = textOrder.map(() => new TextColumnReader(count));
  for (const [chunk, plain] of chunks.entries()) {
    const from = chunk * deviceChunkSize;
    const to = Math.min(from + deviceChunkSize, count);
    let offset = 0;
    for (const name of numberOrder) {
      offset = takeInto(bytesOf(moments[name], from, to), plain, offset);
    }
    for (const reader of texts) offset = reader.take(plain, offset, from, to);
  }
  const [id, name, description, phone, tags] = texts.map((reader) => reader.column());
  return {
    count,
    id: id!,
    name: name!,
    description: description!,
    phone: phone!,
    tags: tags!,
    ...moments,
  };
}

/** Texts as one body of their own: how many, their ends, their bytes. */
export function packTextBody(texts: readonly string[]): Uint8Array {
  const column = packTexts(texts);
  const count = Uint32Array.of(texts.length);
  return Buffer.concat([bytesOf(count, 0, 1), ...packTextSlice(column, 0, texts.length)]);
}

/** The texts of a body of packTextBody, still packed. */
export function unpackTextBody(plain: Buffer): TextColumn {
  if (plain.length < Uint32Array.BYTES_PER_ELEMENT) throw new DamagedError('a text body is empty');
  const count = plain.readUInt32LE();
  const reader = new TextColumnReader(count);
  reader.take(plain, Uint32Array.BYTES_PER_ELEMENT, 0, count);
  return reader.column();
}

/** Puts the values of `columns` at the beginning of longer ones, which it returns. */
export function copyFixes(columns: FixColumns, longer: FixColumns): FixColumns {
  for (const name of fixOrder) longer[name].set(columns[name]);
  return longer;
}
