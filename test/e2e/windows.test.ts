import type { Page } from '@playwright/test';
import { connect, type App } from '../support/app';
import { expect, test } from '../support/fixtures';
import { liveWithin } from '../support/live-within';

// Several windows of one account.

async function furtherWindow(app: App, open: () => Promise<unknown>): Promise<Page> {
  const opened = app.electron.waitForEvent('window');
  await open();
  return opened;
}

const numberOfWindows = (app: App) =>
  app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);

test('a map in a window of its own gets each position from the same calls, and closes alone', async ({
  start,
  serve,
}) => {
  const service = await serve({ devices: 5 });
  const app = await start();
  const { page } = app;
  await connect(page, service);
  await expect(page.getByRole('status')).toHaveText(/^Live/, liveWithin);
  const map = await furtherWindow(app, async () => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('Open map in a new window');
    await page.getByRole('option', { name: 'Open map in a new window' }).click();
  });
  await expect(map).toHaveTitle('Map – Waypost');
  await expect(map.getByRole('status')).toHaveText(/^Live/);
  await expect(map.getByRole('navigation', { name: 'Pages' })).toHaveCount(0);
  await expect(map.getByRole('banner')).toBeHidden();
  await expect(map.locator('.maplibregl-canvas')).toBeVisible();
  // The layout of the main window stays.
  await expect(page.getByText('5 of 5', { exact: true })).toBeVisible();

  await map.close();
  await expect.poll(() => numberOfWindows(app)).toBe(1);
  await expect(page.getByRole('status')).toHaveText(/^Live/);
  expect(app.errors).toEqual([]);
});

test('what is typed in one window is in the other one, and what is saved there, too', async ({
  start,
  serve,
}) => {
  const service = await serve({ devices: 5 });
  const app = await start();
  const { page } = app;
  await connect(page, service);
  await expect(page.getByRole('status')).toHaveText(/^Live/, liveWithin);
  await page.getByRole('link', { name: 'Groups' }).click();
  const other = await furtherWindow(app, async () => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('Open this page in a new window');
    await page.getByRole('option', { name: 'Open this page in a new window' }).click();
  });
  await expect(other).toHaveTitle('Groups – Waypost');
  await page.getByRole('button', { name: 'New group' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Early shift');
  const draft = other.getByRole('button', { name: /unsaved/ });
  await expect(draft).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(draft).toBeHidden();
  await expect(other.getByRole('row', { name: 'Early shift', exact: true })).toBeVisible();
});

interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

const placesOf = ({ electron }: App) =>
  electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()
      .toSorted((a, b) => a.id - b.id)
      .map((window): Area => window.getBounds()),
  );

const moveTo = ({ electron }: App, index: number, area: Area) =>
  electron.evaluate(
    ({ BrowserWindow }, { index, area }) =>
      BrowserWindow.getAllWindows()
        .toSorted((a, b) => a.id - b.id)
        [index]!.setBounds(area),
    { index, area },
  );

test('the windows that were open when Waypost was quit are open again, each where it was', async ({
  start,
  serve,
}) => {
  const service = await serve({ devices: 3 });
  const app = await start();
  const { page } = app;
  await connect(page, service);
  await expect(page.getByRole('status')).toHaveText(/^Live/, liveWithin);
  await furtherWindow(app, () =>
    page.evaluate(() => window.waypost.app.openWindow({ shows: 'map', device: null })),
  );
  const other = await furtherWindow(app, () =>
    page.evaluate(() => window.waypost.app.openWindow({ shows: 'page', page: 'groups' })),
  );
  await expect(other).toHaveTitle('Groups – Waypost');
  await other.getByRole('link', { name: 'Users' }).click();
  const areas = [
    { x: 10, y: 20, width: 900, height: 700 },
    { x: 300, y: 100, width: 800, height: 600 },
    { x: 500, y: 200, width: 850, height: 650 },
  ];
  for (const [index, area] of areas.entries()) await moveTo(app, index, area);
  await expect.poll(() => placesOf(app)).toEqual(areas);
  await app.close();

  const again = await start();
  await expect.poll(() => numberOfWindows(again), liveWithin).toBe(3);
  expect(await placesOf(again)).toEqual(areas);
  const titles = () => Promise.all(again.electron.windows().map((window) => window.title()));
  await expect
    .poll(async () => (await titles()).toSorted())
    .toEqual(['Map – Waypost', 'Users – Waypost', 'Waypost']);

  // A window that the user closed stays closed.
  await again.electron
    .windows()
    .find((window) => window.url().includes('shows=map'))!
    .close();
  await expect.poll(() => numberOfWindows(again)).toBe(2);
  await again.close();
  const third = await start();
  await expect.poll(() => numberOfWindows(third), liveWithin).toBe(2);
});
