import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { defaultTripRules } from '#shared/domain/history';
import { expect, test } from '../support/fixtures';
import {
  isAllHere,
  noonOfYesterday,
  openDrive,
  openYesterday,
  saveAs,
} from '../support/history-page';

const minuteMs = 60_000;

/**
 * Yesterday in UTC: twenty minutes in the yard, a quarter of an hour north, twenty minutes there. In Iceland, whose days
 * are those of UTC: elsewhere “yesterday” is another day for some hours.
 */
function yesterdaysDrive(): object[] {
  const noon = noonOfYesterday();
  const fixes: object[] = [];
  const add = (at: number, latitude: number, speed: number) =>
    fixes.push({
      dateTime: new Date(at).toISOString(),
      latitude,
      longitude: -19.02,
      speed,
      course: 0,
      battery: 80,
    });
  for (let minute = 0; minute < 20; minute++) add(noon + minute * minuteMs, 64.76, 0);
  for (let step = 0; step <= 90; step++) {
    add(noon + 20 * minuteMs + step * 10_000, 64.76 + step * 0.001, 11);
  }
  for (let minute = 1; minute < 20; minute++) add(noon + (35 + minute) * minuteMs, 64.85, 0);
  return fixes;
}

const trips = (page: Page) => page.getByRole('table', { name: 'Trips and stops' });

test('yesterday of a vehicle loads by itself, is drawn, played, exported, and shown offline', async ({
  start,
  serve,
  profile,
}) => {
  const service = await serve({ devices: 0 });
  const app = await start();
  const { page } = app;
  await openDrive(app, service, yesterdaysDrive());

  await expect(page.getByText(isAllHere)).toBeVisible();
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
  const momentOf = async () => Number(await moment.getAttribute('aria-valuenow'));
  const before = await momentOf();
  await page.keyboard.press('ArrowRight');
  await expect.poll(momentOf).toBeGreaterThan(before);
  const stepped = await momentOf();
  expect(stepped - before).toBeLessThanOrEqual(minuteMs);
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect.poll(momentOf).toBeGreaterThan(stepped + minuteMs);
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();

  const more = async (item: RegExp) => {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await more(/^Local time of the device \(Atlantic\/Reykjavik\)/);
  await expect(page.getByText('Times of Atlantic/Reykjavik')).toBeVisible();
  await expect(moment).toHaveAttribute('aria-valuetext', /GMT$/);
  await more(/^Times as on other pages/);
  await expect(moment).toHaveAttribute('aria-valuetext', /UTC$/);

  // A sign whose text changes is the same button: it keeps the focus.
  const changeRules = (rules: typeof defaultTripRules) =>
    page.evaluate((tripRules) => window.waypost.settings.change({ tripRules }), rules);
  const firstStop = page.getByRole('button', { name: /^Stop 1: 12:00/ });
  const name = (await firstStop.getAttribute('aria-label'))!;
  await firstStop.focus();
  await changeRules({ ...defaultTripRules, stopRadiusMetres: 1_500 });
  await expect(firstStop).not.toHaveAttribute('aria-label', name);
  await expect(firstStop).toBeFocused();
  await changeRules(defaultTripRules);
  await expect(firstStop).toHaveAttribute('aria-label', name);

  const file = path.join(profile, 'van.gpx');
  await saveAs(app, file);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Fixes as GPX' }).click();
  await expect(page.getByText(/written to van\.gpx/)).toBeVisible();
  expect(readFileSync(file, 'utf8').match(/<trkpt /g)).toHaveLength(yesterdaysDrive().length);
  await page.evaluate((id) => {
    const shape = {
      kind: 'circle' as const,
      centre: [-19.02, 64.85] as [number, number],
      radiusM: 300,
    };
    const facts = { kind: 'customer' as const, colour: null, note: '', hours: null, groups: [] };
    const place = { id, name: 'North yard', ...facts, shape, updatedAt: Date.now() };
    return window.waypost.places.change({ put: [place], removed: [] });
  }, randomUUID());
  expect(app.errors).toEqual([]);

  await app.close();
  await service.stop();
  const again = await start();
  await expect(again.page.getByRole('status').first()).toHaveText(/^Offline/);
  await openYesterday(again.page);
  const trip = trips(again.page).getByRole('row', { name: /^Trip of Van 9/ });
  await expect(trip).toHaveCount(1);
  // A trip is played directly from its row.
  await trip.click();
  await again.page.keyboard.press('Space');
  await expect(again.page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await again.page.keyboard.press('Space');
  await expect(again.page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await again.page.getByRole('main').getByText('Visits', { exact: true }).click();
  const visits = again.page.getByRole('table', { name: 'Visits' });
  const visit = visits.getByRole('row', { name: /^Visit of Van 9 to North yard/ });
  await expect(visit).toContainText('12:34');
  await expect(visit).toContainText('after 12:54');
  await again.page.getByRole('button', { name: 'More', exact: true }).click();
  await again.page.getByRole('menuitem', { name: 'Stored days…' }).click();
  const cached = again.page.getByRole('table', { name: 'Stored history' });
  await expect(cached.getByRole('row', { name: 'Van 9, locations' })).toBeVisible();
});

test('a line break in a name does not make a second device', async ({ app, serve }) => {
  const service = await serve({ devices: 0 });
  const { page, errors } = app;
  await openDrive(app, service, yesterdaysDrive(), 'Van 9\nNorth');
  const totals = page.getByRole('list', { name: 'Totals' }).getByRole('listitem');
  await expect(totals).toHaveText([/^1 trip,/]);
  await expect(trips(page).getByRole('row', { name: /^Trip of Van 9\s+North/ })).toHaveCount(1);
  expect(errors).toEqual([]);
});
