import {
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { isDiskFull } from '#main/cache/storage-errors';
import { fail } from '#shared/fault';

const largestBytes = 1_000_000;

/** What a small file contains. `unreadable`: it is there, but there is no JSON to be read from it. */
export type JsonFile =
  { state: 'missing' } | { state: 'unreadable' } | { state: 'read'; json: unknown };

/** Reads a small file. A missing file is not an error; an empty one is. */
export function readJson(file: string): JsonFile {
  try {
    const stat = statSync(file);
    if (!stat.isFile() || stat.size > largestBytes) return { state: 'unreadable' };
    // Some editors write a byte order mark, which JSON does not allow.
    const text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
    return { state: 'read', json: JSON.parse(text) };
  } catch (error) {
    const isMissing = ['ENOENT', 'ENOTDIR'].includes(codeOf(error));
    return { state: isMissing && !isLinkToNothing(file) ? 'missing' : 'unreadable' };
  }
}

/** The text of a small file; null if it is missing, too large or not a regular file. */
export function readJsonFile(file: string): string | null {
  try {
    const stat = statSync(file);
    return stat.isFile() && stat.size <= largestBytes ? readFileSync(file, 'utf8') : null;
  } catch {
    return null;
  }
}

/** A link whose target is gone is not a first start. */
function isLinkToNothing(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  } catch {
    return false;
  }
}

/**
 * Writes a small file atomically: beside the target, to the disk, then renamed. Throws `storage` with the
 * reason `full` or `unwritable`.
 */
export function writeJsonFile(file: string, text: string): void {
  const part = `${file}.new`;
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    writeToDisk(part, text);
    renameSync(part, file);
  } catch (error) {
    // A partial file would take up space on a full disk. Failing to remove it changes nothing.
    try {
      rmSync(part, { force: true });
    } catch {
      // Not removable: a folder of that name, or no permission.
    }
    const isFull = isDiskFull(codeOf(error));
    fail({
      kind: 'storage',
      reason: isFull ? 'full' : 'unwritable',
      detail: path.basename(file),
    });
  }
  syncFolder(path.dirname(file));
}

/** Without this a power cut after the rename may leave an empty file. */
function writeToDisk(file: string, text: string): void {
  const open = openSync(file, 'w', 0o600);
  try {
    writeFileSync(open, text);
    fsyncSync(open);
  } finally {
    closeSync(open);
  }
}

/** Makes the rename durable. Not possible on Windows, where the file system journals it. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  try {
    const open = openSync(folder, 'r');
    try {
      fsyncSync(open);
    } finally {
      closeSync(open);
    }
  } catch {
    // Some network file systems do not support it; the file itself is on the disk.
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
