/** The larger side of a picture in pixels; null: it is in no format that the window draws. */
export function pictureOf(bytes: Uint8Array): { side: number } | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const textAt = (from: number, length: number) =>
    String.fromCharCode(...bytes.subarray(from, from + length));
  try {
    if (textAt(0, 8) === '\u0089PNG\r\n\u001a\n') {
      return larger(view.getUint32(16), view.getUint32(20));
    }
    if (textAt(0, 3) === '\u00ff\u00d8\u00ff') return sidesOfJpeg(view);
    if (/^GIF8[79]a$/.test(textAt(0, 6))) {
      return larger(view.getUint16(6, true), view.getUint16(8, true));
    }
    if (textAt(0, 4) === 'RIFF' && textAt(8, 4) === 'WEBP') return sidesOfWebp(view, textAt(12, 4));
    if (textAt(4, 8) === 'ftypavif' || textAt(4, 8) === 'ftypavis') return sidesOfAvif(bytes, view);
  } catch (error) {
    // The header ends too early.
    if (!(error instanceof RangeError)) throw error;
  }
  return null;
}

const larger = (width: number, height: number) => ({ side: Math.max(width, height) });

function sidesOfJpeg(view: DataView) {
  let at = 2;
  while (view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return larger(view.getUint16(at + 7), view.getUint16(at + 5));
    // A byte of 0xff may be repeated before a marker.
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return null;
}

/** The three forms of a WebP file: https://developers.google.com/speed/webp/docs/riff_container */
function sidesOfWebp(view: DataView, form: string) {
  if (form === 'VP8 ')
    return larger(view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff);
  if (form === 'VP8L') {
    const bits = view.getUint32(21, true);
    return larger((bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1);
  }
  if (form !== 'VP8X') return null;
  const size = (at: number) => 1 + view.getUint16(at, true) + view.getUint8(at + 2) * 65_536;
  return larger(size(24), size(27));
}

/** The property with the size stands in the boxes before the picture. */
function sidesOfAvif(bytes: Uint8Array, view: DataView) {
  const at = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 4_096)).indexOf(
    'ispe',
  );
  return at < 0 ? null : larger(view.getUint32(at + 8), view.getUint32(at + 12));
}
