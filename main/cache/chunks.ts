import {
  packTexts,
  textStart,
  type FixColumns,
  type FleetColumns,
  type TextColumn,
} from '#shared/fleet/columns';
import { DamagedError } from './storage-errors';

// The layouts of the bodies. Numbers are little-endian, as on every platform of Electron. The orders below
// are part of the schema: a change needs a new version of it.

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

const textOrder = ['id', 'name', 'description', 'phone', 'tags'] as const;
const momentOrder = [
  'expiresAt',
  'unlistedAt',
  'expiredFrom',
  'receivedAt',
  'overLimitUntil',
] as const;

/** The part of the columns that comes with the list of devices. */
export type DeviceColumns = Omit<FleetColumns, keyof FixColumns>;

type Column = Float64Array | Float32Array | Uint32Array | Uint8Array;

function bytesOf(column: Column, from: number, to: number): Uint8Array {
  const { BYTES_PER_ELEMENT: size } = column;
  return new Uint8Array(column.buffer, column.byteOffset + from * size, (to - from) * size);
}

/** Numbers of the chunks that `count` devices fill. */
export function chunkCount(count: number, size: number): number {
  return Math.ceil(count / size);
}

/** The fix columns of one chunk as one body. */
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
    const target = bytesOf(columns[name], from, to);
    if (offset + target.length > plain.length) throw new DamagedError('a fix chunk is too short');
    target.set(plain.subarray(offset, offset + target.length));
    offset += target.length;
  }
}

/** Texts `from` to `to` of a column: their ends, relative to the first, then their bytes. */
function packTextSlice(column: TextColumn, from: number, to: number): Uint8Array[] {
  const start = textStart(column, from);
  const end = textStart(column, to);
  const ends = column.ends.slice(from, to).map((each) => each - start);
  return [bytesOf(ends, 0, ends.length), bytesOf(column.bytes, start, end)];
}

/** The device columns of one chunk as one body. */
export function packDeviceChunk(columns: DeviceColumns, chunk: number): Uint8Array {
  const from = chunk * deviceChunkSize;
  const to = Math.min(from + deviceChunkSize, columns.count);
  return Buffer.concat([
    ...momentOrder.map((name) => bytesOf(columns[name], from, to)),
    ...textOrder.flatMap((name) => packTextSlice(columns[name], from, to)),
  ]);
}

/** A text column that grows chunk by chunk without being copied for each. */
class TextColumnBuilder {
  readonly #ends: Uint32Array<ArrayBuffer>;
  readonly #parts: Uint8Array[] = [];
  #length = 0;
  /** Joined; null: not since the last part. */
  #column: TextColumn | null = null;

  constructor(count: number) {
    this.#ends = new Uint32Array(count);
  }

  /** Reads texts `from` to `to` from `plain` at `offset`; returns the end offset. */
  take(plain: Uint8Array, offset: number, from: number, to: number): number {
    const textsAt = offset + (to - from) * Uint32Array.BYTES_PER_ELEMENT;
    if (textsAt > plain.length) throw new DamagedError('a device chunk is too short');
    bytesOf(this.#ends, from, to).set(plain.subarray(offset, textsAt));
    const length = to > from ? this.#ends[to - 1]! : 0;
    if (textsAt + length > plain.length) throw new DamagedError('a device chunk is too short');
    for (let i = from; i < to; i++) this.#ends[i]! += this.#length;
    this.#parts.push(plain.subarray(textsAt, textsAt + length));
    this.#column = null;
    this.#length += length;
    return textsAt + length;
  }

  column(): TextColumn {
    this.#column ??= { bytes: this.#joined(), ends: this.#ends };
    return this.#column;
  }

  #joined(): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(this.#length);
    let offset = 0;
    for (const part of this.#parts) {
      bytes.set(part, offset);
      offset += part.length;
    }
    return bytes;
  }
}

/** Joins the bodies of packDeviceChunk into the columns of `count` devices, one after the other. */
export class DeviceColumnsBuilder {
  readonly #moments: Pick<DeviceColumns, (typeof momentOrder)[number]>;
  readonly #texts: readonly TextColumnBuilder[];
  #chunks = 0;

  constructor(private readonly count: number) {
    this.#moments = {
      expiresAt: new Float64Array(count),
      unlistedAt: new Float64Array(count),
      expiredFrom: new Float64Array(count),
      receivedAt: new Float64Array(count),
      overLimitUntil: new Float64Array(count),
    };
    this.#texts = textOrder.map(() => new TextColumnBuilder(count));
  }

  /** Adds the body of the next chunk. */
  add(plain: Uint8Array): void {
    const from = this.#chunks * deviceChunkSize;
    const to = Math.min(from + deviceChunkSize, this.count);
    this.#chunks += 1;
    let offset = 0;
    for (const name of momentOrder) {
      const target = bytesOf(this.#moments[name], from, to);
      target.set(plain.subarray(offset, offset + target.length));
      offset += target.length;
    }
    for (const builder of this.#texts) offset = builder.take(plain, offset, from, to);
  }

  /** Joins the texts, a column in each step, so that `columns` takes no time. */
  *finish(): Generator<void> {
    for (const builder of this.#texts) {
      builder.column();
      yield;
    }
  }

  columns(): DeviceColumns {
    const [id, name, description, phone, tags] = this.#texts.map((builder) => builder.column());
    return {
      count: this.count,
      id: id!,
      name: name!,
      description: description!,
      phone: phone!,
      tags: tags!,
      ...this.#moments,
    };
  }
}

/** The columns of `count` devices from the bodies of packDeviceChunk, in order. */
export function unpackDeviceChunks(count: number, chunks: readonly Uint8Array[]): DeviceColumns {
  const builder = new DeviceColumnsBuilder(count);
  for (const plain of chunks) builder.add(plain);
  return builder.columns();
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
  const builder = new TextColumnBuilder(count);
  builder.take(plain, Uint32Array.BYTES_PER_ELEMENT, 0, count);
  return builder.column();
}

/** Puts the values of `columns` at the beginning of longer ones, which it returns. */
export function copyFixes(columns: FixColumns, longer: FixColumns): FixColumns {
  for (const name of fixOrder) longer[name].set(columns[name]);
  return longer;
}
