import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isDiskFull } from '#main/cache/storage-errors';
import { fail } from '#shared/fault';

const largestBytes = 1_000_000;

/** The text of a small file; null if it is missing, too large or not a regular file. */
export function readJsonFile(file: string): string | null {
  try {
    const stat = statSync(file);
    return stat.isFile() && stat.size <= largestBytes ? readFileSync(file, 'utf8') : null;
  } catch {
    return null;
  }
}

/**
 * Writes a small file atomically: beside the target, then renamed. Throws `storage` with the reason
 * `full` or `unwritable`.
 */
export function writeJsonFile(file: string, text: string): void {
  const part = `${file}.new`;
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(part, text);
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
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
