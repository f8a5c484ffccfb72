import { fileName } from '#main/exchange/file-name';
import type { WrittenFile } from '#shared/ipc/fields';
import { writeWholeFile, type TemporaryFiles } from './part-file';

export interface SaveOptions<Format extends string> {
  /** Asks the user for a file; null if cancelled. */
  pickSaveFile: (defaultName: string, format: Format) => Promise<string | null>;
  /** The id of a file that was written. */
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
