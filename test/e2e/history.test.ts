import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { connect, type App } from '../support/app';
import { colleagueAt } from '../support/colleague';
import { expect, test } from '../support/fixtures';

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** Yesterday in UTC: twenty minutes in the yard, a quarter of an hour north, twenty minutes there. */
function yesterdaysDrive(): object[] {
  const noon = Math.floor(Date.now() / dayMs) * dayMs - dayMs / 2;
  const fixes: object[] = [];
  const add = (at: number, latitude: number, speed: number) =>
    fixes.push({
      dateTime: new Date(at).toISOString(),
      latitude,
      longitude: 4.84,
      speed,
      course: 0,
      battery: 80,
    });
  for (let minute = 0; minute < 20; minute++) add(noon + minute * minuteMs, 45.76, 0);
  for (let step = 0; step <= 90; step++) {
    add(noon + 20 * minuteMs + step * 10_000, 45.76 + step * 0.001, 11);
  }
  for (let minute = 1; minute < 20; minute++) add(noon + (35 + minute) * minuteMs, 45.85, 0);
  return fixes;
}

async function openYesterday(page: Page): Promise<void> {
  await page.getByRole('table', { name: 'Devices' }).getByRole('row', { name: 'Van 9' }).click();
  await page
    .getByRole('region', { name: 'Device details' })
    .getByRole('button', { name: 'History' })
    .click();
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Time zone' }).selectOption('utc');
  await page.getByRole('combobox', { name: 'Range' }).selectOption('yesterday');
}

async function saveAs(app: App, file: string): Promise<void> {
  await app.electron.evaluate(({ dialog }, chosen) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: chosen });
  }, file);
}

const trips = (page: Page) => page.getByRole('table', { name: 'Trips and stops' });

test('yesterday of a vehicle is fetched at a cost said before, drawn, played, exported, and there offline', async ({
  start,
  serve,
  profile,
}) => {
  const service = await serve({ devices: 0 });
  await service.control('addDevice', { id: 'van-9', name: 'Van 9' });
  const colleague = await colleagueAt(service);
  await colleague.post('devices/van-9/locations', { location: yesterdaysDrive() });
  const app = await start();
  const { page } = app;
  await connect(page, service);
  await openYesterday(page);

  await expect(page.getByText('Nothing is here of this time yet')).toBeVisible();
  const fetch = page.getByRole('button', { name: /^Fetch \(\d+ calls?\)$/ });
  await service.control('resetCalls');
  const told = Number(/\d+/.exec((await fetch.textContent())!)![0]);
  await fetch.click();
  // Soon after midnight yesterday's last hours can still change.
  await expect(page.getByText(/^(All of this time is here|Here)\./)).toBeVisible();
  const asked = Object.entries(await service.control('calls')).filter(([name]) =>
    /^POST .*\/locations$/.test(name),
  );
  expect(asked.reduce((sum, [, count]) => sum + count, 0)).toBe(told);

  await expect(trips(page).getByRole('row', { name: /^Trip of Van 9/ })).toHaveCount(1);
  await expect(trips(page).getByRole('row', { name: /^Stop of Van 9/ })).toHaveCount(2);
  await expect(page.getByRole('list', { name: 'Totals' })).toContainText('1 trip, 10 km');
  await expect(page.getByRole('figure', { name: 'Speed over time' })).toContainText('0 to 39.6');
  await expect(page.getByRole('img', { name: /Van 9 begins/ })).toBeVisible();
  await expect(page.getByRole('img', { name: /Van 9 ends/ })).toBeVisible();

  await trips(page)
    .getByRole('row', { name: /^Trip of Van 9/ })
    .click();
  const moment = page.getByRole('slider', { name: 'Moment' });
  await expect(moment).toHaveAttribute('aria-valuetext', /12:\d\d:\d\d UTC$/);
  await moment.focus();
  const before = Number(await moment.inputValue());
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => Number(await moment.inputValue())).toBeGreaterThan(before);
  const stepped = Number(await moment.inputValue());
  expect(stepped - before).toBeLessThanOrEqual(minuteMs);
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect
    .poll(async () => Number(await moment.inputValue()))
    .toBeGreaterThan(stepped + minuteMs);
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();

  const zone = page.getByRole('combobox', { name: 'Time zone' });
  await zone.selectOption('device');
  await expect(zone.getByRole('option', { selected: true })).toHaveText(/Europe\/Paris/);
  await expect(moment).toHaveAttribute('aria-valuetext', /CES?T$/);
  await zone.selectOption('utc');
  await expect(moment).toHaveAttribute('aria-valuetext', /UTC$/);

  const file = path.join(profile, 'van.gpx');
  await saveAs(app, file);
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'Fixes as GPX' }).click();
  await expect(page.getByText(/written to van\.gpx/)).toBeVisible();
  expect(readFileSync(file, 'utf8').match(/<trkpt /g)).toHaveLength(yesterdaysDrive().length);
  expect(app.errors).toEqual([]);

  await app.close();
  await service.stop();
  const again = await start();
  await expect(again.page.getByRole('status').first()).toHaveText(/^Offline/);
  await openYesterday(again.page);
  await expect(trips(again.page).getByRole('row', { name: /^Trip of Van 9/ })).toHaveCount(1);
  await again.page.getByRole('button', { name: 'What is cached' }).click();
  const cached = again.page.getByRole('table', { name: 'Cached history' });
  await expect(cached.getByRole('row', { name: 'Van 9, locations' })).toBeVisible();
});
