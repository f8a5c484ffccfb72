import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures';
import { isAllHere, noonOfYesterday, openDrive, openYesterday } from '../support/history-page';

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

test('a worker of the window that ends is reported, and the reloaded window works again', async ({
  app,
  serve,
}) => {
  const service = await serve({ devices: 0 });
  const { page } = app;
  await openDrive(app, service, yesterdaysDrive());
  await expect(page.getByText(isAllHere)).toBeVisible();
  const trips = page.getByRole('table', { name: 'Trips and stops' });
  const trip = trips.getByRole('row', { name: /^Trip of Van 9/ });
  await expect(trip).toHaveCount(1);
  const speed = page.getByRole('figure', { name: 'Speed over time' });
  await expect(speed).toContainText('39.6');

  await test.step('the tracks: what is shown stays', async () => {
    await breakWorker(page, 'track-worker');
    await expect(endedNotice(page, 'Showing tracks')).toContainText('Nothing was lost');
    await expect(trip).toHaveCount(1);
  });

  await test.step('the reloaded window shows the track again', async () => {
    const notice = page.getByRole('alert').filter({ hasText: 'stopped unexpectedly' });
    await notice.getByRole('button', { name: 'Reload the window' }).click();
    await expect(notice).toHaveCount(0);
    await page.getByRole('link', { name: 'Fleet' }).click();
    await openYesterday(page);
    await expect(trip).toHaveCount(1);
    await expect(speed).toContainText('39.6');
    await breakWorker(page, 'worker');
    await expect(endedNotice(page, 'Updating the fleet')).toBeVisible();
  });

  await test.step('the fleet', async () => {
    await page.getByRole('button', { name: 'Reload the window' }).click();
    const devices = page.getByRole('table', { name: 'Devices' });
    await page.getByRole('link', { name: 'Fleet' }).click();
    // The details of the device that was selected are in the place of the list.
    await page.getByRole('button', { name: /^Back to/ }).click();
    await expect(devices.getByRole('row', { name: 'Van 9' })).toBeVisible();
    await service.control('addDevice', { id: 'van-10', name: 'Van 10' });
    await page.getByRole('button', { name: /^Account:/ }).click();
    await page.getByRole('menuitem', { name: 'Refresh now' }).click();
    await expect(devices.getByRole('row', { name: 'Van 10' })).toBeVisible();
  });
});
