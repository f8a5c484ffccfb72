import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { roadMap, roadTile, writePmtiles } from './map-writer.test-support';
import { Maps } from './maps';
import { noCache, openMapFiles, openOnlineMaps } from './maps.test-support';

let folder = '';
let maps: Maps;
beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'waypost-maps-'));
  const file = path.join(folder, 'company.pmtiles');
  writePmtiles(file, roadMap('openmaptiles', 7, 45));
  const { promise: isRead, resolve } = Promise.withResolvers<void>();
  const onChanged = () => resolve();
  const files = openMapFiles({ folder, preset: [file], onChanged });
  maps = new Maps(files, openOnlineMaps(), noCache);
  files.begin();
  await isRead;
});
afterEach(() => {
  maps.files.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

const { x, y } = roadMap('openmaptiles', 7, 45).tiles.find(({ zoom }) => zoom === 14)!;

test('answers for files by their ids', async () => {
  const { status, bytes } = await maps.answer(`/maps/policy-0/1/14/${x}/${y}`);
  expect(status).toBe(200);
  expect(Buffer.from(bytes!).equals(Buffer.from(roadTile('openmaptiles')))).toBe(true);
});

test.each([
  `/maps/policy-0/1/14/${x}/${y}/more`,
  `/maps/../policy-0/1/14/${x}/${y}`,
  `/other/policy-0/1/14/${x}/${y}`,
  `/maps/policy-0/one/14/${x}/${y}`,
  `/maps/policy-0/14/${x}/${y}`,
  '/maps/policy-0/1/14/-1/5888',
  '/maps/policy-0/1/14/1e3/5888',
  '/maps/policy-0/1/23/1/1',
  '/maps/policy-0/1/3/8/0',
  '/maps/policy-0/1/3/0/8',
  `/maps/policy-0/1/14/${x}/${y}?x`,
  `/maps/${'a'.repeat(65)}/1/14/${x}/${y}`,
  `/maps/policy-1/1/14/${x}/${y}`,
  '/maps/own/style.json',
  '/maps/style/style.json',
])('there is nothing at %s', async (pathname) => {
  expect(await maps.answer(pathname)).toMatchObject({ status: 404, bytes: null });
});
