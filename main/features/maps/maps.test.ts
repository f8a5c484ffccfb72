import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { crossingAt, roadMap, roadTile, writePmtiles } from './map-writer.test-support';
import { Maps } from './maps';
import { tilesAround } from './streets';
import { noCache, openMapFiles, openOnlineMaps } from './maps.test-support';

const city = path.join(import.meta.dirname, '../../../assets/basemap/demo-city.pmtiles');
const ofService = { isDemo: false };

let folder = '';
let maps: Maps;
beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'waypost-maps-'));
  const file = path.join(folder, 'company.pmtiles');
  writePmtiles(file, roadMap('openmaptiles', 7, 45));
  const { promise: isRead, resolve } = Promise.withResolvers<void>();
  const onChanged = () => resolve();
  const files = openMapFiles({ folder, preset: [file], onChanged });
  maps = new Maps(files, openOnlineMaps(), noCache, city);
  files.begin();
  await isRead;
});
afterEach(() => {
  maps.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

const { x, y } = tilesAround({ longitude: 7, latitude: 45 }, 14)[0]!;

test('answers for files by their ids', async () => {
  const { status, bytes } = await maps.answer(`/maps/policy-0/1/14/${x}/${y}`);
  expect(status).toBe(200);
  expect(Buffer.from(bytes!).equals(Buffer.from(roadTile('openmaptiles')))).toBe(true);
});

test('a damaged tile of a file is not a place where nothing is', async () => {
  const file = path.join(folder, 'damaged.pmtiles');
  const map = roadMap('openmaptiles', 7, 45);
  const tiles = map.tiles.map((tile) =>
    tile.zoom === 14 && tile.x === x && tile.y === y
      ? { ...tile, bytes: Buffer.from('no tile at all') }
      : tile,
  );
  writePmtiles(file, { ...map, tiles });
  const { promise: isRead, resolve } = Promise.withResolvers<void>();
  const files = openMapFiles({ folder, preset: [file], onChanged: () => resolve() });
  const damaged = new Maps(files, openOnlineMaps(), noCache, city);
  files.begin();
  await isRead;
  const statusOf = async (column: number) =>
    (await damaged.answer(`/maps/policy-0/1/14/${column}/${y}`)).status;
  expect([await statusOf(x), await statusOf(x + 1000)]).toEqual([502, 404]);
  // A street of the tile could be nearer.
  expect(await damaged.streets([crossingAt(7, 45)], 'en', ofService)).toEqual([null]);
  damaged.close();
});

const crossing = crossingAt(7, 45);

test('names the streets of positions from the tiles of a file', async () => {
  const away = { ...crossing, longitude: 20 };
  const beside = { latitude: crossing.latitude + 0.003, longitude: crossing.longitude + 0.003 };
  expect(await maps.streets([crossing, away, beside, crossing], 'en', ofService)).toEqual([
    { street: 'Harbour Road', number: null },
    null,
    null,
    { street: 'Harbour Road', number: null },
  ]);
});

test('names the invented streets of the demo for its own vehicles only', async () => {
  const inCity = { latitude: 52.48, longitude: -1.89 };
  const asked = [crossing, inCity];
  const company = { street: 'Harbour Road', number: null };
  expect(await maps.streets(asked, 'en', ofService)).toEqual([company, null]);
  expect(await maps.streets(asked, 'en', { isDemo: true })).toEqual([
    company,
    { street: expect.stringMatching(/^[A-Z][a-z]+ [A-Z]/), number: null },
  ]);
});

test('names streets from the cached tiles of the online map that is shown, and requests none', async () => {
  const read: string[] = [];
  const cached: string[] = [];
  const style = {
    version: 8,
    sources: {
      streets: { type: 'vector', tiles: ['https://maps.example/{z}/{x}/{y}'], maxzoom: 14 },
    },
    layers: [],
  };
  const answer = (bytes: Uint8Array) => ({ status: 200, type: '', bytes });
  const online = openOnlineMaps({
    style: () => 'https://maps.example/style.json',
    allowedOf: (_, named) => Promise.resolve(named),
    read: (url) => {
      read.push(url);
      return Promise.resolve(answer(Buffer.from(JSON.stringify(style))));
    },
    readCached: (url) => {
      cached.push(url);
      return Promise.resolve(url.endsWith(`/14/${x}/${y}`) ? answer(roadTile('shortbread')) : null);
    },
  });
  const files = openMapFiles({ folder });
  const shown = new Maps(files, online, noCache, city);
  expect(await shown.streets([crossing], 'en', ofService)).toEqual([null]);
  expect(read).toEqual([]);

  // The window draws the map.
  await shown.answer('/maps/style/style.json');
  const elsewhere = { latitude: 50, longitude: 50 };
  expect(await shown.streets([elsewhere, crossing], 'en', ofService)).toEqual([
    null,
    { street: 'Harbour Road', number: null },
  ]);
  expect(read).toEqual(['https://maps.example/style.json']);
  expect(cached).toHaveLength(2);
  shown.close();
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
