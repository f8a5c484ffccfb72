import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { mapSheetSchema, type MapSheet } from '#shared/ipc/maps';
import { contract } from '#shared/ipc/contract';
import {
  MapPictures,
  type MapPictureOptions,
  type PrintedPage,
  type PrintResult,
} from './map-picture';

/** One transparent pixel. */
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

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
    expect(await made.save({ format: 'png', png, sheet })).toEqual({ file });
    expect(pickSaveFile).toHaveBeenCalledWith('Waypost map 2026-11-22 21-03.png', 'png');
    const bytes = readFileSync(file);
    expect(bytes.toString('utf8')).toContain('Natural Earth · GeoNames');
    expect(bytes.toString('utf8')).toContain('Data as of 22 Nov 2026');
  });

  test('a PDF file is what was printed of the page', async () => {
    const file = path.join(folder, 'map.pdf');
    const { made, printed } = pictures(file);
    await made.save({ format: 'pdf', png, sheet });
    expect(readFileSync(file, 'latin1')).toBe('%PDF-1.7');
    expect(printed[0]).toMatchObject({ isLandscape: false });
    expect(printed[0]!.html).toContain('https://www.geonames.org/');
  });

  test('nothing is written if the user cancels, or if it is no picture', async () => {
    expect(await pictures(null).made.save({ format: 'png', png, sheet })).toBeNull();
    const { made, pickSaveFile } = pictures(path.join(folder, 'x.png'));
    const bad = Buffer.from('#!/bin/sh\necho').toString('base64');
    await expect(made.save({ format: 'png', png: bad, sheet })).rejects.toMatchObject({
      fault: { kind: 'invalid' },
    });
    expect(pickSaveFile).not.toHaveBeenCalled();
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
      pickSaveFile: () => Promise.resolve(file),
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
    expect(onPaper[0]!.picture).toEqual(Buffer.from(png, 'base64'));
  });

  test('cancelling is no fault', async () => {
    expect(await pictures(null, 'cancelled').made.print({ png, sheet })).toBe(false);
  });

  test.each([
    ['noPrinter', 'No printer is set up'],
    ['failed', 'did not print the map'],
  ] as const)('%s is a fault in words', async (result, words) => {
    await expect(pictures(null, result).made.print({ png, sheet })).rejects.toMatchObject({
      fault: { kind: 'declined', message: expect.stringContaining(words) as string },
    });
  });

  test('what is no picture is not printed', async () => {
    const { made, onPaper } = pictures(null);
    const bad = Buffer.from('#!/bin/sh').toString('base64');
    await expect(made.print({ png: bad, sheet })).rejects.toMatchObject({
      fault: { kind: 'invalid' },
    });
    expect(onPaper).toEqual([]);
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
