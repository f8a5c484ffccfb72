import { readFileSync, statSync } from 'node:fs';

const largestBytes = 1_000_000;

/**
 * The text of a small file of ours; null where there is none, or something else in its place: a
 * folder, a device that never ends, a file that is far too large.
 */
export function readSmallFile(file: string): string | null {
  try {
    const stat = statSync(file);
    return stat.isFile() && stat.size <= largestBytes ? readFileSync(file, 'utf8') : null;
  } catch {
    return null;
  }
}
