import { copyFileSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { z } from 'zod';
import type { StoredContent, StoredFileProblem } from '#shared/domain/stored-file';
import { readJson, writeJsonFile } from './json-file';

/** Receives what went wrong with a file, for a notice in the window. */
export type ReportStoredFile = (problem: Omit<StoredFileProblem, 'id'>) => void;

export interface StoredFileProblems {
  report: ReportStoredFile;
  list(): StoredFileProblem[];
  dismiss(id: string): void;
}

/** Collects the problems of this run. The same one is listed once, also after it was dismissed. */
export function createStoredFileProblems(
  onChanged: (problems: StoredFileProblem[]) => void,
): StoredFileProblems {
  const seen = new Set<string>();
  let problems: StoredFileProblem[] = [];
  return {
    report: (problem) => {
      const key = JSON.stringify(problem);
      if (seen.has(key)) return;
      seen.add(key);
      problems = [...problems, { ...problem, id: String(seen.size) }];
      onChanged(problems);
    },
    list: () => problems,
    dismiss: (id) => {
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

/** Such a file as text for code that does not know of files; null if it is missing or unreadable. */
export function storedText<T>(
  file: string,
  content: StoredContent,
  schema: z.ZodType<T>,
  report: ReportStoredFile,
): { read(): string | null; write(text: string): void } {
  return {
    read: () => {
      const found = readStored(file, content, schema, report);
      return found === null ? null : JSON.stringify(found);
    },
    write: (text) => writeStored(file, content, text, report),
  };
}
