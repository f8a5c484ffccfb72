// The icon files of Windows and macOS: a table followed by PNG images of several sizes.

/** Windows: sizes up to 256. @param {{size: number, png: Uint8Array}[]} images */
export function writeIco(images) {
  const entryLength = 16;
  const head = Buffer.alloc(6 + entryLength * images.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(images.length, 4);
  let offset = head.length;
  images.forEach(({ size, png }, i) => {
    const at = 6 + entryLength * i;
    // 0 stands for 256.
    head.writeUInt8(size % 256, at);
    head.writeUInt8(size % 256, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(png.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += png.length;
  });
  return Buffer.concat([head, ...images.map(({ png }) => png)]);
}

/** Apple's type codes for PNG sizes; the second ones are for high-density displays. */
const icnsTypes = [
  ['icp4', 16],
  ['icp5', 32],
  ['ic11', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic13', 256],
  ['ic08', 256],
  ['ic14', 512],
  ['ic09', 512],
  ['ic10', 1024],
];

/** macOS. @param {(size: number) => Uint8Array} pngOf */
export function writeIcns(pngOf) {
  const parts = icnsTypes.map(([type, size]) => {
    const png = pngOf(size);
    const head = Buffer.alloc(8);
    head.write(type, 'ascii');
    head.writeUInt32BE(png.length + head.length, 4);
    return Buffer.concat([head, png]);
  });
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.write('icns', 'ascii');
  head.writeUInt32BE(body.length + head.length, 4);
  return Buffer.concat([head, body]);
}
