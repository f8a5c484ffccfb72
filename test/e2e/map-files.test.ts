import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import {
  crossingAt,
  mbtilesScript,
  picture,
  pictureMap,
  roadMap,
  roadTile,
  writePmtiles,
} from '../../main/features/maps/map-writer.test-support';
import { createAuthority } from '../support/certificates';
import { connect, hostQuestions, newProfile, startAgain, type App } from '../support/app';
import { t } from '../support/english';
import { expect, test as base } from '../support/fixtures';
import { liveWithin } from '../support/live-within';
import { fitAll, pixelsOf } from '../support/map-page';
import type { ServiceProcess } from '../support/service';

const place = { latitude: 45.07, longitude: 7.68 };

const test = base.extend<{ maps: string }>({
  // oxlint-disable-next-line no-empty-pattern
  maps: async ({}, use) => {
    const { folder, remove } = newProfile();
    const content = roadMap('openmaptiles', place.longitude, place.latitude);
    writePmtiles(path.join(folder, 'harbour.pmtiles'), content);
    await use(folder);
    remove();
  },
});

/** In place of OpenFreeMap, with tiles that may be stored; `requested` has the paths. */
async function serveStreets() {
  const requested: string[] = [];
  const authority = await createAuthority();
  const style = {
    version: 8,
    sources: {
      streets: { type: 'vector', tiles: [`${openFreeMap}/{z}/{x}/{y}.pbf`], maxzoom: 14 },
    },
    layers: [
      { id: 'road', type: 'line', source: 'streets', 'source-layer': 'transportation_name' },
    ],
  };
  const certificate = await authority.issue({ host: new URL(openFreeMap).hostname });
  const server = createSecureServer(certificate, ({ url = '' }, response) => {
    requested.push(url);
    response.setHeader('cache-control', 'public, max-age=3600');
    response.setHeader('vary', 'origin');
    response.end(url.endsWith('.pbf') ? roadTile('openmaptiles') : JSON.stringify(style));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    requested,
    port: (server.address() as AddressInfo).port,
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

const openFreeMap = 'https://tiles.openfreemap.org';

/** Writes an MBTiles file with the SQLite of the app; the Node of the tests may have none. */
const writeMbtiles = ({ electron }: App, file: string, script: string) =>
  electron.evaluate(
    (_, made) => {
      const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
      const database = new DatabaseSync(made.file);
      database.exec(made.script);
      database.close();
    },
    { file, script },
  );

/** Answers the next file dialog. */
const choose = ({ electron }: App, file: string) =>
  electron.evaluate(({ dialog }, chosen) => {
    const answer = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
    Object.assign(dialog, { showOpenDialog: answer });
  }, file);

/** The colours of main roads in the two themes. */
const roadColours = ['#f8e8c4', '#575043'];
const roads = (page: Page) => expect.poll(() => pixelsOf(page, roadColours));

const drawn = (page: Page, colour = magenta) => expect.poll(() => pixelsOf(page, [colour]));

const setTheme = (page: Page, theme: 'light' | 'dark') =>
  page.evaluate((chosen) => window.waypost.settings.change({ theme: chosen }), theme);

const magenta = '#ff00ff';
const link = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name }).click();

/** A van at a crossing, and the app connected with its details open. */
async function openVan({ page }: App, service: ServiceProcess): Promise<Locator> {
  await service.control('addDevice', { id: 'van-1', name: 'Van 1' });
  await service.control('setFix', 'van-1', {
    ...crossingAt(place.longitude, place.latitude),
    speed: 0,
  });
  await connect(page, service);
  await page.getByRole('table', { name: 'Devices' }).getByRole('row', { name: 'Van 1' }).click();
  const position = page.getByRole('region', { name: 'State and position' });
  const where = position.getByText(/Turin/).first();
  await expect(where).toHaveText(/^Turin/);
  return where;
}

/** Drops a file on the map, as from a file manager. */
async function drop(page: Page, file: string): Promise<void> {
  const canvas = (await page.locator('canvas.maplibregl-canvas').boundingBox())!;
  const devtools = await page.context().newCDPSession(page);
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await devtools.send('Input.dispatchDragEvent', {
      type,
      x: canvas.x + canvas.width / 2,
      y: canvas.y + canvas.height / 2,
      data: { items: [], files: [file], dragOperationsMask: 1 },
    });
  }
}

test('map files are refused in words, or their streets are drawn and said, until they are gone', async ({
  start,
  serve,
  maps,
  profile,
}) => {
  // A walk through a whole page.
  test.setTimeout(300_000);
  const harbour = path.join(maps, 'harbour.pmtiles');
  const damaged = path.join(maps, 'half.pmtiles');
  const whole = readFileSync(harbour);
  writeFileSync(damaged, whole.subarray(0, whole.length / 2));
  const service = await serve({ devices: 0 });
  const app = await start({ files: [damaged] });
  const { page } = app;
  const dialog = page.getByRole('dialog', { name: t('map.file.add') });
  const refused = (name: string) => dialog.getByText(`“${name}” cannot be used as a map`);
  const add = dialog.getByRole('button', { name: 'Add map' });
  const close = () => dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(refused('half.pmtiles')).toBeVisible();
  await expect(dialog).toContainText('download or copy it again');
  await close();

  const more = `DROP TABLE tiles;
    CREATE VIEW tiles AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
    SELECT i AS zoom_level, i AS tile_column, i AS tile_row, zeroblob(9) AS tile_data FROM n;`;
  const content = roadMap('openmaptiles', place.longitude, place.latitude);
  const hostile = path.join(maps, 'hostile.mbtiles');
  await writeMbtiles(app, hostile, mbtilesScript(content, { more }));
  await startAgain(app, profile, { files: [hostile] });
  await expect(refused('hostile.mbtiles')).toBeVisible();
  await expect(dialog).toContainText('Waypost runs none of it');
  await close();
  await expect(dialog).toHaveCount(0);

  const where = await openVan(app, service);
  await page.getByRole('button', { name: 'Fit all' }).click();
  await page.getByRole('button', { name: 'Zoom in' }).click();
  // Code in the window has no file with a path.
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(['x'], '/etc/passwd.pmtiles'));
    const event = new DragEvent('drop', { bubbles: true, dataTransfer: data });
    document.querySelector('.maplibregl-map')!.dispatchEvent(event);
  });
  await expect(dialog).toHaveCount(0);
  await drop(page, harbour);
  for (const fact of ['Streets (OpenMapTiles)', 'Zoom 10 to 14', 'Test Map © Harbour']) {
    await expect(dialog.getByText(fact)).toBeVisible();
  }
  await add.click();
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme);
    await roads(page).toBeGreaterThan(1_000);
  }
  await expect(where).toHaveText(/^Harbour Road, Turin/);
  await expect(where).toHaveAttribute(
    'title',
    /^Nearest street on the map: Harbour Road\nNearest town: Turin/,
  );

  // The drive is removed, and comes back.
  renameSync(harbour, `${harbour}.away`);
  const gone = page.getByText('The offline map “harbour.pmtiles” cannot be used');
  await expect(gone).toBeVisible();
  await roads(page).toBe(0);
  renameSync(`${harbour}.away`, harbour);
  await expect(gone).toHaveCount(0);
  await roads(page).toBeGreaterThan(1_000);
  await link(page, 'Settings');
  await page.getByRole('button', { name: 'Remove harbour.pmtiles' }).click();

  // The list never names a folder to the window, and the window cannot read other files.
  expect(await page.evaluate(() => JSON.stringify(history.state))).not.toContain(maps);
  const addresses = ['/maps/..%2f..%2fsettings.json', '/maps/x/1/0/0/0'];
  for (const address of addresses) {
    const status = await page.evaluate(async (at) => (await fetch(at)).status, address);
    expect(status).toBe(404);
  }
  expect(readFileSync(path.join(profile, 'map-files.json'), 'utf8')).not.toContain(maps);
});

test('pictures of a PMTiles and of an MBTiles file are drawn where they are', async ({
  start,
  serve,
  maps,
}) => {
  const service = await serve({ devices: 0 });
  await service.control('addDevice', { id: 'van-1', name: 'Van 1' });
  await service.control('setFix', 'van-1', { ...place, speed: 0 });
  const app = await start();
  const { page } = app;
  const cyan = '#00ffff';
  const content = (colour: Uint8Array) => pictureMap(colour, place.longitude, place.latitude);
  writePmtiles(path.join(maps, 'aerial.pmtiles'), content(picture(255, 0, 255)));
  // It says that it has vector tiles, and nothing of where they are.
  const metadata = { format: 'pbf', bounds: '', minzoom: null, maxzoom: null };
  const script = mbtilesScript(content(picture(0, 255, 255)), { metadata });
  await writeMbtiles(app, path.join(maps, 'aerial.mbtiles'), script);
  await connect(page, service);
  await expect(page.getByRole('status').first()).toHaveText(/^Live/, liveWithin);
  await page.getByRole('button', { name: 'Fit all' }).click();

  for (const [name, colour, other] of [
    ['aerial.pmtiles', magenta, cyan],
    ['aerial.mbtiles', cyan, magenta],
  ] as const) {
    await choose(app, path.join(maps, name));
    await link(page, 'Settings');
    await page.getByRole('button', { name: t('map.files.add') }).click();
    const dialog = page.getByRole('dialog', { name: t('map.file.add') });
    await expect(dialog.getByText('Pictures')).toBeVisible();
    await expect(dialog.getByText(t('map.file.ignored.format'))).toHaveCount(
      name === 'aerial.mbtiles' ? 1 : 0,
    );
    await dialog.getByRole('button', { name: 'Add map' }).click();
    await link(page, 'Fleet');
    await drawn(page, colour).toBeGreaterThan(10_000);
    await drawn(page, other).toBe(0);
    await link(page, 'Settings');
    await page.getByRole('button', { name: `Remove ${name}` }).click();
    await link(page, 'Fleet');
    await drawn(page, colour).toBe(0);
  }
  expect(app.errors).toEqual([]);
});

const mapKey = 'key-0123456789-of-the-map';

/** A tile server whose map is one picture in magenta, and which demands a key. */
async function keyedServer() {
  const control = { acceptsKey: true };
  const server = createServer((request, response) => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    response.setHeader('access-control-allow-origin', '*');
    const { pathname, searchParams } = new URL(request.url!, url);
    if (!control.acceptsKey || searchParams.get('token') !== mapKey) {
      return response.writeHead(403).end();
    }
    if (!pathname.endsWith('/style.json')) return response.end(picture(255, 0, 255));
    response.setHeader('content-type', 'application/json');
    const tiles = {
      type: 'raster',
      tiles: [`${url}/{z}/{x}/{y}.png?token=${mapKey}`],
      tileSize: 256,
    };
    const layers = [
      { id: 'ground', type: 'background', paint: { 'background-color': magenta } },
      { id: 'tiles', type: 'raster', source: 'tiles', paint: { 'raster-fade-duration': 0 } },
    ];
    return response.end(JSON.stringify({ version: 8, sources: { tiles }, layers }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    control,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

test('online maps are off until one is chosen, their cache says streets and is cleared, and a key stays in main', async ({
  start,
  serve,
}) => {
  // A walk through a whole page.
  test.setTimeout(300_000);
  const service = await serve({ devices: 0 });
  const provider = await serveStreets();
  const keyed = await keyedServer();
  const app = await start({
    switches: [`--host-resolver-rules=MAP tiles.openfreemap.org 127.0.0.1:${provider.port}`],
  });
  const { page } = app;
  await app.electron.evaluate(({ session }) => {
    session.fromPartition('persist:online-maps').setCertificateVerifyProc((_, answer) => answer(0));
  });
  const where = await openVan(app, service);
  await link(page, 'Settings');
  const list = page.getByRole('combobox', { name: 'Online map' });
  await expect(list).toHaveValue('');
  expect((await hostQuestions(app)).filter(({ message }) => /map/.test(message))).toEqual([]);
  expect(provider.requested).toEqual([]);
  await list.selectOption('OpenFreeMap, streets');
  await expect(page.getByText(/learns the address of your network and which areas/)).toBeVisible();
  expect((await hostQuestions(app)).at(-1)?.message).toBe(`Load the map from ${openFreeMap}?`);

  // What the map has shown is in the cache of Chromium; the street is read there, and nothing is requested.
  await link(page, 'Fleet');
  await page.keyboard.press('Escape');
  await fitAll(page);
  await expect.poll(() => provider.requested.some((at) => at.startsWith('/14/'))).toBe(true);
  await fitAll(page);
  await provider.stop();
  const { length } = provider.requested;
  await page.getByRole('table', { name: 'Devices' }).getByRole('row', { name: 'Van 1' }).click();
  await expect(where).toHaveText(/^Harbour Road, Turin/);
  expect(provider.requested).toHaveLength(length);
  await link(page, 'Settings');
  await page.getByRole('button', { name: t('map.online.cache.clear') }).click();
  await expect(page.getByText('0 B cached')).toBeVisible();

  // A server that demands a key, which the window never gets back.
  await list.selectOption('Own map server');
  await page
    .getByRole('textbox', { name: t('map.online.address') })
    .fill(`${keyed.url}/style.json?token={key}`);
  const keyField = page.getByRole('textbox', { name: t('map.online.key.server') });
  await keyField.fill('a-wrong-key-98765');
  await page.getByRole('button', { name: 'Use this map' }).click();
  await expect(page.getByText(/Own map server did not accept the key/)).toBeVisible();
  await keyField.fill(mapKey);
  await page.getByRole('button', { name: 'Use this map' }).click();
  await expect(keyField).toHaveCount(0);
  await link(page, 'Fleet');
  await drawn(page).toBeGreaterThan(10_000);
  const inWindow = await page.evaluate(async () => {
    const style = await fetch('app://waypost/maps/own/style.json');
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
    const policy = (await fetch('app://waypost/index.html')).headers.get('content-security-policy');
    return [await style.text(), ...loaded, policy, document.documentElement.outerHTML].join('\n');
  });
  expect(inWindow).toContain('maps/own/0/');
  expect(inWindow).not.toContain(mapKey);
  expect(inWindow).not.toContain(keyed.url);
  // The window itself reaches no server.
  const reached = page.evaluate(async (url) => (await fetch(url)).text(), keyed.url);
  await expect(reached).rejects.toThrow('Failed to fetch');

  keyed.control.acceptsKey = false;
  await page.reload();
  const refused = page.getByRole('alert').filter({ hasText: 'does not accept the key' });
  await expect(refused).toContainText('The bundled map is shown instead');
  await drawn(page).toBe(0);
  keyed.control.acceptsKey = true;
  await refused.getByRole('button', { name: 'Try again' }).click();
  await expect(refused).toHaveCount(0);
  await drawn(page).toBeGreaterThan(10_000);
  await link(page, 'Settings');
  await page.getByRole('button', { name: 'Remove key' }).click();
  await expect(list).toHaveValue('');
  keyed.close();
});
