import type { Page } from '@playwright/test';
import { connect } from '../support/app';
import { connectOtherClient } from '../support/other-client';
import { expect, test } from '../support/fixtures';
import type { ServiceProcess } from '../support/service';
import { liveWithin } from '../support/live-within';

const dayMs = 86_400_000;
const days = 20;

/** Days that have ended in every zone: from the first to the last timestamp, both in UTC. */
const end = Math.floor(Date.now() / dayMs) * dayMs - 3 * dayMs;
const range = { from: end - days * dayMs, to: end - 60_000 };
const field = (at: number) => new Date(at).toISOString().slice(0, 16);

async function vanOf(service: ServiceProcess): Promise<void> {
  await service.control('addDevice', { id: 'van-9', name: 'Van 9' });
  for (let day = 0; day < days; day++) {
    await service.control('setFix', 'van-9', {
      dateTime: new Date(range.from + (day + 0.5) * dayMs).toISOString(),
      latitude: 45 + day / 100,
      longitude: 4.84,
    });
  }
}

async function openHistory(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'History' }).click();
  await page.evaluate(() => window.waypost.settings.change({ timeZone: 'utc' }));
  await page.getByRole('combobox', { name: 'Range' }).selectOption('custom');
  await page.getByLabel('From', { exact: true }).fill(field(range.from));
  await page.getByLabel('To', { exact: true }).fill(field(range.to));
  // After the range: today would load by itself.
  await page.getByRole('textbox', { name: 'Devices' }).fill('van');
  await page.getByRole('option', { name: 'Van 9' }).click();
}

const loadButton = (page: Page) => page.getByRole('button', { name: /^Load( the rest)?$/ });

/** The calls that the rest of a range needs, as they are shown where too few are left. */
const callsOf = (page: Page, ofRange = range): Promise<number> =>
  page.evaluate(async (of) => {
    const plan = await window.waypost.history.plan({
      log: 'locations',
      deviceIds: ['van-9'],
      range: of,
    });
    return plan.ok ? plan.value.calls : Number.NaN;
  }, ofRange);

/** The cost of all days: an account’s days may begin in another zone. */
async function costOfAll(page: Page): Promise<number> {
  await expect(loadButton(page)).toBeVisible();
  const calls = await callsOf(page);
  expect([days, days + 1]).toContain(calls);
  return calls;
}

async function trackCalls(service: ServiceProcess): Promise<number> {
  const counts = Object.entries(await service.control('calls'));
  return counts
    .filter(([name]) => /^POST .*\/locations$/.test(name))
    .reduce((sum, [, count]) => sum + count, 0);
}

test('a fetch is paused, resumed, killed with the app, and finished after its start on request', async ({
  start,
  serve,
}) => {
  const service = await serve({ devices: 0 });
  await vanOf(service);
  const first = await start();
  await connect(first.page, service);
  await expect(first.page.getByText('1 of 1', { exact: true })).toBeVisible();
  await openHistory(first.page);
  const estimate = await costOfAll(first.page);
  await service.control('setFaults', { path: '/locations', latencyMs: 600 });
  await loadButton(first.page).click();
  await expect(first.page.getByText(/^Loading: ([2-9]|\d\d) of/)).toBeVisible();
  await first.page.getByRole('button', { name: 'Pause', exact: true }).click();
  await expect(first.page.getByText(/^Paused: /)).toBeVisible();
  await first.page.getByRole('button', { name: 'Resume' }).click();
  await expect(first.page.getByText(/^Loading: ([6-9]|\d\d) of/)).toBeVisible();
  await first.kill();

  const { page, errors } = await start();
  await expect(page.getByRole('status').first()).toHaveText(/^Live/, liveWithin);
  await service.control('setFaults', null);
  await service.control('resetCalls');
  await page.getByRole('link', { name: 'History' }).click();
  const held = page.getByText(/^Interrupted when Waypost closed/);
  await expect(held).toBeVisible();
  const sentence = (await held.textContent())!;
  const [here, all] = /(\d+) of (\d+) parts/.exec(sentence)!.slice(1).map(Number);
  expect(all).toBe(estimate);
  expect(here).toBeGreaterThanOrEqual(4);
  // Names the devices, because none is selected yet.
  await expect(page.getByText(/^Van 9, /)).toBeVisible();
  expect(await trackCalls(service)).toBe(0);

  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(held).toHaveCount(0);
  await openHistory(page);
  await expect(page.getByText('Complete', { exact: true })).toBeVisible();
  expect(await trackCalls(service)).toBe(all! - here!);
  expect(errors).toEqual([]);
});

test('a rate limit pauses a fetch until a shown time; resumed and cancelled, it keeps the fetched days', async ({
  app,
  serve,
}) => {
  const service = await serve({ devices: 0 });
  await vanOf(service);
  const { page } = app;
  await connect(page, service);
  await expect(page.getByText('1 of 1', { exact: true })).toBeVisible();
  await openHistory(page);
  const estimate = await costOfAll(page);
  await service.control('setFaults', { path: '/locations', latencyMs: 600 });
  await loadButton(page).click();
  await expect(page.getByText(/^Loading: ([2-9]|\d\d) of/)).toBeVisible();
  await service.control('setFaults', {
    path: '/locations',
    status: 429,
    statusRate: 1,
    retryAfterSeconds: 20,
    times: 1,
  });
  await expect(page.getByText(/^Paused: /)).toBeVisible();
  await expect(page.getByText(/Resumes automatically in (less than a minute|\d+ s)/)).toBeVisible();
  await service.control('setFaults', { path: '/locations', latencyMs: 600 });
  // Resumed by hand it waits for the service as well.
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByText(/^Loading: /)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText(/^Cancelled;/)).toBeVisible();
  await expect.poll(() => callsOf(page)).toBeLessThan(estimate);
  await service.control('setFaults', null);
  await loadButton(page).click();
  await expect(page.getByText('Complete', { exact: true })).toBeVisible({
    timeout: 60_000,
  });
});

test('the last hour loads by itself, and is fetched again in one call while it can still change', async ({
  app,
  serve,
}) => {
  const service = await serve({ devices: 0 });
  await service.control('addDevice', { id: 'van-9', name: 'Van 9' });
  await service.control('setFix', 'van-9', { latitude: 45, longitude: 4.84 });
  const { page } = app;
  await connect(page, service);
  await expect(page.getByText('1 of 1', { exact: true })).toBeVisible();
  await openHistory(page);
  await page.getByRole('combobox', { name: 'Range' }).selectOption('hour');
  await expect(page.getByText(/^Up to \d\d:\d\d today$/)).toBeVisible();
  await service.control('resetCalls');
  const again = page.getByRole('button', { name: 'Load again' });
  // Two where the account’s day began less than an hour ago.
  const estimate = await callsOf(page, { from: Date.now() - 3_600_000, to: Date.now() });
  expect([1, 2]).toContain(estimate);
  await again.click();
  await expect.poll(() => trackCalls(service)).toBe(estimate);
  await expect(again).toBeVisible();
});

test('the alerts of a group are fetched together, also with more than a thousand devices', async ({
  app,
  serve,
}) => {
  const service = await serve({ devices: 1_100 });
  const otherClient = await connectOtherClient(service);
  const { devices } = await otherClient.get<{ devices: { id: string }[] }>('devices');
  const few = devices.slice(0, 3).map(({ id }) => id);
  for (const [name, members] of [
    ['Everybody', devices.map(({ id }) => id)],
    ['Three', few],
  ] as const) {
    await otherClient.post('groups', { name, devices: members });
  }
  for (const id of few) {
    await service.control('raiseAlert', id, {
      latitude: 45,
      longitude: 4.84,
      alerts: ['SOSButton'],
      text: `Help at ${id}`,
    });
  }
  const { page } = app;
  // The last day of the fleet is fetched in the background: it may be there before the button is pressed.
  const fetch = page.getByRole('button', { name: /^Load( the rest| again)?$/ });
  // Otherwise the first round of positions would have used the calls of this minute.
  await page.evaluate(() => window.waypost.settings.change({ callsPerMinute: 6_000 }));
  await connect(page, service);
  await expect(page.getByText('1,100 of 1,100', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Alerts' }).click();
  await page.getByRole('combobox', { name: 'Range' }).selectOption('hour');
  await page.getByRole('combobox', { name: 'Group' }).selectOption('Three');
  await fetch.click();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('combobox', { name: 'Kinds of alert' }).fill('sos');
  await page.getByRole('option', { name: 'SOS button pressed' }).click();
  await page.keyboard.press('Escape');
  const rows = page.getByRole('table', { name: 'Alerts' }).getByRole('row');
  await expect(rows.filter({ hasText: 'SOS button pressed' })).toHaveCount(few.length);

  await page.getByRole('combobox', { name: 'Group' }).selectOption('Everybody');
  await fetch.click();
  await expect(page.getByText(/^1,100 devices, /)).toBeVisible();
  // Twice as many where the account’s day began less than an hour ago.
  await expect(page.getByText(/^Loading: \d\d+ of [12],[12]\d\d parts/)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText(/^Cancelled;/)).toBeVisible();
  // Their last hour can still change, so devices fetched before cost a call again.
  await fetch.click();
  await expect(page.getByText(/^Loading: [\d,]+ of [12],[12]\d\d parts/)).toBeVisible();
});
