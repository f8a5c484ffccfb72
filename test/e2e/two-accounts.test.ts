import type { Page } from '@playwright/test';
import { connect, type App } from '../support/app';
import { t } from '../support/english';
import { expect, test } from '../support/fixtures';
import { liveWithin } from '../support/live-within';

// Two accounts, each in a window of its own.

const live = (page: Page) =>
  expect(page.getByRole('status').first()).toHaveText(/^Live/, liveWithin);
const counts = (page: Page, devices: number) =>
  expect(page.getByText(`${devices} of ${devices}`, { exact: true })).toBeVisible();
const accountButton = (page: Page) => page.getByRole('button', { name: /^Account:/ });
const visibleWindows = (app: App) =>
  app.electron.evaluate(
    ({ BrowserWindow }) => BrowserWindow.getAllWindows().filter((w) => w.isVisible()).length,
  );

test('a second account opens in a window of its own, and each is left alone', async ({
  start,
  serve,
}) => {
  const [north, south] = [await serve({ devices: 5 }), await serve({ devices: 3 })];
  const app = await start();
  const { page } = app;
  await connect(page, south);
  await live(page);
  await accountButton(page).click();
  await page.getByRole('menuitem', { name: t('session.menu.disconnect'), exact: true }).click();
  await connect(page, north);
  await live(page);
  await counts(page, 5);

  const opened = app.electron.waitForEvent('window');
  await accountButton(page).click();
  await page
    .getByRole('menuitem', {
      name: t('session.userAt', { user: south.userName, address: south.url }),
    })
    .click({ modifiers: ['Control'] });
  const other = await opened;
  await live(other);
  await counts(other, 3);
  await counts(page, 5);
  await expect(other).toHaveTitle(/^Fleet – .+ – Waypost$/);
  await expect(page).toHaveTitle(/^Fleet – .+ – Waypost$/);

  // What is typed in one is not in the other.
  await other.getByRole('link', { name: 'Groups' }).click();
  await other.getByRole('button', { name: 'New group' }).click();
  await other.getByRole('textbox', { name: 'Name' }).fill('Early shift');
  await expect(other.getByRole('button', { name: /unsaved/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /unsaved/ })).toBeHidden();

  // The account that is open there is shown there, from the search as well.
  await page.keyboard.press('Control+k');
  const command = t('session.openInWindow.named', {
    account: t('session.userAt', { user: south.userName, address: south.url }),
  });
  await page.keyboard.type(command);
  await page.getByRole('option', { name: command }).click();
  await expect.poll(() => visibleWindows(app)).toBe(2);
  await counts(page, 5);

  // Leaving one account leaves the other.
  await accountButton(page).click();
  await page.getByRole('menuitem', { name: t('session.menu.disconnect'), exact: true }).click();
  await expect(page.getByRole('button', { name: t('session.connect'), exact: true })).toBeVisible();
  await live(other);
  await expect(other.getByRole('textbox', { name: 'Name' })).toHaveValue('Early shift');
  await other.close();
  await expect.poll(() => visibleWindows(app)).toBe(1);
  expect(app.errors).toEqual([]);
});
