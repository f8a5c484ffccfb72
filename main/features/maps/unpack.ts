import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { refuse } from './map-file-error';

/** How parts of a file are compressed. */
export type Packing = 'none' | 'gzip' | 'brotli' | 'zstd';

/** Unpacks bytes of an untrusted file; refuses what would become larger than `most`. */
export function unpack(bytes: Uint8Array, packing: Packing, most: number): Uint8Array {
  const options = { maxOutputLength: most };
  try {
    const unpacked =
      packing === 'gzip'
        ? gunzipSync(bytes, options)
        : packing === 'brotli'
          ? brotliDecompressSync(bytes, options)
          : packing === 'zstd'
            ? zstdDecompressSync(bytes, options)
            : bytes;
    if (unpacked.length > most) refuse('excessive');
    return unpacked;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') refuse('excessive');
    if (error instanceof Error && 'reason' in error) throw error;
    refuse('damaged');
  }
}

/** MBTiles do not say how a tile is packed. */
export function packingOf(bytes: Uint8Array): Packing {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return 'gzip';
  const isZstd = bytes[0] === 0x28 && bytes[1] === 0xb5 && bytes[2] === 0x2f && bytes[3] === 0xfd;
  return isZstd ? 'zstd' : 'none';
}
