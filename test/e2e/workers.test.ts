import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures';
import { isAllHere, noonOfYesterday, openDrive } from '../support/history-page';

const minuteMs = 60_000;

/** Yesterday: half an hour in the yard, ten minutes on the road, half an hour there. */
function yesterdaysDrive(): object[] {
  const noon = noonOfYesterday();
  return Array.from({ length: 70 }, (_, minute) => {
    const way = Math.min(10, Math.max(0, minute - 30));
    return {
      dateTime: new Date(noon + minute * minuteMs).toISOString(),
      latitude: 45.76 + way * 0.006,
      longitude: 4.84,
      speed: way > 0 && way < 10 ? 11 : 0,
    };
  });
}

/** Makes a worker throw, as if out of memory; waits until the window has reported it. */
async function breakWorker(page: Page, script: string): Promise<void> {
  const worker = page.workers().find((each) => each.url().includes(`/${script}-`));
  expect(worker, `a worker of ${script}`).toBeDefined();
  await worker!.evaluate(() => {
    setTimeout(() => {
      throw new RangeError('broken by a test');
    });
  });
}

const endedNotice = (page: Page, work: string) =>
  page.getByRole('alert').filter({ hasText: `${work} stopped unexpectedly` });

/** A short range is downloaded without being asked for, which may be over already. */
const noFixesToday = /^(Not downloaded yet|The service has no fixes in this range)$/;

test('a worker of the window that ends is reported and started again', async ({ start, serve }) => {
  const service = await serve({ devices: 0 });
  const app = await start();
  const { page } = app;
  await openDrive(app, service, yesterdaysDrive());
  await expect(page.getByText(isAllHere)).toBeVisible();
  const trips = page.getByRole('table', { name: 'Trips and stops' });
  const trip = trips.getByRole('row', { name: /^Trip of Van 9/ });
  await expect(trip).toHaveCount(1);
  const speed = page.getByRole('figure', { name: 'Speed over time' });
  await expect(speed).toContainText('39.6');

  await test.step('the reader of tracks', async () => {
    await breakWorker(page, 'track-reader-worker');
    const notice = endedNotice(page, 'Reading tracks');
    await expect(notice).toContainText('Nothing was lost');
    await expect(trip).toHaveCount(1);
    await notice.getByRole('button', { name: 'Try again' }).click();
    await expect(notice).toHaveCount(0);
    await page.getByRole('combobox', { name: 'Range' }).selectOption('today');
    await expect(page.getByText(noFixesToday)).toBeVisible();
    await page.getByRole('combobox', { name: 'Range' }).selectOption('yesterday');
    await expect(speed).toContainText('39.6');
  });

  await test.step('the search for trips', async () => {
    await breakWorker(page, 'trip-worker');
    const notice = endedNotice(page, 'Finding trips');
    await expect(notice).toBeVisible();
    await notice.getByRole('button', { name: 'Try again' }).click();
    await expect(notice).toHaveCount(0);
    await expect(trip).toHaveCount(1);
    await page.getByRole('button', { name: 'Thresholds' }).click();
    const least = page.getByRole('textbox', { name: 'A trip is at least (metres)' });
    await least.fill('20000');
    await least.press('Enter');
    await expect(trip).toHaveCount(0);
    await page.keyboard.press('Escape');
  });

  await test.step('the drawing of tracks', async () => {
    await breakWorker(page, 'track-worker');
    const notice = endedNotice(page, 'Drawing tracks');
    await expect(notice).toBeVisible();
    await notice.getByRole('button', { name: 'Try again' }).click();
    await expect(notice).toHaveCount(0);
  });

  await test.step('the fleet', async () => {
    await breakWorker(page, 'worker');
    const notice = endedNotice(page, 'Updating the fleet');
    await expect(notice).toBeVisible();
    await notice.getByRole('button', { name: 'Try again' }).click();
    await expect(notice).toHaveCount(0);
    await page.getByRole('link', { name: 'Fleet' }).click();
    const devices = page.getByRole('table', { name: 'Devices' });
    await expect(devices.getByRole('row', { name: 'Van 9' })).toBeVisible();
    await service.control('addDevice', { id: 'van-10', name: 'Van 10' });
    await page.getByRole('button', { name: /^Account:/ }).click();
    await page.getByRole('menuitem', { name: 'Refresh now' }).click();
    await expect(devices.getByRole('row', { name: 'Van 10' })).toBeVisible();
  });
});
