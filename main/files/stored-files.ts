// Why it is so: docs/decisions/0089-unreadable-files-are-kept-and-said.md
import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { z } from 'zod';
import { isDiskFull } from '#main/cache/storage-errors';
import type { StoredContent, StoredFileProblem } from '#shared/domain/stored-file';
import { fail } from '#shared/fault';

/** Receives what went wrong with a file, for a notice in the window. */
export type ReportStoredFile = (problem: Omit<StoredFileProblem, 'id'>) => void;

/** Collects the problems of this run. The same one is listed once, also after it was dismissed. */
export function createStoredFileProblems(onChanged: (problems: StoredFileProblem[]) => void) {
  const seen = new Set<string>();
  let problems: StoredFileProblem[] = [];
  return {
    report: (problem: Omit<StoredFileProblem, 'id'>) => {
      const key = JSON.stringify(problem);
      if (seen.has(key)) return;
      seen.add(key);
      problems = [...problems, { ...problem, id: String(seen.size) }];
      onChanged(problems);
    },
    list: () => problems,
    dismiss: (id: string) => {
      problems = problems.filter((problem) => problem.id !== id);
      onChanged(problems);
    },
  };
}

/** A problem without skipped parts. */
export function problemOf(
  content: StoredContent,
  problem: StoredFileProblem['problem'],
  file: string,
  backup: string | null = null,
): Omit<StoredFileProblem, 'id'> {
  return { content, problem, file: path.basename(file), backup, skipped: [], copies: 0 };
}

const mark = '.damaged-';
/** How many old files to keep beside the one in use. */
const mostBackups = 3;

/** Renames an unreadable file, or what is in its place. Returns the new path; null if that failed. */
export function renameBeside(file: string, now = Date.now()): string | null {
  return saveBeside(file, now, renameSync);
}

/** Copies a file that is about to be replaced by its readable part. Returns the path of the copy. */
export function copyBeside(file: string, now = Date.now()): string | null {
  return saveBeside(file, now, copyFileSync);
}

/** Gives a renamed file its name back, unless another one is in its place by now. */
export function putBack(kept: string, file: string): void {
  try {
    if (!existsSync(file)) renameSync(kept, file);
  } catch {
    // It stays under its new name.
  }
}

function saveBeside(
  file: string,
  now: number,
  keep: (from: string, to: string) => void,
): string | null {
  const stamp = new Date(now).toISOString().replaceAll(/[:.]/g, '-');
  let target = file + mark + stamp;
  for (let n = 2; existsSync(target); n += 1) target = `${file}${mark}${stamp}-${n}`;
  try {
    keep(file, target);
  } catch {
    return null;
  }
  removeOldest(file);
  return target;
}

function removeOldest(file: string): void {
  const folder = path.dirname(file);
  try {
    const kept = readdirSync(folder)
      .filter((name) => name.startsWith(path.basename(file) + mark))
      .toSorted();
    for (const name of kept.slice(0, -mostBackups)) {
      rmSync(path.join(folder, name), { recursive: true, force: true });
    }
  } catch {
    // More old files than needed do no harm.
  }
}

/**
 * Reads a file that is replaced when it is lost, such as the size of the window; null if it is missing. A
 * file that is not as Waypost writes it is renamed and reported.
 */
export function readStored<T>(
  file: string,
  content: StoredContent,
  schema: z.ZodType<T>,
  report: ReportStoredFile,
): T | null {
  const found = readJson(file);
  if (found.state === 'missing') return null;
  const parsed = found.state === 'read' ? schema.safeParse(found.json) : null;
  if (parsed?.success) return parsed.data;
  report(problemOf(content, 'unreadable', file, renameBeside(file)));
  return null;
}

/** Writes such a file; a failure is reported, and the work goes on. */
export function writeStored(
  file: string,
  content: StoredContent,
  text: string,
  report: ReportStoredFile,
): void {
  try {
    writeJsonFile(file, text);
  } catch {
    report(problemOf(content, 'unwritten', file));
  }
}

/** What a feature keeps between starts. */
export interface StoredFile<T> {
  /** null if it is missing or unreadable. */
  read(): T | null;
  write(value: T): void;
}

/** Such a file for code that does not know of files. */
export function storedFile<T>(
  file: string,
  content: StoredContent,
  schema: z.ZodType<T>,
  report: ReportStoredFile,
): StoredFile<T> {
  return {
    read: () => readStored(file, content, schema, report),
    write: (value) => writeStored(file, content, JSON.stringify(value, null, 2), report),
  };
}

const largestBytes = 1_000_000;

/** What a small file contains. `unreadable`: it is there, but there is no JSON to be read from it. */
type JsonFile = { state: 'missing' } | { state: 'unreadable' } | { state: 'read'; json: unknown };

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
