import fs from 'node:fs';

/** SQLite's default, which all our files have. */
const usualPageSize = 4096;
export const fileHeaderBytes = 100;
const fileMagic = Buffer.from('SQLite format 3\0');

/** Whether a page begins with the header of the file: the first, wherever it is now. */
export const hasFileHeader = (page: Buffer) => page.subarray(0, fileMagic.length).equals(fileMagic);
const walHeaderBytes = 32;
const frameHeaderBytes = 24;
const walMagic = 0x37_7f_06_82;

/** The pages of a database file as they are, without SQLite; committed changes in its -wal are included. */
export interface RawPages {
  pageSize: number;
  /** From 1 on; null if there is no such page. */
  page(number: number): Buffer | null;
  count: number;
}

export function readRawPages(file: string): RawPages {
  const bytes = readIfThere(file);
  const wal = readWal(readIfThere(`${file}-wal`));
  const pageSize = wal?.pageSize ?? pageSizeOf(bytes);
  const inFile = Math.ceil(bytes.length / pageSize);
  const changed = wal?.pages ?? new Map<number, Buffer>();
  return {
    pageSize,
    count: Math.max(inFile, ...changed.keys()),
    page: (number) => {
      const newer = changed.get(number);
      if (newer) return newer;
      if (number < 1 || number > inFile) return null;
      const page = bytes.subarray((number - 1) * pageSize, number * pageSize);
      return page.length === pageSize
        ? page
        : Buffer.concat([page, Buffer.alloc(pageSize - page.length)]);
    },
  };
}

/**
 * Whether committed changes in the -wal cannot be read by SQLite, which would drop them silently: a
 * frame is damaged and a later one ends a transaction.
 */
export function hasDamagedWal(file: string): boolean {
  const bytes = readIfThere(`${file}-wal`);
  return bytes.length > walHeaderBytes + frameHeaderBytes && (readWal(bytes)?.isDamaged ?? true);
}

interface Wal {
  pageSize: number;
  pages: Map<number, Buffer>;
  isDamaged: boolean;
}

function readIfThere(file: string): Buffer {
  try {
    return fs.readFileSync(file);
  } catch {
    return Buffer.alloc(0);
  }
}

const isPageSize = (size: number) => size >= 512 && size <= 65_536 && (size & (size - 1)) === 0;

function pageSizeOf(bytes: Buffer): number {
  if (bytes.length < fileHeaderBytes || !hasFileHeader(bytes)) return usualPageSize;
  const size = bytes.readUInt16BE(16);
  return isPageSize(size) ? size : usualPageSize;
}

/**
 * The newest committed image of each page. Frames after a damaged one are used too, because every body
 * is authenticated on its own.
 */
function readWal(bytes: Buffer): Wal | null {
  if (bytes.length < walHeaderBytes + frameHeaderBytes) return null;
  const named = bytes.readUInt32BE(8);
  const pageSize = isPageSize(named) ? named : usualPageSize;
  const isLittle = (bytes.readUInt32BE(0) & 1) === 0;
  const header = checksum(bytes.subarray(0, 24), [0, 0], isLittle);
  const isHeaderWhole =
    (bytes.readUInt32BE(0) & ~1) >>> 0 === walMagic && endsWith(bytes.subarray(24, 32), header);
  // A new header makes the frames of the last round invalid: they have other salts.
  const salts = isHeaderWhole
    ? bytes.subarray(16, 24)
    : bytes.subarray(walHeaderBytes + 8, walHeaderBytes + 16);
  const pages = new Map<number, Buffer>();
  let pending = new Map<number, Buffer>();
  let running = header;
  let isIntact = isHeaderWhole;
  let isDamaged = false;
  const frameBytes = frameHeaderBytes + pageSize;
  for (let at = walHeaderBytes; at + frameBytes <= bytes.length; at += frameBytes) {
    const head = bytes.subarray(at, at + frameHeaderBytes);
    const page = bytes.subarray(at + frameHeaderBytes, at + frameBytes);
    running = checksum(page, checksum(head.subarray(0, 8), running, isLittle), isLittle);
    isIntact &&= endsWith(head.subarray(16, 24), running);
    if (!head.subarray(8, 16).equals(salts)) continue;
    pending.set(head.readUInt32BE(0), page);
    if (head.readUInt32BE(4) === 0) continue;
    for (const [number, newer] of pending) pages.set(number, newer);
    pending = new Map();
    isDamaged ||= !isIntact;
  }
  return { pageSize, pages, isDamaged };
}

type Sums = readonly [number, number];

const endsWith = (stored: Buffer, [a, b]: Sums) =>
  stored.readUInt32BE(0) === a && stored.readUInt32BE(4) === b;

/** The checksum of the file format of SQLite, section 4.2. */
function checksum(bytes: Buffer, from: Sums, isLittle: boolean): Sums {
  let [a, b] = from;
  for (let at = 0; at + 8 <= bytes.length; at += 8) {
    const first = isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at);
    const second = isLittle ? bytes.readUInt32LE(at + 4) : bytes.readUInt32BE(at + 4);
    a = (a + first + b) >>> 0;
    b = (b + second + a) >>> 0;
  }
  return [a, b];
}
