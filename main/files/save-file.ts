import { fileName } from '#main/exchange/file-name';
import type { WrittenFile } from '#shared/ipc/fields';
import { writeWholeFile, type TemporaryFiles } from './part-file';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fail } from '#shared/fault';

export interface SaveOptions<Format extends string> {
  /** Asks the user for a file; null if cancelled. */
  pickSaveFile: (defaultName: string, format: Format) => Promise<string | null>;
  written: (file: string) => string;
  temporaryFiles?: TemporaryFiles;
}

/** Asks for a file, named without its extension, then writes what `content` returns; null: cancelled. */
export async function saveFile<Format extends string>(
  { pickSaveFile, written, temporaryFiles }: SaveOptions<Format>,
  name: string,
  format: Format,
  content: () => Promise<{ bytes: Uint8Array; rows?: number } | null>,
): Promise<WrittenFile> {
  const file = await pickSaveFile(fileName(name, format), format);
  const found = file === null ? null : await content();
  if (file === null || found === null) return null;
  const { bytes, ...rows } = found;
  await writeWholeFile(file, bytes, temporaryFiles);
  return { id: written(file), file, ...rows };
}

/** Files that Waypost opens itself if the user wants that: documents and pictures that it has written. */
const opened = new Set(['.pdf', '.png']);

/**
 * The files that Waypost has written in this session, by an id: the window shows and opens no other file,
 * and never names a path.
 */
export class WrittenFiles {
  readonly #files = new Map<string, string>();

  /** The id of a file that was just written. */
  readonly add = (file: string): string => {
    const id = randomUUID();
    this.#files.set(id, file);
    return id;
  };

  /** Fails if no such file was written, or if it is not there any more. */
  pathOf(id: string): string {
    const file = this.#files.get(id);
    if (file === undefined) fail({ kind: 'notFound' });
    if (!existsSync(file)) fail({ kind: 'file', reason: 'gone', file: path.basename(file) });
    return file;
  }

  /** The same, of a file that may be opened. */
  pathToOpen(id: string): string {
    const file = this.pathOf(id);
    if (!opened.has(path.extname(file).toLowerCase())) fail({ kind: 'notFound' });
    return file;
  }
}
