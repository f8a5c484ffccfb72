import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isDiskFull } from '#main/cache/storage-errors';
import type { Pieces } from '#main/exchange/pieces';
import { FaultError } from '#shared/fault';

// A large file is written to a part file beside its target, on the same disk, and renamed when it is
// complete. A failure leaves the previous file untouched.

/** The path of the part file for `file`; `id` is a UUID. */
export function partPath(file: string, id: string): string {
  return path.join(path.dirname(file), `.${path.basename(file)}.${id}.part`);
}

/** Whether `partPath` made this path. The UUID rules out files of other programs. */
export function isPartPath(file: string): boolean {
  return (
    path.isAbsolute(file) &&
    /^\..+\.[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\.part$/.test(path.basename(file))
  );
}

/** Writes a new part file with back-pressure and flushes it to the disk; `file` is for messages. */
export async function writePart(part: string, file: string, pieces: Pieces): Promise<void> {
  try {
    await pipeline(Readable.from(pieces), createWriteStream(part, { flags: 'wx', flush: true }));
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    if (error instanceof FaultError) throw error;
    throw writeFault(error, path.basename(file)) ?? error;
  }
}

/** Replaces `file` with its complete part file. */
export async function replaceWithPart(part: string, file: string): Promise<void> {
  try {
    await rename(part, file);
  } catch (error) {
    throw writeFault(error, path.basename(file)) ?? error;
  }
}

/** The fault for a system error while writing; null for other errors. */
export function writeFault(error: unknown, file: string): FaultError | null {
  const { code } = error as { code?: unknown };
  if (typeof code !== 'string' || !/^E[A-Z0-9]+$/.test(code)) return null;
  return new FaultError({ kind: 'file', reason: isDiskFull(code) ? 'full' : 'unwritable', file });
}
