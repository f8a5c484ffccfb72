import { fileHeaderBytes, hasFileHeader, type RawPages } from './pages';

export type RawValue = null | number | string | Buffer;

export interface RawRow {
  rowid: number;
  values: RawValue[];
}

/** Kinds of b-tree pages other than leaves of tables: they hold no rows. */
const otherKinds = [0x02, 0x05, 0x0a];
const leafOfTable = 0x0d;
const leafHeaderBytes = 8;

/**
 * Every row that can be found in the leaf pages, in any order and without the b-trees above them: those
 * may be damaged. The caller must verify each row.
 */
export function* rawRows(pages: RawPages): Generator<RawRow> {
  for (let number = 1; number <= pages.count; number++) {
    const page = pages.page(number);
    if (!page) continue;
    // Pages may have changed places, and the header may be damaged.
    const isFirst = hasFileHeader(page) || (number === 1 && page[0] !== leafOfTable);
    const start = isFirst ? fileHeaderBytes : 0;
    if (otherKinds.includes(page[start]!)) continue;
    const cells = page.readUInt16BE(start + 3);
    for (let cell = 0; cell < cells; cell++) {
      const pointer = start + leafHeaderBytes + cell * 2;
      if (pointer + 2 > page.length) break;
      const row = rowAt(pages, page, page.readUInt16BE(pointer));
      if (row) yield row;
    }
  }
}

/** null if the bytes are not a row. */
function rowAt(pages: RawPages, page: Buffer, at: number): RawRow | null {
  try {
    const size = varint(page, at);
    const rowid = varint(page, size.next);
    const payload = payloadOf(pages, page, rowid.next, size.value);
    return payload && { rowid: rowid.value, values: valuesOf(payload) };
  } catch (error) {
    // Beyond the end of the page.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The whole payload of a cell, with what is on overflow pages. */
function payloadOf(pages: RawPages, page: Buffer, at: number, size: number): Buffer | null {
  const { pageSize, count } = pages;
  const most = pageSize - 35;
  if (size <= most) return at + size <= page.length ? page.subarray(at, at + size) : null;
  if (size > pageSize * count) return null;
  const least = Math.floor(((pageSize - 12) * 32) / 255) - 23;
  const fitting = least + ((size - least) % (pageSize - 4));
  const local = fitting <= most ? fitting : least;
  const pieces = [page.subarray(at, at + local)];
  let left = size - local;
  let next = page.readUInt32BE(at + local);
  while (left > 0) {
    const overflow = pages.page(next);
    if (!overflow) return null;
    const piece = overflow.subarray(4, 4 + Math.min(left, pageSize - 4));
    pieces.push(piece);
    left -= piece.length;
    next = overflow.readUInt32BE(0);
  }
  return Buffer.concat(pieces);
}

function valuesOf(payload: Buffer): RawValue[] {
  const head = varint(payload, 0);
  let body = head.value;
  const values: RawValue[] = [];
  for (let at = head.next; at < head.value;) {
    const type = varint(payload, at);
    at = type.next;
    const length = lengthOf(type.value);
    if (body + length > payload.length) throw new RangeError('a value ends outside of its row');
    values.push(valueOf(type.value, payload.subarray(body, body + length)));
    body += length;
  }
  return values;
}

const integerLengths = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0];

function lengthOf(type: number): number {
  if (type >= 12) return Math.floor((type - 12) / 2);
  const length = integerLengths[type];
  if (length === undefined) throw new RangeError('no such type of value');
  return length;
}

function valueOf(type: number, bytes: Buffer): RawValue {
  if (type >= 12) return type % 2 === 0 ? bytes : bytes.toString();
  switch (type) {
    case 0:
      return null;
    case 8:
    case 9:
      return type - 8;
    case 6:
      return Number(bytes.readBigInt64BE(0));
    case 7:
      return bytes.readDoubleBE(0);
    default:
      return bytes.readIntBE(0, bytes.length);
  }
}

/** SQLite's variable-length integer; larger ones than a safe integer are not in our files. */
function varint(bytes: Buffer, at: number): { value: number; next: number } {
  let value = 0;
  for (let i = 0; i < 8; i++) {
    const byte = bytes.readUInt8(at + i);
    value = value * 128 + (byte & 0x7f);
    if (value > Number.MAX_SAFE_INTEGER) throw new RangeError('too large');
    if (byte < 0x80) return { value, next: at + i + 1 };
  }
  throw new RangeError('too large');
}
