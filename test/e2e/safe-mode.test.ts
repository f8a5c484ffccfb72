import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { connect, hostQuestions } from '../support/app';
import { expect, test } from '../support/fixtures';
import { liveWithin } from '../support/live-within';

// What a person does when Waypost does not start, or its window comes back empty.

test('safe mode is offered after two starts without a picture, leaves out the graphics card, the online map and the last view, and keeps the settings', async ({
  start,
  serve,
  profile,
}) => {
  const service = await serve({ devices: 5 });
  const starts = path.join(profile, 'starts.json');
  writeFileSync(starts, '{"failed":2}');
  const first = await start();
  await expect(first.page.getByRole('button', { name: 'Connect', exact: true })).toBeVisible();
  const [asked] = await hostQuestions(first);
  expect(asked).toMatchObject({
    message: 'Waypost did not start completely, twice in a row',
    defaultId: 0,
  });
  // A good start ends that.
  await expect.poll(() => existsSync(starts)).toBe(false);
  await connect(first.page, service);
  await expect(first.page.getByRole('status')).toHaveText(/^Live/, liveWithin);
  await first.page.getByRole('searchbox', { name: 'Search devices' }).fill('nothing has this name');
  await expect(first.page.getByText('0 of 5', { exact: true })).toBeVisible();
  await first.close();
  const settingsFile = path.join(profile, 'settings.json');
  const styleOf = () => {
    const { mapStyleUrl } = JSON.parse(readFileSync(settingsFile, 'utf8')) as {
      mapStyleUrl?: string;
    };
    return mapStyleUrl;
  };
  const mapStyleUrl = 'https://map.invalid/style.json';
  writeFileSync(settingsFile, JSON.stringify({ version: 1, mapStyleUrl }));

  const app = await start({ switches: ['--safe-mode'] });
  const { page } = app;
  await expect(page.getByText('Safe mode', { exact: true })).toBeVisible();
  await expect(page.getByText('5 of 5', { exact: true })).toBeVisible();
  expect(await app.electron.evaluate((e) => e.app.isHardwareAccelerationEnabled())).toBe(false);
  expect(await hostQuestions(app)).toEqual([]);
  // Settings that are changed meanwhile leave the style that is stored.
  await page.evaluate(() => window.waypost.settings.change({ labels: 'off' }));
  expect(styleOf()).toBe(mapStyleUrl);

  const file = path.join(profile, 'relaunched.json');
  await app.electron.evaluate((e, written) => {
    const { writeFileSync: write } = process.getBuiltinModule('fs');
    e.app.relaunch = (options) => write(written, JSON.stringify(options));
  }, file);
  const ended = app.electron.waitForEvent('close');
  await page.getByRole('button', { name: 'Restart normally' }).click();
  await ended;
  expect(readFileSync(file, 'utf8')).not.toContain('--safe-mode');
});
