import type { Page } from '@playwright/test';
import { connect } from '../support/app';
import { setClockAhead } from '../support/app-clock';
import { expect, test } from '../support/fixtures';
import type { ServiceProcess } from '../support/service';
import { liveWithin } from '../support/live-within';

// The account lives in a zone whose midnight is not that of UTC, nor of this computer.
const zone = 'Asia/Kolkata';
const minute = 60_000;
const hour = 60 * minute;

const row = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Limits' }).getByRole('row', { name });

/** From now to 23:58 of the next day of the account; India is always 5:30 ahead of UTC. */
function untilEvening(): number {
  const local = Date.now() + 5.5 * hour;
  return (Math.floor(local / (24 * hour)) + 2) * 24 * hour - 2 * minute - local;
}

/** Two vans in the evening: one has sent 9 of 10 e-mails, the other all of them. */
async function evening(service: ServiceProcess, aheadMs: number): Promise<void> {
  await service.control('advance', aheadMs);
  const limits = { expires: false, expirationDate: null, dailySmsLimit: null };
  for (const [id, name, mails] of [
    ['v-1', 'Van 1', 9],
    ['v-2', 'Van 2', 10],
  ] as const) {
    await service.control('addDevice', { id, name, limits: { ...limits, dailyEmailLimit: 10 } });
    for (let i = 0; i < mails; i += 1) {
      const place = { latitude: 28.6, longitude: 77.2 };
      const alert = { ...place, notifications: ['email'], alerts: ['SOSButton'] };
      await service.control('raiseAlert', id, alert);
    }
  }
}

async function openBoard(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Limits' }).click();
  await expect(page.getByRole('heading', { name: 'Limits' })).toBeVisible();
}

test('midnight of the account passes while the limits are open: the counters are of yesterday', async ({
  start,
  serve,
}) => {
  const service = await serve({ devices: 0, switches: ['--time-zone', zone] });
  const aheadMs = untilEvening();
  await evening(service, aheadMs);
  const app = await start();
  const { page, errors } = app;
  await setClockAhead(app, aheadMs);
  await connect(page, service);
  await expect(page.getByRole('status').first()).toHaveText(/^Live/, liveWithin);
  await openBoard(page);
  await expect(row(page, 'Van 1')).toContainText('9 of 10');
  await expect(row(page, 'Van 2')).toContainText('limit reached, resets tomorrow');

  // Both clocks, or the times of the service would be taken for right again.
  await service.control('advance', 3 * minute);
  await setClockAhead(app, 3 * minute);
  await expect(row(page, 'Van 1')).toContainText('9 of 10 yesterday');
  await expect(row(page, 'Van 2')).toContainText('10 of 10 yesterday');
  for (const name of ['Van 1', 'Van 2']) {
    await expect(row(page, name)).not.toContainText(/limit reached|limit at|limit perhaps/);
  }

  await page.getByRole('button', { name: /^Account:/ }).click();
  await page.getByRole('menuitem', { name: 'Refresh now' }).click();
  await expect(row(page, 'Van 2')).toContainText('0 of 10', { timeout: 60_000 });
  expect(errors).toEqual([]);
});
