import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { connect, startAgain, type App } from '../support/app';
import { t } from '../support/english';
import { expect, test } from '../support/fixtures';
import { liveWithin } from '../support/live-within';

const isVisible = ({ electron }: App) =>
  electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((w) => w.isVisible()));

test('a closed window stays with what was typed while an icon can open it, and a link shows it again', async ({
  start,
  serve,
  profile,
}) => {
  test.skip(process.platform !== 'linux', 'only there a desktop is asked for its icons');
  const service = await serve({ devices: 2 });
  // Answers for a desktop that shows icons of programs.
  const bin = path.join(profile, 'bin');
  mkdirSync(bin);
  writeFileSync(path.join(bin, 'gdbus'), "#!/bin/sh\necho '(<true>,)'\n", { mode: 0o755 });
  writeFileSync(
    path.join(profile, 'settings.json'),
    JSON.stringify({ version: 1, closeToTray: true }),
  );
  const app = await start({ env: { PATH: `${bin}:${process.env['PATH']}` } });
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
