import type { Page } from '@playwright/test';
import { connect } from '../support/app';
import { expect, test } from '../support/fixtures';
import type { ServiceProcess } from '../support/service';

const minute = 60_000;
const hour = 60 * minute;

const row = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Devices' }).getByRole('row', { name });
const details = (page: Page) => page.getByRole('dialog', { name: 'Status details' });

/** A vehicle that drives now, and one that was last heard two hours ago, by the service's clock. */
async function twoVehicles(service: ServiceProcess): Promise<void> {
  const now = await service.control('now');
  const ages = { 'Van now': 20_000, 'Van before': 2 * hour + 5 * minute };
  for (const [name, age] of Object.entries(ages)) {
    await service.control('addDevice', { id: name, name });
    await service.control('setFix', name, {
      dateTime: new Date(now - age).toISOString(),
      latitude: 45.8,
      longitude: 15.9,
      speed: 20,
    });
  }
}

test('the clock of the computer is 45 minutes ahead: fresh fixes stay fresh, and the user is told', async ({
  start,
  serve,
}) => {
  const service = await serve({ devices: 0 });
  await service.control('advance', -45 * minute);
  await twoVehicles(service);
  const { page } = await start();
  await connect(page, service);
  const notice = page.getByRole('note').filter({ hasText: 'ahead of the service' });
  await expect(notice).toContainText(
    'The clock of this computer is 45 minutes ahead of the service.',
  );
  await expect(notice).toContainText('Ages are shown by the service’s clock.');
  await expect(row(page, 'Van now')).toContainText('Moving');
  await expect(row(page, 'Van now')).toContainText(/ (s|min) ago/);
  await expect(row(page, 'Van before')).toContainText('2 h ago');
  await expect(page.getByRole('status')).toContainText('45 minutes ahead of the service');

  await page.getByRole('button', { name: 'Status details' }).click();
  await expect(details(page)).toContainText('45 minutes ahead of the service');
  await expect(details(page)).toContainText('Checked in the last minute');
  await expect(details(page)).toContainText('2 of 2 devices, 100 %');
  await page.keyboard.press('Escape');
  await notice.getByRole('button', { name: 'Dismiss' }).click();
  await expect(notice).toBeHidden();
});

test('the clock of the computer is 3 hours behind: old fixes do not move', async ({
  start,
  serve,
}) => {
  const service = await serve({ devices: 0 });
  await service.control('advance', 3 * hour);
  await twoVehicles(service);
  const { page } = await start();
  await connect(page, service);
  await expect(
    page.getByText('The clock of this computer is 3 hours behind the service.').first(),
  ).toBeVisible();
  await expect(row(page, 'Van before')).toContainText('2 h ago');
  await expect(row(page, 'Van before')).not.toContainText('Moving');
  await expect(row(page, 'Van now')).toContainText('Moving');
});

test('the status names whose number the limit of calls is', async ({ start, serve }) => {
  const service = await serve({ devices: 3, switches: ['--calls-per-minute', '60'] });
  const { page } = await start();
  await connect(page, service);
  await expect(page.getByRole('status')).toContainText(
    '60 calls a minute announced by the service, of which Waypost uses 55',
  );
  await page.getByRole('button', { name: 'Status details' }).click();
  await expect(details(page)).toContainText('Calls by Waypost today (this computer’s day)');
  await expect(details(page)).toContainText('Counted by the service for its day');
});
