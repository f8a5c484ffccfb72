import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Pieces } from '#main/exchange/pieces';
import { FaultError } from '#shared/fault';
import { writingFault } from './read-file';

/** Writes a new file beside `file`, piece by piece as the disk takes them, and down to the disk. */
export async function writePart(part: string, file: string, pieces: Pieces): Promise<void> {
  try {
    await pipeline(Readable.from(pieces), createWriteStream(part, { flags: 'wx', flush: true }));
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    if (error instanceof FaultError) throw error;
    throw writingFault(error, path.basename(file)) ?? error;
  }
}
