import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { defaultTripRules } from '#shared/domain/history';
import type { App } from '../support/app';
import { t } from '../support/english';
import { expect, test } from '../support/fixtures';
import {
  isAllHere,
  noonOfYesterday,
  openDrive,
  openYesterday,
  saveAs,
} from '../support/history-page';
import type { ServiceProcess } from '../support/service';

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;

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

/** Loses the graphics context of the map, selects another stop meanwhile, and expects its picture. */
async function loseGraphics(page: Page): Promise<void> {
  const stops = trips(page).getByRole('row', { name: /^Stop of Van 9/ });
  const map = page.getByRole('region', { name: t('history.map'), includeHidden: true });
  const canvas = map.locator('canvas.maplibregl-canvas');
  /**
   * Only what the graphics card draws. The rest of the page lies above the map, and its rounded
   * corners differ by one level of colour from one picture to the next.
   */
  const picture = async () => {
    await map.evaluate((element: HTMLElement) => {
      element.style.visibility = 'hidden';
    });
    await canvas.evaluate((element: HTMLCanvasElement) => {
      element.style.visibility = 'visible';
    });
    return canvas.screenshot();
  };
  /** The same when the map has stopped moving: several pictures in a row are equal. */
  const still = async () => {
    let last: Buffer | null = null;
    let equal = 0;
    await expect
      .poll(async () => {
        const before: Buffer | null = last;
        last = await picture();
        equal = before?.equals(last) ? equal + 1 : 0;
        return equal;
      })
      .toBeGreaterThanOrEqual(3);
    return last! as Buffer;
  };
  await stops.first().click();
  const before = await still();
  await stops.last().click();
  await expect.poll(async () => (await still()).equals(before)).toBe(false);

  await canvas.evaluate(
    (element: HTMLCanvasElement) =>
      new Promise((resolve) => {
        element.addEventListener('webglcontextlost', resolve, { once: true });
        const way = element.getContext('webgl2')!.getExtension('WEBGL_lose_context')!;
        element.addEventListener('restore', () => way.restoreContext(), { once: true });
        way.loseContext();
      }),
  );
  await stops.first().click();
  await canvas.evaluate(
    (element: HTMLCanvasElement) =>
      new Promise((resolve) => {
        element.addEventListener('webglcontextrestored', resolve, { once: true });
        element.dispatchEvent(new Event('restore'));
      }),
  );
  await expect.poll(async () => (await picture()).equals(before)).toBe(true);
}

/** Twenty days of a second van, all in the past in every zone. */
const days = 20;
const end = Math.floor(Date.now() / dayMs) * dayMs - 3 * dayMs;
const range = { from: end - days * dayMs, to: end - minuteMs };
const longFetch = { log: 'locations' as const, deviceIds: ['van-8'], range };

async function secondVan(service: ServiceProcess): Promise<void> {
  await service.control('addDevice', { id: 'van-8', name: 'Van 8' });
  for (let day = -2; day < days; day++) {
    const dateTime = new Date(range.from + (day + 0.5) * dayMs).toISOString();
    await service.control('setFix', 'van-8', { dateTime, latitude: 45.5, longitude: 4.84 });
  }
}

/** Pauses and resumes a long fetch, and kills the app during it; returns the calls that it needs. */
async function killDuringFetch({ page, kill }: App, service: ServiceProcess): Promise<number> {
  await service.control('setFaults', { path: '/locations', latencyMs: 400 });
  const calls = await page.evaluate(async (request) => {
    const plan = await window.waypost.history.plan(request);
    await window.waypost.history.fetch(request);
    return plan.ok ? plan.value.calls : Number.NaN;
  }, longFetch);
  // The days of an account may begin in another zone.
  expect([days, days + 1]).toContain(calls);
  await expect(page.getByText(/^Loading: ([2-9]|\d\d) of/)).toBeVisible();
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await expect(page.getByText(/^Paused: /)).toBeVisible();
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByText(/^Loading: ([5-9]|\d\d) of/)).toBeVisible();
  await kill();
  await service.control('setFaults', null);
  return calls;
}

test('yesterday of a vehicle loads by itself, is drawn, played and exported; a fetch goes on after a kill', async ({
  start,
  serve,
  profile,
}) => {
  // A walk through a whole page.
  test.setTimeout(300_000);
  // The days of the account are those on screen.
  const service = await serve({ devices: 0, switches: ['--time-zone', 'UTC'] });
  await secondVan(service);
  const app = await start();
  const { page } = app;
  // A line break in a name does not make a second device.
  await openDrive(app, service, yesterdaysDrive(), 'Van 9\nNorth');

  await expect(page.getByText(isAllHere)).toBeVisible();
  await expect(trips(page).getByRole('row', { name: /^Trip of Van 9/ })).toHaveCount(1);
  await expect(trips(page).getByRole('row', { name: /^Stop of Van 9/ })).toHaveCount(2);
  const totals = page.getByRole('list', { name: 'Totals' }).getByRole('listitem');
  await expect(totals).toHaveText([/^1 trip, 10\skm/]);
  await expect(page.getByRole('figure', { name: 'Speed over time' })).toContainText('0 to 39.6');
  await expect(page.getByRole('img', { name: /Van 9\s+North begins/ })).toBeVisible();
  await expect(page.getByRole('img', { name: /Van 9\s+North ends/ })).toBeVisible();

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
  expect(app.errors).toEqual([]);
  await loseGraphics(page);
  expect(app.errors).toEqual([]);
  const estimate = await killDuringFetch(app, service);

  await service.control('resetCalls');
  const again = await start();
  const calls = async (van: string) =>
    (await service.control('calls'))[`POST /api/devices/${van}/locations`] ?? 0;
  await openYesterday(again.page);
  await expect(trips(again.page).getByRole('row', { name: /^Trip of Van 9/ })).toHaveCount(1);
  const held = again.page.getByText(/^Interrupted when Waypost closed/);
  await expect(held).toBeVisible();
  const [here, all] = /(\d+) of (\d+) parts/
    .exec((await held.textContent())!)!
    .slice(1)
    .map(Number);
  expect(all).toBe(estimate);
  expect(here).toBeGreaterThanOrEqual(4);
  // Names the devices: others are on screen.
  await expect(again.page.getByText(/^Van 8, /)).toBeVisible();
  expect(await calls('van-8')).toBe(0);
  await again.page.getByRole('button', { name: 'Resume' }).click();
  await expect(held).toHaveCount(0);
  await expect.poll(() => calls('van-8')).toBe(all! - here!);
  await again.page.getByRole('button', { name: 'More', exact: true }).click();
  await again.page.getByRole('menuitem', { name: 'Stored days…' }).click();
  const cached = again.page.getByRole('table', { name: 'Stored history' });
  await expect(cached.getByRole('row', { name: /^Van 9\s+North, locations/ })).toBeVisible();
  await expect(cached.getByRole('row', { name: 'Van 8, locations' })).toBeVisible();
  await again.page.keyboard.press('Escape');

  await notUnderstood(again.page, service);
  expect(again.errors).toEqual([]);
});

/** A day whose records are not understood is not complete, with an original, and is fetched again. */
async function notUnderstood(page: Page, service: ServiceProcess): Promise<void> {
  await service.control('setQuirks', { rangeMembers: 'renamed' });
  const field = (at: number) => new Date(at).toISOString().slice(0, 16);
  await page.getByRole('combobox', { name: 'Range' }).selectOption('custom');
  await page.getByLabel('From', { exact: true }).fill(field(range.from - 2 * dayMs));
  await page.getByLabel('To', { exact: true }).fill(field(range.from - dayMs - minuteMs));
  await page.getByRole('textbox', { name: 'Devices' }).fill('van 8');
  await page.getByRole('option', { name: 'Van 8' }).click();
  await expect(page.getByText(/^Incomplete: 1 record not understood/)).toBeVisible();
  await page.getByRole('button', { name: 'Show why' }).click();
  const dialog = page.getByRole('dialog', { name: t('history.incomplete.title') });
  await expect(dialog).toContainText('Not understood: 1 of 1 record.');
  await expect(dialog).toContainText('"lat":45.5');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await service.control('setQuirks', { rangeMembers: 'documented' });
  await page.getByRole('button', { name: 'Load again' }).click();
  await expect(page.getByText(isAllHere)).toBeVisible();
}
