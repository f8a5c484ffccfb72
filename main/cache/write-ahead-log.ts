import fs from 'node:fs';

// The file format of SQLite, section 4.
const headerBytes = 32;
const frameHeaderBytes = 24;
const saltsInHeader = 16;
const saltsInFrame = 8;

/** The write-ahead log of a database before SQLite opens it. */
interface WriteAheadLog {
  bytes: Buffer;
  /** How many pages it has up to the end of its last transaction. */
  committed: number;
}

export function readWriteAheadLog(file: string): WriteAheadLog {
  const bytes = readIfThere(`${file}-wal`);
  if (bytes.length < headerBytes) return { bytes, committed: 0 };
  const frameBytes = frameHeaderBytes + bytes.readUInt32BE(8);
  // Pages of before the log was last written back have other salts.
  const salts = bytes.subarray(saltsInHeader, saltsInHeader + 8);
  let committed = 0;
  let frames = 0;
  for (let at = headerBytes; at + frameBytes <= bytes.length; at += frameBytes) {
    frames += 1;
    const isCurrent = bytes.subarray(at + saltsInFrame, at + saltsInFrame + 8).equals(salts);
    const endsTransaction = bytes.readUInt32BE(at + 4) !== 0;
    if (isCurrent && endsTransaction) committed = frames;
  }
  return { bytes, committed };
}

function readIfThere(file: string): Buffer {
  try {
    return fs.readFileSync(file);
  } catch {
    return Buffer.alloc(0);
  }
}
