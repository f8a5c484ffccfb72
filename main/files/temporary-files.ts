import { existsSync, lstatSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { readJsonFile, writeJsonFile } from './json-file';
import { isPart } from './read-file';

/** The half files of exports that are being written, kept where the next start finds them. */
export interface TemporaryFiles {
  begins(part: string): void;
  /** It was put in place, or taken away. */
  over(part: string): void;
  /**
   * Takes away what an app left that came to its end in the middle, and answers how many those were.
   * One whose folder is not there now, as on a disk that was unplugged, is looked for again next time.
   */
  sweep(): number;
}

const keptSchema = z.array(z.string()).max(1_000);

/** More than these were left on disks that never came back. */
const mostKept = 100;

/** Where nothing is remembered. */
export const noTemporaryFiles: TemporaryFiles = {
  begins: () => {},
  over: () => {},
  sweep: () => 0,
};

/** Remembers them in `file`. Only names that `partOf` gave are ever taken away again. */
export function openTemporaryFiles(file: string): TemporaryFiles {
  const kept = new Set(read(file));
  /** Those of this run; the others are what was left. */
  const ours = new Set<string>();

  function write(): void {
    try {
      writeJsonFile(file, JSON.stringify([...kept].slice(-mostKept)));
    } catch {
      // The export is what counts; without this a hidden file may stay where the app is killed.
    }
  }

  return {
    begins(part) {
      kept.add(part);
      ours.add(part);
      write();
    },
    over(part) {
      kept.delete(part);
      ours.delete(part);
      write();
    },
    sweep() {
      const left = [...kept].filter((part) => !ours.has(part));
      if (left.length === 0) return 0;
      const gone = left.filter(isTakenAway);
      for (const part of left) if (existsSync(path.dirname(part))) kept.delete(part);
      write();
      return gone.length;
    },
  };
}

/** Takes away what is left of a file whose writing came to an end; where that fails the next start does. */
export async function takeAway(part: string, temporaryFiles: TemporaryFiles): Promise<void> {
  await rm(part, { force: true }).then(
    () => temporaryFiles.over(part),
    () => undefined,
  );
}

function isTakenAway(part: string): boolean {
  try {
    if (!isPart(part) || !lstatSync(part).isFile()) return false;
    rmSync(part);
    return true;
  } catch {
    // Not there any more, or its folder allows nothing now.
    return false;
  }
}

function read(file: string): string[] {
  try {
    return keptSchema.parse(JSON.parse(readJsonFile(file) ?? '[]'));
  } catch {
    return [];
  }
}
