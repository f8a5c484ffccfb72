import { randomUUID } from 'node:crypto';
import { createWriteStream, existsSync, lstatSync, rmSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { isDiskFull } from '#main/cache/storage-errors';
import type { Pieces } from '#main/exchange/pieces';
import { FaultError } from '#shared/fault';
import { readStored, writeStored, type ReportStoredFile } from './stored-files';

// A file that the user chose is written to a part file beside its target, on the same disk, and renamed
// when it is complete. A failure leaves the previous file untouched.

/**
 * Replaces a file with the part file that `write` makes; keeps it if that returns false. Returns whether
 * the file was replaced.
 */
export async function replaceFile(
  file: string,
  temporaryFiles: TemporaryFiles | undefined,
  write: (part: string) => Promise<boolean>,
): Promise<boolean> {
  const part = partPath(file, randomUUID());
  temporaryFiles?.begins(part);
  try {
    if (!(await write(part))) return false;
    await rename(part, file);
    return true;
  } catch (error) {
    throw writeFault(error, path.basename(file)) ?? error;
  } finally {
    // If it cannot be removed, the next start does it.
    await rm(part, { force: true }).then(
      () => temporaryFiles?.over(part),
      () => undefined,
    );
  }
}

/** Replaces a file with these bytes. */
export async function writeWholeFile(
  file: string,
  bytes: Uint8Array,
  temporaryFiles?: TemporaryFiles,
): Promise<void> {
  await replaceFile(file, temporaryFiles, async (part) => {
    await writeFile(part, bytes, { flag: 'wx' });
    return true;
  });
}

/** The path of the part file for `file`; `id` is a UUID. */
export function partPath(file: string, id: string): string {
  return path.join(path.dirname(file), `.${path.basename(file)}.${id}.part`);
}

/** Whether `partPath` made this path. The UUID rules out files of other programs. */
function isPartPath(file: string): boolean {
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

/** The fault for a system error while writing; null for other errors. */
export function writeFault(error: unknown, file: string): FaultError | null {
  const { code } = error as { code?: unknown };
  if (typeof code !== 'string' || !/^E[A-Z0-9]+$/.test(code)) return null;
  return new FaultError({ kind: 'file', reason: isDiskFull(code) ? 'full' : 'unwritable', file });
}

const storedSchema = z.array(z.string()).max(1_000);

/** Older entries are dropped: they are on drives that were removed. */
const mostEntries = 100;

/**
 * The part files of running exports, recorded in `file` so that the next start can remove leftovers.
 * Removes only paths made by `partPath`.
 */
export function openTemporaryFiles(file: string, report: ReportStoredFile = () => {}) {
  const recorded = new Set(readStored(file, 'temporaryFiles', storedSchema, report) ?? []);
  /** Those of this run; the others are leftovers. */
  const ours = new Set<string>();

  // The export goes on if this fails: at worst a hidden file stays behind after a crash.
  const write = () =>
    writeStored(file, 'temporaryFiles', JSON.stringify([...recorded].slice(-mostEntries)), report);

  return {
    begins(part: string): void {
      recorded.add(part);
      ours.add(part);
      write();
    },
    /** The part file was renamed or removed. */
    over(part: string): void {
      recorded.delete(part);
      ours.delete(part);
      write();
    },
    /**
     * Removes part files of earlier runs that ended during an export, and returns how many. Files in a
     * folder that does not exist now, such as on an unplugged drive, stay recorded for the next start.
     */
    sweep(): number {
      const leftovers = [...recorded].filter((part) => !ours.has(part));
      if (leftovers.length === 0) return 0;
      const removed = leftovers.filter(removeLeftover);
      for (const part of leftovers) if (existsSync(path.dirname(part))) recorded.delete(part);
      write();
      return removed.length;
    },
  };
}
export type TemporaryFiles = ReturnType<typeof openTemporaryFiles>;

function removeLeftover(part: string): boolean {
  try {
    if (!isPartPath(part) || !lstatSync(part).isFile()) return false;
    rmSync(part);
    return true;
  } catch {
    return false;
  }
}
