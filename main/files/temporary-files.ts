import { existsSync, lstatSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { isPartPath } from './part-file';
import { readStored, writeStored, type ReportStoredFile } from './stored-files';

/** The part files of running exports, recorded so that the next start can remove leftovers. */
export interface TemporaryFiles {
  begins(part: string): void;
  /** The part file was renamed or removed. */
  over(part: string): void;
  /**
   * Removes part files of earlier runs that ended during an export, and returns how many. Files in a
   * folder that does not exist now, such as on an unplugged drive, stay recorded for the next start.
   */
  sweep(): number;
}

const storedSchema = z.array(z.string()).max(1_000);

/** Older entries are dropped: they are on drives that were removed. */
const mostEntries = 100;

/** Records nothing. */
export const noTemporaryFiles: TemporaryFiles = {
  begins: () => {},
  over: () => {},
  sweep: () => 0,
};

/** Records part files in `file`. Removes only paths made by `partPath`. */
export function openTemporaryFiles(
  file: string,
  report: ReportStoredFile = () => {},
): TemporaryFiles {
  const recorded = new Set(readStored(file, 'temporaryFiles', storedSchema, report) ?? []);
  /** Those of this run; the others are leftovers. */
  const ours = new Set<string>();

  // The export goes on if this fails: at worst a hidden file stays behind after a crash.
  const write = () =>
    writeStored(file, 'temporaryFiles', JSON.stringify([...recorded].slice(-mostEntries)), report);

  return {
    begins(part) {
      recorded.add(part);
      ours.add(part);
      write();
    },
    over(part) {
      recorded.delete(part);
      ours.delete(part);
      write();
    },
    sweep() {
      const leftovers = [...recorded].filter((part) => !ours.has(part));
      if (leftovers.length === 0) return 0;
      const removed = leftovers.filter(removeLeftover);
      for (const part of leftovers) if (existsSync(path.dirname(part))) recorded.delete(part);
      write();
      return removed.length;
    },
  };
}

/** Removes a part file after writing ended; if that fails, the next start does. */
export async function removePart(part: string, temporaryFiles: TemporaryFiles): Promise<void> {
  await rm(part, { force: true }).then(
    () => temporaryFiles.over(part),
    () => undefined,
  );
}

function removeLeftover(part: string): boolean {
  try {
    if (!isPartPath(part) || !lstatSync(part).isFile()) return false;
    rmSync(part);
    return true;
  } catch {
    return false;
  }
}
