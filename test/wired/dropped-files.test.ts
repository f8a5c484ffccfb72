import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { MapFiles } from '../../main/features/maps/map-files';
import { openMapFiles } from '../../main/features/maps/maps.test-support';
import type { MapFileOffer } from '../../shared/domain/map-file';
import { cleanUp, onCleanUp, temporaryFolder } from '../support/resources';

// Files that a user may be led to drop on the map: each is refused with a reason, under a name that hides
// nothing, and the next one is read.

let maps: MapFiles;
let folder = '';
let offers: (MapFileOffer | null)[] = [];
beforeEach(() => {
  folder = temporaryFolder();
  offers = [];
  maps = openMapFiles({
    folder: path.join(folder, 'copies'),
    onOffer: (offer) => offers.push(offer),
  });
  onCleanUp(() => maps.close());
});
afterEach(cleanUp);

async function reasonFor(file: string): Promise<string> {
  await maps.consider(file, 1);
  const offer = maps.offer(1);
  if (offer?.state !== 'refused') return String(offer?.state);
  expect(offer.name).not.toMatch(/[\p{Cc}\p{Cf}/]/u);
  expect(offer.detail).not.toContain(folder);
  return offer.reason;
}

const placed = (name: string, content: string | Uint8Array = '') => {
  const file = path.join(folder, name);
  fs.writeFileSync(file, content);
  return file;
};

/** A file that says it is as large, without taking the room. */
const sparse = (name: string, bytes: number, start: string | Uint8Array = '') => {
  const file = placed(name, start);
  fs.truncateSync(file, bytes);
  return file;
};

/** An archive in an archive, and so on, with a stated size of 4 GB each. */
function nestedZip(depth: number): Buffer {
  let inner: Buffer = Buffer.alloc(1_000_000);
  for (let i = 0; i < depth; i += 1) {
    const packed = deflateRawSync(inner);
    const head = Buffer.alloc(30);
    head.write('PK\u0003\u0004', 'latin1');
    head.writeUInt16LE(8, 8);
    head.writeUInt32LE(packed.length, 18);
    head.writeUInt32LE(0xff_ff_ff_fe, 22);
    inner = Buffer.concat([head, packed]);
  }
  return inner;
}

const gigabytes = 1024 ** 3;
const pmtilesStart = () => {
  const start = Buffer.alloc(127, 0xff);
  start.write('PMTiles\u0003', 'latin1');
  return start;
};

test.each([
  ['an empty file', () => placed('empty.pmtiles'), ['notMap']],
  ['a program', () => placed('setup.pmtiles', 'MZ\u0090\0\u0003'), ['notMap']],
  ['a text', () => placed('notes.pmtiles', 'Dear diary, '.repeat(99)), ['notMap']],
  ['a track', () => placed('ride.gpx', `<gpx>${'<trk/>'.repeat(99)}</gpx>`), ['notMap']],
  ['a file of 2 GB of nothing', () => sparse('big.pmtiles', 2 * gigabytes), ['notMap']],
  [
    'a database of 2 GB of nothing',
    () => sparse('big.mbtiles', 2 * gigabytes, 'SQLite format 3\0'),
    ['damaged'],
  ],
  [
    'a map whose parts are said to be at the end of the world',
    () => sparse('far.pmtiles', 2 * gigabytes, pmtilesStart()),
    ['cutOff'],
  ],
  ['archives in archives', () => placed('deep.pmtiles', nestedZip(200)), ['notMap']],
  ['a packed file', () => placed('packed.mbtiles', gzipSync(Buffer.alloc(9_999_999))), ['notMap']],
  ['what is no longer there', () => path.join(folder, 'gone.pmtiles'), ['missing']],
  ['a name that is too long', () => path.join(folder, 'x'.repeat(5_000)), ['unreadable']],
  ['the name of a share', () => '\\\\server\\share\\a.pmtiles', ['missing']],
])('%s is refused with the reason', async (_, make, reasons) => {
  expect(reasons).toContain(await reasonFor(make()));
});

test('a folder and a named pipe are refused', async () => {
  const inside = path.join(folder, 'folder.pmtiles');
  fs.mkdirSync(inside);
  expect(await reasonFor(inside)).toBe('notMap');
  const pipe = path.join(folder, 'pipe.pmtiles');
  if (process.platform !== 'win32') execFileSync('mkfifo', [pipe]);
  expect(['notMap', 'missing']).toContain(await reasonFor(pipe));
});

test.each([
  ['harmless\u202Eselitmp.exe', 'harmless selitmp.exe'],
  ['a\u2066b\u200B.pmtiles', 'a b .pmtiles'],
  ['line\nbreak\u001B[31m.pmtiles', 'line break [31m.pmtiles'],
  ['<img src=x>.pmtiles', ' img src=x .pmtiles'],
])('the name %j is shown without what could disguise it', async (name, shown) => {
  expect(await reasonFor(placed(name, 'text'))).toBe('notMap');
  expect(maps.offer(1)).toMatchObject({ name: shown.trim() });
});

test('of a hundred files dropped at once only the last is offered, and none stays open', async () => {
  const file = placed('notes.pmtiles', 'text');
  await Promise.all(Array.from({ length: 100 }, () => maps.consider(file, 1)));
  expect(maps.offer(1)).toMatchObject({ id: 'id-100', state: 'refused' });
  expect(offers.filter((offer) => offer?.state === 'refused')).toHaveLength(1);
  expect(maps.list()).toEqual([]);
});
