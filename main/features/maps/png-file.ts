import { crc32 } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Length, type and checksum around the data of a chunk. */
const frameBytes = 12;
const headerBytes = 13;
/** The longest side; larger pictures are not made by the map. */
export const mostSidePx = 16_384;

interface Chunk {
  type: string;
  start: number;
  end: number;
}

export interface PngSize {
  width: number;
  height: number;
}

/** The size of a PNG picture; null if the bytes are none, or are more than one. */
export function pngSize(bytes: Buffer): PngSize | null {
  const chunks = chunksOf(bytes);
  const first = chunks?.[0];
  if (!chunks || first?.type !== 'IHDR' || first.end - first.start !== frameBytes + headerBytes) {
    return null;
  }
  if (!chunks.some(({ type }) => type === 'IDAT') || chunks.at(-1)!.type !== 'IEND') return null;
  const width = bytes.readUInt32BE(first.start + 8);
  const height = bytes.readUInt32BE(first.start + 12);
  const isSensible = (side: number) => side > 0 && side <= mostSidePx;
  return isSensible(width) && isSensible(height) ? { width, height } : null;
}

/** The chunks of a PNG file; null if they do not fill it exactly. */
function chunksOf(bytes: Buffer): Chunk[] | null {
  if (!bytes.subarray(0, signature.length).equals(signature)) return null;
  const chunks: Chunk[] = [];
  let start = signature.length;
  while (start < bytes.length) {
    if (start + frameBytes > bytes.length) return null;
    const end = start + frameBytes + bytes.readUInt32BE(start);
    const type = bytes.toString('latin1', start + 4, start + 8);
    if (end > bytes.length || !/^[A-Za-z]{4}$/.test(type)) return null;
    chunks.push({ type, start, end });
    start = end;
    if (type === 'IEND') break;
  }
  return start === bytes.length ? chunks : null;
}

/** The same picture with texts in it, such as its licence; the keys are keywords of PNG. */
export function withTexts(bytes: Buffer, texts: Readonly<Record<string, string>>): Buffer {
  const after = signature.length + frameBytes + headerBytes;
  const chunks = Object.entries(texts).map(([keyword, text]) => textChunk(keyword, text));
  return Buffer.concat([bytes.subarray(0, after), ...chunks, bytes.subarray(after)]);
}

/** An `iTXt` chunk: keyword, not compressed, no language, UTF-8. */
function textChunk(keyword: string, text: string): Buffer {
  const data = Buffer.concat([
    Buffer.from('iTXt', 'latin1'),
    Buffer.from(keyword, 'latin1'),
    Buffer.alloc(5),
    Buffer.from(text, 'utf8'),
  ]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length - 4, 0);
  frame.writeUInt32BE(crc32(data), 4);
  return Buffer.concat([frame.subarray(0, 4), data, frame.subarray(4)]);
}
