import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fail, FaultError } from '#shared/fault';
import { partPath, replaceWithPart, writeFault } from './part-file';
import { noTemporaryFiles, removePart, type TemporaryFiles } from './temporary-files';

/** Bytes read at a time. */
const pieceBytes = 1 << 20;

/** Writes a file atomically: beside the target, then renamed. */
export async function writeTableFile(
  file: string,
  bytes: Uint8Array,
  temporaryFiles: TemporaryFiles = noTemporaryFiles,
): Promise<void> {
  const part = partPath(file, randomUUID());
  temporaryFiles.begins(part);
  try {
    await writeFile(part, bytes, { flag: 'wx' });
    await replaceWithPart(part, file);
  } catch (error) {
    throw error instanceof FaultError ? error : (writeFault(error, path.basename(file)) ?? error);
  } finally {
    await removePart(part, temporaryFiles);
  }
}

/**
 * Reads a file to import; throws `invalid` with a message if it cannot be read. `onBytes` receives
 * the progress, since a network drive can be slow.
 */
export async function readTableFile(
  file: string,
  mostMegabytes = 50,
  onBytes: (done: number, total: number) => void = () => undefined,
): Promise<Uint8Array> {
  try {
    const found = await stat(file);
    if (!found.isFile() && !found.isDirectory()) {
      // A pipe or a device may never end.
      fail({
        kind: 'invalid',
        field: 'file',
        message: 'This is no ordinary file. Choose another.',
      });
    }
    if (found.size > mostMegabytes * 1024 * 1024) {
      fail({
        kind: 'invalid',
        field: 'file',
        message: `The file is larger than ${mostMegabytes} MB. Split it and import the parts one after another.`,
      });
    }
    const pieces: Buffer[] = [];
    let done = 0;
    for await (const piece of createReadStream(file, { highWaterMark: pieceBytes })) {
      pieces.push(piece as Buffer);
      done += (piece as Buffer).length;
      onBytes(done, found.size);
    }
    return Buffer.concat(pieces, done);
  } catch (error) {
    const code = codeOf(error);
    const messages: Record<string, string> = {
      ENOENT: 'The file is not there any more.',
      EACCES: 'The file may not be read. Check its permissions.',
      EPERM: 'The file may not be read. Check its permissions.',
      EBUSY: 'Another program holds the file. Close it there and try again.',
      EISDIR: 'This is a folder. Choose a file.',
    };
    if (code === '') throw error;
    fail({
      kind: 'invalid',
      field: 'file',
      message: messages[code] ?? 'The file could not be read.',
    });
  }
}

/** The system error code; "" for other errors. */
function codeOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : '';
}
