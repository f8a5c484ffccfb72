import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isDiskFull } from '#main/cache/full-disk';
import { fail } from '#shared/fault';

const largestBytes = 1_000_000;

/**
 * The text of a small file of ours; null where there is none, or something else in its place: a
 * folder, a device that never ends, a file that is far too large.
 */
export function readJsonFile(file: string): string | null {
  try {
    const stat = statSync(file);
    return stat.isFile() && stat.size <= largestBytes ? readFileSync(file, 'utf8') : null;
  } catch {
    return null;
  }
}

/**
 * Writes a small file of ours beside and renames, so that a crash leaves the old one or the new one.
 * Throws the fault storage: full or unwritable.
 */
export function writeJsonFile(file: string, text: string): void {
  const part = `${file}.new`;
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(part, text);
    renameSync(part, file);
  } catch (error) {
    // Where there is no room, what was begun takes some; whether it can go is not the trouble to tell.
    try {
      rmSync(part, { force: true });
    } catch {
      // Another file of that name, or a folder that allows nothing.
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
