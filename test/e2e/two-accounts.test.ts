import type { Page } from '@playwright/test';
import { connect, startAgain, type App } from '../support/app';
import { t } from '../support/english';
import { expect, test } from '../support/fixtures';
import { liveWithin } from '../support/live-within';
import { watchNotifications } from '../support/notifications';
import type { ServiceProcess } from '../support/service';

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

interface Two {
  app: App;
  /** The main window, and that of the other account. */
  page: Page;
  other: Page;
}

type Start = (options?: object) => Promise<App>;

/** Connects both accounts, and opens the first one in a window of its own. */
async function openTwo(start: Start, south: ServiceProcess, north: ServiceProcess): Promise<Two> {
  const app = await start();
  const { page } = app;
  await connect(page, south);
  await live(page);
  await page.evaluate(() => window.waypost.session.disconnect({ forget: false }));
  await connect(page, north);
  await live(page);
  const opened = app.electron.waitForEvent('window');
  await page.evaluate(async (address) => {
    const current = await window.waypost.session.current();
    if (!current.ok || current.value.phase !== 'open') return;
    const { id } = current.value.known.find((each) => each.address === address)!;
    await window.waypost.session.openInWindow({ id });
  }, south.url);
  const other = await opened;
  await live(other);
  return { app, page, other };
}

test('a second account opens in a window of its own, and each is left alone', async ({
  app,
  serve,
}) => {
  const [north, south] = [await serve({ devices: 5 }), await serve({ devices: 3 })];
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

test('links and notifications open the window of their account, which is open again after a restart', async ({
  start,
  serve,
  profile,
}) => {
  test.slow();
  const [south, north] = [await serve({ devices: 0 }), await serve({ devices: 3 })];
  await south.control('addDevice', { id: 'van', name: 'VAN' });
  await south.control('setFix', 'van', { latitude: 45.76, longitude: 4.84 });
  const { app, page, other } = await openTwo(start, south, north);

  // A link opens where its device is; one that nobody has, where the user is, and says so.
  await startAgain(app, profile, { files: ['waypost://device/van'] });
  await expect(other.getByRole('region', { name: 'Device details' })).toContainText('VAN');
  await expect(page.getByRole('region', { name: 'Device details' })).toBeHidden();
  await startAgain(app, profile, { files: ['waypost://group/gone'] });
  await expect
    .poll(async () => {
      const missing = (of: Page) => of.getByText(t('app.link.missing.group')).count();
      return (await missing(page)) + (await missing(other));
    })
    .toBe(1);

  // So does a notification.
  await other.getByRole('link', { name: 'Groups' }).click();
  const notifications = await watchNotifications(app);
  await south.control('setFix', 'van', { latitude: 45.76, longitude: 4.84, alerts: ['SOSButton'] });
  await other.evaluate(() => window.waypost.fleet.refresh());
  await expect.poll(notifications.all).toMatchObject([{ title: 'VAN' }]);
  await notifications.click('VAN');
  await expect.poll(() => other.url()).toContain('#/alerts');
  expect(page.url()).not.toContain('#/alerts');
  expect(app.errors).toEqual([]);
  await app.close();

  const again = await start();
  await counts(again.page, 3);
  await expect.poll(() => visibleWindows(again)).toBe(2);
  const otherAgain = again.electron.windows().find((each) => each !== again.page)!;
  await live(otherAgain);
  await otherAgain.getByRole('link', { name: 'Fleet' }).click();
  await expect(otherAgain.getByRole('region', { name: 'Device details' })).toContainText('VAN');
});

test('locking locks both accounts, and forgetting one leaves the other', async ({
  start,
  serve,
}) => {
  test.slow();
  const passphrase = 'four plain words here';
  const [south, north] = [await serve({ devices: 2 }), await serve({ devices: 3 })];
  const { app, page, other } = await openTwo(start, south, north);
  for (const each of [page, other]) {
    const outcome = await each.evaluate(
      (value) => window.waypost.session.setPassphrase({ passphrase: value }),
      passphrase,
    );
    expect(outcome.ok).toBe(true);
  }
  await app.electron.evaluate(({ Menu }) => {
    const items = Menu.getApplicationMenu()!.items.flatMap(({ submenu }) => submenu?.items ?? []);
    items.find(({ accelerator }) => accelerator === 'CmdOrCtrl+L')!.click();
  });
  for (const each of [page, other]) {
    await expect(each.getByText(t('session.unlock.title'))).toBeVisible();
  }
  // Each is opened on its own.
  await page.getByRole('textbox', { name: 'Passphrase' }).fill(passphrase);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await counts(page, 3);
  await live(page);
  await expect(other.getByText(t('session.unlock.title'))).toBeVisible();
  await other.getByRole('textbox', { name: 'Passphrase' }).fill(passphrase);
  await other.getByRole('button', { name: 'Open', exact: true }).click();
  await counts(other, 2);

  await accountButton(page).click();
  await page.getByRole('menuitem', { name: t('session.menu.forget'), exact: true }).click();
  await page.getByRole('button', { name: t('session.forget.confirm'), exact: true }).click();
  await expect(page.getByRole('button', { name: t('session.connect'), exact: true })).toBeVisible();
  await live(other);
  await counts(other, 2);
  const known = await page.evaluate(() => window.waypost.session.current());
  expect(known).toMatchObject({ ok: true, value: { known: [{ address: south.url }] } });
  expect(app.errors).toEqual([]);
});
