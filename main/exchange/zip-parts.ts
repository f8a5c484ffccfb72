import type { Readable } from 'node:stream';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { fail } from '#shared/fault';
import { figure } from './table-limits';

/** The parts of a workbook, unpacked while they are read. */
export interface ZipParts {
  has(name: string): boolean;
  /** A part in chunks; nothing if it is missing. `onShare` receives the progress from 0 to 1. */
  chunks(name: string, onShare?: (share: number) => void): AsyncGenerator<Uint8Array>;
}

/** A workbook has some dozen parts, and one for each sheet, picture and chart. */
const mostParts = 5_000;
export const mostUnpackedMegabytes = 512;
/** Tables compress to a tenth, and to a fiftieth if they repeat themselves. */
export const mostExpansion = 200;
/** Small enough to unpack whatever the ratio. */
const alwaysUnpackedBytes = 16 * 1024 * 1024;

/**
 * Opens an archive in memory. Parts are unpacked piece by piece and counted as they come, all
 * together: the sizes in the archive may be false. Throws what is not a FaultError if the archive is
 * damaged.
 */
export async function openZipParts(bytes: Uint8Array): Promise<ZipParts> {
  const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  if (zip.entryCount > mostParts) {
    refuseWorkbook(`This workbook has more than ${figure(mostParts)} parts.`);
  }
  const entries = await entriesOf(zip);
  const mostUnpacked = mostUnpackedMegabytes * 1024 * 1024;
  let unpacked = 0;

  function count(length: number): void {
    unpacked += length;
    if (unpacked > mostUnpacked) refuseUnpacked();
    if (unpacked > alwaysUnpackedBytes && unpacked > bytes.length * mostExpansion) {
      refuseWorkbook(`This workbook unpacks to more than ${mostExpansion} times its size.`);
    }
  }

  return {
    has: (name) => entries.has(name),
    async *chunks(name, onShare = () => undefined) {
      const entry = entries.get(name);
      if (!entry) return;
      if (entry.isEncrypted()) refuseProtected();
      if (entry.uncompressedSize > mostUnpacked) refuseUnpacked();
      const stream: Readable = await zip.openReadStreamPromise(entry);
      let done = 0;
      for await (const chunk of stream as AsyncIterable<Uint8Array>) {
        count(chunk.length);
        done += chunk.length;
        onShare(Math.min(1, done / Math.max(1, entry.uncompressedSize)));
        yield chunk;
      }
    },
  };
}

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    // Of two parts with one name, spreadsheets read the first.
    if (!entries.has(entry.fileName)) entries.set(entry.fileName, entry);
  }
  return entries;
}

export function refuseProtected(): never {
  return fail({
    kind: 'invalid',
    field: 'file',
    message:
      'This workbook is protected by a password. Remove the password in the spreadsheet program and save it again.',
  });
}

function refuseUnpacked(): never {
  return refuseWorkbook(`This workbook unpacks to more than ${mostUnpackedMegabytes} MB.`);
}

function refuseWorkbook(what: string): never {
  return fail({
    kind: 'invalid',
    field: 'file',
    message: `${what} Save the table alone as a new workbook or as CSV, and import that.`,
  });
}
