import { rename } from 'node:fs/promises';
import path from 'node:path';
import { isDiskFull } from '#main/cache/full-disk';
import { FaultError } from '#shared/fault';

/** Where a new file is written until it is whole: beside the old one, on the same disk. */
export function partOf(file: string, id: string): string {
  return path.join(path.dirname(file), `.${path.basename(file)}.${id}.part`);
}

/** Whether a path is one that `partOf` gives with a UUID, which nobody else's file has by chance. */
export function isPart(file: string): boolean {
  return (
    path.isAbsolute(file) &&
    /^\..+\.[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\.part$/.test(path.basename(file))
  );
}

/** Puts a file that is whole in the place of what was there before. */
export async function putInPlace(part: string, file: string): Promise<void> {
  try {
    await rename(part, file);
  } catch (error) {
    throw writingFault(error, path.basename(file)) ?? error;
  }
}

/** What the system says about a file that cannot be written, as a fault; null for anything else. */
export function writingFault(error: unknown, file: string): FaultError | null {
  const { code } = error as { code?: unknown };
  if (typeof code !== 'string' || !/^E[A-Z0-9]+$/.test(code)) return null;
  return new FaultError({ kind: 'file', reason: isDiskFull(code) ? 'full' : 'unwritable', file });
}
