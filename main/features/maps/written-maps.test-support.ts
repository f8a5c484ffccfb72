import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';
import { afterAll, beforeAll } from 'vitest';
import type { MapFileFacts } from '#shared/domain/map-file';
import { writeMbtiles } from './map-database.test-support';
import {
  picture,
  pictureMap,
  pmtilesOf,
  roadMap,
  type MapContent,
  type MbtilesOptions,
} from './map-writer.test-support';
import { openMap } from './open-map';

export const kinds = ['pmtiles', 'mbtiles'] as const;
export const [longitude, latitude] = [7, 45];
export const streets = () => roadMap('openmaptiles', longitude, latitude);
export const png = picture(10, 120, 40);
export const pictures = () => pictureMap(png, longitude, latitude);

/** Each way in which programs pack tiles. */
export const packings: Record<string, (bytes: Uint8Array) => Buffer> = {
  none: (bytes) => Buffer.from(bytes),
  gzip: (bytes) => gzipSync(bytes),
  zlib: (bytes) => deflateSync(bytes),
  deflate: (bytes) => deflateRawSync(bytes),
  brotli: (bytes) => brotliCompressSync(bytes),
  zstd: (bytes) => zstdCompressSync(bytes),
  'gzip in gzip': (bytes) => gzipSync(gzipSync(bytes)),
};

/** The facts of a file, and one tile of it. */
export async function read(
  file: string,
): Promise<{ facts: MapFileFacts; tile: Uint8Array | null }> {
  const reader = await openMap(file);
  try {
    const place = streets().tiles.find(({ zoom }) => zoom === 14)!;
    return { facts: reader.facts, tile: await reader.tile(place) };
  } finally {
    await reader.close();
  }
}

/** A folder for the tests of a file, removed after them. */
export function folderOfMaps(): () => string {
  let folder = '';
  beforeAll(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'waypost-maps-'));
  });
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
  return () => folder;
}

/** Writes map files into a folder, each under a new name. */
export function writerIn(folder: () => string) {
  let count = 0;
  const newFile = (kind: string) => path.join(folder(), `${(count += 1)}.${kind}`);
  return {
    newFile,
    pmtiles: (content: MapContent, change: (bytes: Buffer) => void = () => undefined) => {
      const file = newFile('pmtiles');
      const bytes = pmtilesOf(content);
      change(bytes);
      fs.writeFileSync(file, bytes);
      return file;
    },
    mbtiles: (content: MapContent, options?: MbtilesOptions) => {
      const file = newFile('mbtiles');
      writeMbtiles(file, content, options);
      return file;
    },
  };
}
