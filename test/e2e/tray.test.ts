import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { connect, launchHidden, startAgain, type App } from '../support/app';
import { t } from '../support/english';
import { expect, test } from '../support/fixtures';
import { liveWithin } from '../support/live-within';

const isVisible = ({ electron }: Pick<App, 'electron'>) =>
  electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((w) => w.isVisible()));

test.skip(process.platform !== 'linux', 'only there a desktop is asked for its icons');

/** The environment of a desktop that shows icons of programs; the file `asked` is there once it was asked. */
function desktopWithIcons(profile: string) {
  const bin = path.join(profile, 'bin');
  mkdirSync(bin);
  const script = '#!/bin/sh\ntouch "$0.asked"\necho \'(<true>,)\'\n';
  writeFileSync(path.join(bin, 'gdbus'), script, { mode: 0o755 });
  const env = { PATH: `${bin}:${process.env['PATH']}` };
  return { env, asked: path.join(bin, 'gdbus.asked') };
}

const set = (profile: string, settings: object) =>
  writeFileSync(path.join(profile, 'settings.json'), JSON.stringify({ version: 1, ...settings }));

test('a closed window stays with what was typed while an icon can open it, and a link shows it again', async ({
  start,
  serve,
  profile,
}) => {
  const service = await serve({ devices: 2 });
  set(profile, { closeToTray: true });
  const app = await start(desktopWithIcons(profile));
  const { page, electron } = app;
  await connect(page, service);
  await expect(page.getByRole('status').first()).toHaveText(/^Live/, liveWithin);
  const search = page.getByRole('searchbox', { name: 'Search devices' });
  await search.fill('typed');
  await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.close());
  await expect.poll(() => isVisible(app)).toEqual([false]);
  await expect(search).toHaveValue('typed');

  expect(await startAgain(app, profile, { files: ['waypost://group/gone'] })).toBe(0);
  await expect.poll(() => isVisible(app)).toEqual([true]);
  await expect(page.getByText(t('app.link.missing.group'))).toBeVisible();
  expect(page.url()).toContain('#/groups');
});

test('the desktop is told to start Waypost at login, which then has no window until it is asked for', async ({
  start,
  serve,
  profile,
}) => {
  const desktop = desktopWithIcons(profile);
  const app = await start(desktop);
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

  rmSync(desktop.asked);
  set(profile, { closeToTray: true });
  const hidden = await launchHidden({ profile, switches: ['--hidden'], env: desktop.env });
  await expect.poll(() => existsSync(desktop.asked), liveWithin).toBe(true);
  expect(await isVisible({ electron: hidden })).toEqual([]);
  expect(await startAgain({ electron: hidden }, profile)).toBe(0);
  await expect.poll(() => isVisible({ electron: hidden })).toEqual([true]);
  // Quits: the window does not only hide.
  await hidden.close();

  // Without an icon there is a window, minimized, or nothing would show that Waypost runs.
  set(profile, { closeToTray: false });
  const minimized = await launchHidden({ profile, switches: ['--hidden'], env: desktop.env });
  await minimized.firstWindow();
  await minimized.close();
});
