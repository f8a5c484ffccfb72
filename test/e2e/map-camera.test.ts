import type { Page } from '@playwright/test';
import { allowCalls, connect } from '../support/app';
import { expect, test } from '../support/fixtures';
import { chooseLayout } from '../support/fleet-page';
import { inMain } from '../support/in-main.mjs';
import { pixelOf, visiblePartOfMap } from '../support/map-page';
import type { ServiceProcess } from '../support/service';
import { isLongRun } from '../support/test-length';

const details = (page: Page) => page.getByRole('region', { name: 'Device details' });
const table = (page: Page) => page.getByRole('table', { name: 'Devices' });

/** The last known position of the selected device, as its details show it. */
async function shownPosition(page: Page): Promise<{ latitude: number; longitude: number }> {
  const text = (await details(page).textContent()) ?? '';
  const [, latitude, longitude] = /(-?\d+\.\d{5}), (-?\d+\.\d{5})/.exec(text)!;
  return { latitude: Number(latitude), longitude: Number(longitude) };
}

/** In the middle third of the visible part, where a device that drives stays. */
async function expectInMiddle(
  page: Page,
  position: () => Promise<{ latitude: number; longitude: number }>,
): Promise<void> {
  await expect(async () => {
    const { x, y, width, height } = await visiblePartOfMap(page);
    const at = await pixelOf(page, await position());
    expect(Math.abs((at.x - x) / width - 0.5), 'from the middle across').toBeLessThan(0.19);
    expect(Math.abs((at.y - y) / height - 0.5), 'from the middle down').toBeLessThan(0.19);
  }).toPass({ timeout: 15_000 });
}

/** Vehicles that drive east and report twice a second. */
async function driving(service: ServiceProcess, names: readonly string[]): Promise<() => void> {
  for (const [i, name] of names.entries())
    await service.control('addDevice', { id: `m-${i}`, name });
  let step = 0;
  const report = async () => {
    step += 1;
    for (const i of names.keys()) {
      await service.control('setFix', `m-${i}`, {
        latitude: 52.48 + i / 100,
        longitude: -1.9 + i / 50 + step * 0.00008,
        speed: 40,
        course: 90,
      });
    }
  };
  await report();
  const timer = setInterval(() => void report().catch(() => undefined), 500);
  return () => clearInterval(timer);
}

const usual = { width: 1440, height: 900, tried: isLongRun ? 4 : 1 };
const large = { width: 1920, height: 1080, tried: 1 };
const sizes = isLongRun ? [{ width: 900, height: 640, tried: 1 }, usual, large] : [usual, large];

test('a moving device that was found by search is in the middle of the map, whatever opens beside it', async ({
  start,
  serve,
}) => {
  test.setTimeout(180_000);
  const names = ['Truck Ñandú 14', 'Van Ñandú 145', 'Zoë 115', 'Lorry of José'];
  const service = await serve({ devices: 60 });
  const stop = await driving(service, names);
  const { electron, page } = await start();
  await connect(page, service);
  await allowCalls(page, 6_000);
  await expect(page.getByRole('status')).toHaveText(/^Live/, { timeout: 90_000 });
  for (const { width, height, tried } of sizes) {
    await inMain(
      electron,
      ({ BrowserWindow }, size) => BrowserWindow.getAllWindows()[0]!.setContentSize(...size),
      [width, height] as [number, number],
    );
    await expect.poll(() => page.evaluate(() => window.innerWidth)).toBe(width);
    for (const name of names.slice(0, tried)) {
      await page.keyboard.press('Control+f');
      await page.keyboard.type(name);
      await page.keyboard.press('Enter');
      await expect(details(page)).toContainText(name);
      const position = () => shownPosition(page);
      await expectInMiddle(page, position);
      const { latitude, longitude } = await shownPosition(page);
      // Closing everything leaves the map where it is.
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await expect(details(page)).toBeHidden();
      await expect(page.getByRole('searchbox', { name: 'Search devices' })).toHaveValue('');
      await expectInMiddle(page, () => Promise.resolve({ latitude, longitude }));
    }
  }
  // Another layout keeps it there, also one that was chosen while there was no map.
  await chooseLayout(page, 'Table');
  await page.getByRole('searchbox', { name: 'Search devices' }).fill('Zoë 115');
  await table(page).getByRole('row', { name: 'Zoë 115' }).click();
  await expect(details(page)).toContainText('Zoë 115');
  for (const layout of ['Split', 'Map', 'Split'] as const) {
    await chooseLayout(page, layout);
    await expectInMiddle(page, () => shownPosition(page));
  }
  stop();
});

test('the map of another account begins with its fleet, not with the view of the one before', async ({
  app,
  serve,
}) => {
  const accounts = [
    { latitude: 45.76, longitude: 4.84 },
    { latitude: -17.7, longitude: 179.6 },
  ];
  const { page } = app;
  for (const place of accounts) {
    const service = await serve({ devices: 0 });
    for (const [i, east] of [0, 0.1, 0.8].entries()) {
      await service.control('addDevice', { id: `v-${i}`, name: `Van ${i}` });
      // The second fleet is on both sides of 180°.
      const longitude = ((place.longitude + east + 180) % 360) - 180;
      await service.control('setFix', `v-${i}`, { ...place, longitude, speed: 12, course: 90 });
    }
    await connect(page, service);
    await expect(page.getByRole('status')).toContainText('3 with a position');
    await expectInMiddle(page, () =>
      Promise.resolve({ ...place, longitude: place.longitude + 0.4 }),
    );
    const { x, y, width, height } = await visiblePartOfMap(page);
    // Not the whole world around the two sides of 180°.
    const [first, last] = [
      await pixelOf(page, place),
      await pixelOf(page, { ...place, longitude: place.longitude + 0.8 }),
    ];
    expect(last.x - first.x).toBeGreaterThan(width / 3);
    // Somewhere else by hand.
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2 - 150, y + height / 2 - 80, { steps: 6 });
    await page.mouse.up();
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Disconnect', exact: true }).click();
  }
});
