import { open, stat } from 'node:fs/promises';
import { looksLike } from './looks-like';
import { readMap, type MapReader } from './map-facts';
import { refusalOf, refuse } from './map-file-error';
import { openMbtiles } from './mbtiles-file';
import { openPmtiles } from './pmtiles-file';

/** Opens a map file by its content, not by its name. Throws `MapFileError`. */
export async function openMap(file: string): Promise<MapReader> {
  try {
    const found = await stat(file);
    if (!found.isFile()) refuse('notMap', 'a folder or a device');
    const container = await openContainer(file);
    try {
      return await readMap(container);
    } catch (error) {
      await container.close();
      throw error;
    }
  } catch (error) {
    throw refusalOf(error);
  }
}

async function openContainer(file: string) {
  const start = await startOf(file);
  const text = start.toString('latin1');
  if (text.startsWith('SQLite format 3\u0000')) return openMbtiles(file, start);
  // Versions 1 and 2 begin with two letters and a number of two bytes.
  const old = [1, 2].find((version) => text.startsWith(`PM${String.fromCharCode(version, 0)}`));
  if (old !== undefined) refuse('otherVersion', String(old));
  if (!text.startsWith('PMTiles')) refuse('notMap', looksLike(start));
  if (start.length > 7 && start[7] !== 3) refuse('otherVersion', String(start[7]));
  return openPmtiles(file, start);
}

/** The first bytes of a file. */
async function startOf(file: string): Promise<Buffer> {
  const handle = await open(file, 'r');
  try {
    const bytes = Buffer.alloc(512);
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
    return bytes.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
