import type { Page } from '@playwright/test';
import { connect, hostQuestions, type App } from '../support/app';
import { t } from '../support/english';
import { expect, test } from '../support/fixtures';
import { liveWithin } from '../support/live-within';
import { pixelsOf } from '../support/map-page';

const streets = '#ff00ff';
const drawn = (page: Page) => expect.poll(() => pixelsOf(page, [streets]));

/** Answers in place of the servers of online maps; `isUp` is read for each request. */
const serveMaps = ({ electron }: App) =>
  electron.evaluateHandle(({ session }, colour) => {
    const server = { isUp: false, hosts: [] as string[] };
    const data = { type: 'FeatureCollection', features: [] };
    const layers = [{ id: 'ground', type: 'background', paint: { 'background-color': colour } }];
    session.fromPartition('persist:online-maps').protocol.handle('https', ({ url }) => {
      server.hosts.push(new URL(url).hostname);
      if (!server.isUp) return new Response('', { status: 503 });
      return Response.json({ version: 8, sources: { roads: { type: 'geojson', data } }, layers });
    });
    return server;
  }, streets);

test('streets are offered where there are none, and the layers of the map are chosen on every map', async ({
  start,
  serve,
}) => {
  const service = await serve({ devices: 0 });
  await service.control('addDevice', { id: 'van-1', name: 'Van 1' });
  await service.control('setFix', 'van-1', { latitude: 45.07, longitude: 7.68, speed: 0 });
  const app = await start();
  const { page } = app;
  const maps = await serveMaps(app);
  await connect(page, service);
  await expect(page.getByRole('status').first()).toHaveText(/^Live/, liveWithin);
  const strip = page.getByRole('region', { name: t('map.streets') });
  await page.getByRole('button', { name: 'Fit all' }).click();

  // The whole world needs no streets.
  await expect(strip).toContainText('OpenFreeMap then learns the address of your network');
  expect((await maps.jsonValue()).hosts).toEqual([]);
  await strip.getByRole('button', { name: t('map.streets.show') }).click();
  await expect(strip).toContainText('could not be loaded. The maps of this computer are shown');
  expect((await hostQuestions(app)).map(({ message }) => message)).toContain(
    'Load the map from https://tiles.openfreemap.org?',
  );
  await drawn(page).toBe(0);

  await maps.evaluate((server) => {
    server.isUp = true;
  });
  await strip.getByRole('button', { name: 'Try again' }).click();
  await drawn(page).toBeGreaterThan(10_000);
  await expect(strip).toBeHidden();

  const button = page.getByRole('button', { name: 'Map layers' });
  const layer = (name: RegExp) => page.getByRole('radio', { name });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(layer(/^Streets/)).toBeChecked();
  await layer(/^None/).check();
  await drawn(page).toBe(0);
  await page.keyboard.press('Escape');
  await expect(layer(/^None/)).toBeHidden();
  await expect(button).toBeFocused();

  // Declined once, it is not offered again; the layers are on every map and are the same there.
  await strip.getByRole('button', { name: 'Not now' }).click();
  await expect(strip).toBeHidden();
  await page.reload();
  await page.getByRole('link', { name: 'Submit' }).click();
  const mapToPick = page.getByRole('region', { name: t('submit.map.pick') });
  await mapToPick.getByRole('button', { name: 'Map layers' }).click();
  await expect(layer(/^None/)).toBeChecked();
  await layer(/^Streets/).check();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Fleet' }).click();
  await expect(page.getByText('1 of 1', { exact: true })).toBeVisible();
  await expect(strip).toBeHidden();
  await drawn(page).toBeGreaterThan(10_000);
  expect(new Set((await maps.jsonValue()).hosts)).toEqual(new Set(['tiles.openfreemap.org']));
});
