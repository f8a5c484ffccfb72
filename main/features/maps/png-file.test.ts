import { crc32, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mostSidePx, pngSize, withTexts } from './png-file';

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
}

function png(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(height * (width + 1)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('tells a picture from other files', () => {
  test('by its size', () => {
    expect(pngSize(png(20, 10))).toEqual({ width: 20, height: 10 });
  });

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['a program', Buffer.from('MZ\x90 this program cannot be run')],
    ['a page', Buffer.from('<html><script>1</script></html>')],
    ['the signature only', png(2, 2).subarray(0, 8)],
    ['a cut picture', png(20, 10).subarray(0, -5)],
    ['a picture with something behind it', Buffer.concat([png(2, 2), Buffer.from('MZ')])],
    ['no pixels', Buffer.concat([png(2, 2).subarray(0, 33), png(2, 2).subarray(-12)])],
    ['a side of zero', png(0, 10)],
    ['too large a side', png(mostSidePx + 1, 1)],
  ])('%s is none', (_, bytes) => {
    expect(pngSize(bytes)).toBeNull();
  });

  test('no bytes stop it', () => {
    const head = png(2, 2).subarray(0, 33);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(pngSize(Buffer.concat([head, bytes]))).toBeNull();
      }),
    );
  });
});

test('texts are added after the header, and the picture stays one', () => {
  const bytes = withTexts(png(4, 4), { Copyright: '© Natural Earth · Ägypten', Title: 'Map' });
  expect(pngSize(bytes)).toEqual({ width: 4, height: 4 });
  const at = bytes.indexOf('iTXt');
  const length = bytes.readUInt32BE(at - 4);
  expect(bytes.readUInt32BE(at + 4 + length)).toBe(crc32(bytes.subarray(at, at + 4 + length)));
  expect(bytes.toString('utf8', at + 4, at + 4 + length)).toBe(
    'Copyright\0\0\0\0\0© Natural Earth · Ägypten',
  );
  expect(at).toBeLessThan(bytes.indexOf('IDAT'));
});
