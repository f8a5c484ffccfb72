import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { writeIcns, writeIco } from './containers.mjs';

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const iconFile = (name: string) =>
  fs.readFileSync(new URL(`../../assets/icons/${name}`, import.meta.url));
/** Width and height as a PNG states them. */
const pixelsOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)];

function partsOfIco(ico: Buffer) {
  return Array.from({ length: ico.readUInt16LE(4) }, (_, i) => {
    const at = 6 + 16 * i;
    const offset = ico.readUInt32LE(at + 12);
    return {
      size: ico.readUInt8(at) || 256,
      png: ico.subarray(offset, offset + ico.readUInt32LE(at + 8)),
    };
  });
}

function partsOfIcns(icns: Buffer) {
  const parts: { type: string; png: Buffer }[] = [];
  for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4)) {
    const end = at + icns.readUInt32BE(at + 4);
    parts.push({ type: icns.toString('ascii', at, at + 4), png: icns.subarray(at + 8, end) });
  }
  return parts;
}

describe('writeIco', () => {
  it('tells size and place of each image, 256 included', () => {
    const ico = writeIco([
      { size: 16, png: Buffer.from('small') },
      { size: 256, png: Buffer.from('large one') },
    ]);
    expect(partsOfIco(ico).map(({ size, png }) => [size, png.toString()])).toEqual([
      [16, 'small'],
      [256, 'large one'],
    ]);
  });
});

describe('writeIcns', () => {
  it('tells its own length and holds each size under its type', () => {
    const icns = writeIcns((size: number) => Buffer.from(`png of ${size}`));
    expect(icns.toString('ascii', 0, 4)).toBe('icns');
    expect(icns.readUInt32BE(4)).toBe(icns.length);
    const byType = Object.fromEntries(
      partsOfIcns(icns).map(({ type, png }) => [type, png.toString()]),
    );
    expect(byType).toMatchObject({ icp4: 'png of 16', ic11: 'png of 32', ic10: 'png of 1024' });
  });
});

describe('the committed icons', () => {
  it.each([16, 24, 32, 48, 64, 128, 256, 512, 1024])('%d pixels are as many', (size) => {
    const png = iconFile(`${size}x${size}.png`);
    expect(png.subarray(0, 8).equals(pngSignature)).toBe(true);
    expect(pixelsOf(png)).toEqual([size, size]);
  });

  it('Windows gets every size it asks for', () => {
    const parts = partsOfIco(iconFile('icon.ico'));
    expect(parts.map(({ size }) => size)).toEqual([16, 24, 32, 48, 64, 256]);
    for (const { size, png } of parts) expect(pixelsOf(png)).toEqual([size, size]);
  });

  it('macOS gets PNG images, up to 1024 pixels', () => {
    const parts = partsOfIcns(iconFile('icon.icns'));
    for (const { png } of parts) expect(png.subarray(0, 8).equals(pngSignature)).toBe(true);
    expect(Math.max(...parts.map(({ png }) => pixelsOf(png)[0] ?? 0))).toBe(1024);
  });
});
