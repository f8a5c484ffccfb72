import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { mapSheetSchema, type MapSheet } from '#shared/ipc/maps';
import { contract } from '#shared/ipc/contract';
import {
  MapPictures,
  type MapPictureOptions,
  type PrintedPage,
  type PrintResult,
} from './map-picture';
import { english, says, t } from '../../../test/support/english';

/** One transparent pixel. */
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
}

function pngOf(width: number, height: number): Buffer {
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

const sheet: MapSheet = {
  title: 'Fleet map',
  dataTime: 'Data as of 22 Nov 2026',
  legendTitle: 'On this map',
  legend: [{ name: 'Moving', count: '12', colour: '#00734f', outline: 'M8 1Z', isStroked: false }],
  notes: [],
  attribution: [
    { text: 'Natural Earth · ', url: null },
    { text: 'GeoNames', url: 'https://www.geonames.org/' },
  ],
};

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'waypost-picture-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function pictures(picked: string | null, result: PrintResult = 'sent') {
  const pickSaveFile = vi.fn<MapPictureOptions['pickSaveFile']>(() => Promise.resolve(picked));
  const printed: PrintedPage[] = [];
  const onPaper: PrintedPage[] = [];
  const made = new MapPictures({
    now: () => Date.UTC(2026, 10, 22, 20, 3),
    timeZone: () => 'Europe/Zagreb',
    language: () => ({ ...english, tag: 'ar' }),
    t,
    written: () => 'id',
    pickSaveFile,
    printPage: (page) => {
      printed.push(page);
      return Promise.resolve(Buffer.from('%PDF-1.7'));
    },
    printOnPaper: (page) => {
      onPaper.push(page);
      return Promise.resolve(result);
    },
  });
  return { made, pickSaveFile, printed, onPaper };
}

describe('saving', () => {
  test('a PNG file has the licence of the map in it, and a name with the local date', async () => {
    const file = path.join(folder, 'map.png');
    const { made, pickSaveFile } = pictures(file);
    expect(await made.save({ format: 'png', png, sheet })).toEqual({ id: 'id', file });
    expect(pickSaveFile).toHaveBeenCalledWith('Waypost map 2026-11-22 21-03.png', 'png');
    const bytes = readFileSync(file);
    expect(bytes.toString('utf8')).toContain('Copyright\0\0\0\0\0Natural Earth · GeoNames');
    expect(bytes.toString('utf8')).toContain('Data as of 22 Nov 2026');
    // Each text is a chunk with a checksum before the pixels, and the picture stays one.
    const at = bytes.indexOf('iTXt');
    const end = at + 4 + bytes.readUInt32BE(at - 4);
    expect(bytes.readUInt32BE(end)).toBe(crc32(bytes.subarray(at, end)));
    expect(end).toBeLessThan(bytes.indexOf('IDAT'));
    expect(await made.print({ png: bytes.toString('base64'), sheet })).toBe(true);
  });

  test('a PDF file is what was printed of the page', async () => {
    const file = path.join(folder, 'map.pdf');
    const { made, printed } = pictures(file);
    await made.save({ format: 'pdf', png, sheet });
    expect(readFileSync(file, 'latin1')).toBe('%PDF-1.7');
    expect(printed[0]).toMatchObject({ isLandscape: false });
    expect(printed[0]!.html).toContain('https://www.geonames.org/');
    expect(printed[0]!.html).toContain('<html lang="ar" dir="rtl">');
  });

  test('nothing is written if the user cancels', async () => {
    expect(await pictures(null).made.save({ format: 'png', png, sheet })).toBeNull();
    expect(readdirSync(folder)).toEqual([]);
  });

  test('a folder that is gone is a fault in words, and an existing file stays', async () => {
    const { made } = pictures(path.join(folder, 'gone', 'map.png'));
    await expect(made.save({ format: 'png', png, sheet })).rejects.toMatchObject({
      fault: { kind: 'file', reason: 'unwritable' },
    });
    const file = path.join(folder, 'map.pdf');
    writeFileSync(file, 'before');
    const failing = new MapPictures({
      now: () => 0,
      timeZone: () => 'UTC',
      language: () => english,
      t,
      pickSaveFile: () => Promise.resolve(file),
      written: () => 'id',
      printPage: () => Promise.reject(new Error('no printing')),
      printOnPaper: () => Promise.resolve('failed'),
    });
    await expect(failing.save({ format: 'pdf', png, sheet })).rejects.toThrow('no printing');
    expect(readFileSync(file, 'utf8')).toBe('before');
    expect(readdirSync(folder)).toEqual(['map.pdf']);
  });
});

describe('printing', () => {
  test('the printer gets the page of the PDF file, and no file is written', async () => {
    const { made, printed, onPaper, pickSaveFile } = pictures(path.join(folder, 'map.pdf'));
    expect(await made.print({ png, sheet })).toBe(true);
    expect(pickSaveFile).not.toHaveBeenCalled();
    expect(readdirSync(folder)).toEqual([]);
    await made.save({ format: 'pdf', png, sheet });
    expect(onPaper).toEqual(printed);
    expect([...onPaper[0]!.pictures.values()]).toEqual([Buffer.from(png, 'base64')]);
  });

  test('cancelling is no fault', async () => {
    expect(await pictures(null, 'cancelled').made.print({ png, sheet })).toBe(false);
  });

  test.each([
    ['noPrinter', 'No printer is set up'],
    ['failed', 'did not print the map'],
  ] as const)('%s is a fault in words', async (result, words) => {
    await expect(pictures(null, result).made.print({ png, sheet })).rejects.toMatchObject({
      fault: { kind: 'declined', message: says(words) },
    });
  });
});

describe('what is no picture is neither saved nor printed', () => {
  const good = pngOf(20, 10);
  /** What becomes of both, and what was shown or written meanwhile. */
  const tried = async (bytes: Uint8Array) => {
    const { made, onPaper, pickSaveFile } = pictures(path.join(folder, 'x.png'));
    const input = { png: Buffer.from(bytes).toString('base64'), sheet };
    const results = await Promise.allSettled([
      made.print(input),
      made.save({ ...input, format: 'png' }),
    ]);
    return [...results, ...onPaper, ...pickSaveFile.mock.calls, ...readdirSync(folder)];
  };
  const invalid = { status: 'rejected', reason: { fault: { kind: 'invalid' } } };

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['a program', Buffer.from('MZ\x90 this program cannot be run')],
    ['a page', Buffer.from('<html><script>1</script></html>')],
    ['the signature only', good.subarray(0, 8)],
    ['a cut picture', good.subarray(0, -5)],
    ['a picture with something behind it', Buffer.concat([good, Buffer.from('MZ')])],
    ['no pixels', Buffer.concat([good.subarray(0, 33), good.subarray(-12)])],
    ['a side of zero', pngOf(0, 10)],
    ['too large a side', pngOf(16_385, 1)],
  ])('%s', async (_, bytes) => {
    expect(await tried(bytes)).toMatchObject([invalid, invalid]);
  });

  test('any bytes behind a good header', async () => {
    const head = good.subarray(0, 33);
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        expect(await tried(Buffer.concat([head, bytes]))).toMatchObject([invalid, invalid]);
      }),
    );
  });
});

describe('the page', () => {
  const pageOf = async (written: MapSheet) => {
    const { made, onPaper } = pictures(null);
    await made.print({ png, sheet: written });
    return onPaper[0]!.html;
  };
  const hostile = `<script>alert(1)</script>" onload='x' &amp;`;

  test('escapes every text', async () => {
    const html = await pageOf({
      ...sheet,
      title: hostile,
      dataTime: hostile,
      legendTitle: hostile,
      legend: [{ ...sheet.legend[0]!, name: hostile, count: hostile, outline: hostile }],
      notes: [hostile],
      attribution: [
        { text: hostile, url: null },
        { text: hostile, url: `https://example.org/"${hostile}` },
      ],
    });
    expect(html).not.toContain('<script');
    expect(html).not.toMatch(/ onload=['"]x/);
    expect(html).not.toContain('" onload');
    expect(html).toContain('&lt;script&gt;');
  });

  test.each([
    'javascript:alert(1)',
    'file:///etc/passwd',
    'http://example.org/',
    'data:text/html,x',
  ])('links to no %s', async (url) => {
    const html = await pageOf({ ...sheet, attribution: [{ text: 'Source', url }] });
    expect(html).not.toContain('<a ');
    expect(html).toContain('Source');
  });
});

test('the contract refuses other formats, paths, endless texts and drawings that are none', () => {
  const { input } = contract.mapPicture.save;
  const good = { format: 'png', png, sheet };
  expect(input.safeParse(good).success).toBe(true);
  const bad = [
    { ...good, format: 'exe' },
    { ...good, png: 'x'.repeat(60_000_001) },
    { ...good, sheet: { ...sheet, title: 'x'.repeat(201) } },
    { ...good, sheet: { ...sheet, notes: Array.from({ length: 11 }, () => 'x') } },
  ];
  for (const each of bad) expect(input.safeParse(each).success).toBe(false);
  expect(input.safeParse({ ...good, file: '/etc/passwd' }).data).not.toHaveProperty('file');
  const row = { ...sheet.legend[0]!, outline: 'M0 0"/><script>' };
  expect(mapSheetSchema.safeParse({ ...sheet, legend: [row] }).success).toBe(false);
  const colour = { ...sheet.legend[0]!, colour: 'red;background:url(x)' };
  expect(mapSheetSchema.safeParse({ ...sheet, legend: [colour] }).success).toBe(false);
});
