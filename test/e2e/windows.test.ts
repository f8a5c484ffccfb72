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
