import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { connect, launchHidden, startAgain, type App } from '../support/app';
import { t } from '../support/english';
import { expect, test as base } from '../support/fixtures';
import { liveWithin } from '../support/live-within';
import { openIconHost, type IconHost } from '../support/status-notifier';

const test = base.extend<{ icons: IconHost }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from the pattern.
  icons: async ({}, use) => {
    const icons = await openIconHost();
    await use(icons);
    await icons.close();
  },
});

const isVisible = ({ electron }: Pick<App, 'electron'>) =>
  electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((w) => w.isVisible()));

test.skip(process.platform !== 'linux', 'only there a desktop is asked for its icons');

const set = (profile: string, settings: object) =>
  writeFileSync(path.join(profile, 'settings.json'), JSON.stringify({ version: 1, ...settings }));

test('a closed window stays with what was typed while an icon can open it, and the icon or a link shows it again', async ({
  start,
  serve,
  profile,
  icons,
}) => {
  const service = await serve({ devices: 2 });
  set(profile, { closeToTray: true });
  const app = await start();
  const { page, electron } = app;
  await connect(page, service);
  await expect(page.getByRole('status').first()).toHaveText(/^Live/, liveWithin);
  const search = page.getByRole('searchbox', { name: 'Search devices' });
  await search.fill('typed');
  await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.close());
  await expect.poll(() => isVisible(app)).toEqual([false]);
  await expect(search).toHaveValue('typed');
  expect(icons.items()).toHaveLength(1);
  const [icon] = icons.items();
  expect(await icons.menuOf(icon!)).toMatch(/Open Waypost.*\d moving.*\d silent.*Quit/s);
  await icons.activate(icon!);
  await expect.poll(() => isVisible(app)).toEqual([true]);
  await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.close());
  await expect.poll(() => isVisible(app)).toEqual([false]);

  expect(await startAgain(app, profile, { files: ['waypost://group/gone'] })).toBe(0);
  await expect.poll(() => isVisible(app)).toEqual([true]);
  await expect(page.getByText(t('app.link.missing.group'))).toBeVisible();
  expect(page.url()).toContain('#/groups');
});

test('the desktop is told to start Waypost at login, which then has no window until it is asked for', async ({
  start,
  serve,
  profile,
  icons,
}) => {
  const app = await start();
  await connect(app.page, await serve({ devices: 1 }));
  await app.page.getByRole('link', { name: 'Settings' }).click();
  // The wall screen names this switch in its help.
  const name = new RegExp(`^${t('settings.desktop.login')}`);
  const switchAt = app.page.getByRole('switch', { name });
  const entry = path.join(process.env['XDG_CONFIG_HOME']!, 'autostart', 'waypost.desktop');
  await switchAt.click();
  await expect.poll(() => existsSync(entry)).toBe(true);
  expect(readFileSync(entry, 'utf8')).toContain(`"--user-data-dir=${profile}" "--hidden"\n`);
  await switchAt.click();
  await expect.poll(() => existsSync(entry)).toBe(false);
  await app.close();

  set(profile, { closeToTray: true });
  const hidden = await launchHidden({ profile, switches: ['--hidden'] });
  await expect.poll(() => icons.items(), liveWithin).toHaveLength(1);
  expect(await isVisible({ electron: hidden })).toEqual([]);
  expect(await startAgain({ electron: hidden }, profile)).toBe(0);
  await expect.poll(() => isVisible({ electron: hidden })).toEqual([true]);
  // Quits: the window does not only hide.
  await hidden.close();

  // Without an icon there is a window, minimized, or nothing would show that Waypost runs.
  set(profile, { closeToTray: false });
  const minimized = await launchHidden({ profile, switches: ['--hidden'] });
  await minimized.firstWindow();
  await minimized.close();
});
