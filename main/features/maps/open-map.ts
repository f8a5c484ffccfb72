import { open, stat } from 'node:fs/promises';
import type { MapReader } from './map-facts';
import { refusalOf, refuse } from './map-file-error';
import { openMbtiles } from './mbtiles-file';
import { openPmtiles } from './pmtiles-file';

/** Opens a map file by its content, not by its name. Throws `MapFileError`. */
export async function openMap(file: string): Promise<MapReader> {
  try {
    const found = await stat(file);
    if (!found.isFile()) refuse('notMap');
    return (await startOf(file)).startsWith('SQLite format 3')
      ? await openMbtiles(file)
      : await openPmtiles(file);
  } catch (error) {
    throw refusalOf(error);
  }
}

async function startOf(file: string): Promise<string> {
  const handle = await open(file, 'r');
  try {
    const bytes = new Uint8Array(16);
    await handle.read(bytes, 0, bytes.length, 0);
    return new TextDecoder('latin1').decode(bytes);
  } finally {
    await handle.close();
  }
}
