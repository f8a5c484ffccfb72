import type { Page } from '@playwright/test';
import { connect, type App } from '../support/app';
import { setClockAhead } from '../support/app-clock';
import { t } from '../support/english';
import { expect, test } from '../support/fixtures';
import { chooseLayout } from '../support/fleet-page';
import { connectOtherClient } from '../support/other-client';
import type { ServiceProcess } from '../support/service';

const minute = 60_000;
const hour = 60 * minute;

const row = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Devices' }).getByRole('row', { name });
const details = (page: Page) => page.getByRole('dialog', { name: 'Status details' });

/** A vehicle that drives now, and one that was last seen two hours ago, by the service's clock. */
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
  const app = await start();
  const { page } = app;
  await connect(page, service);
  const notice = page.getByRole('note').filter({ hasText: 'ahead of the service' });
  await expect(notice).toContainText(
    'The clock of this computer is 45 minutes ahead of the service.',
  );
  await expect(notice).toContainText(t('status.clock.ages'));
  await chooseLayout(page, 'Table');
  await expect(row(page, 'Van now')).toContainText('Moving');
  await expect(row(page, 'Van now')).toContainText(/ (s|min) ago/);
  await expect(row(page, 'Van before')).toContainText('2 h ago');
  await expect(page.getByRole('status')).toContainText('45 minutes ahead of the service');

  await page.getByRole('button', { name: 'Status details' }).click();
  await expect(details(page)).toContainText('45 minutes ahead of the service');
  await expect(details(page)).toContainText(t('status.fleet.lastMinute'));
  await expect(details(page)).toContainText('2 of 2 devices, 100 %');
  await page.keyboard.press('Escape');
  await notice.getByRole('button', { name: 'Dismiss' }).click();
  await expect(notice).toBeHidden();
  await expectHandover(app, service);
});

/** The window is hidden for 30 hours, in which a vehicle moves and a colleague adds a group. */
async function expectHandover(app: App, service: ServiceProcess): Promise<void> {
  const { page, electron } = app;
  await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.hide());
  await setClockAhead(app, 30 * hour);
  await service.control('advance', 30 * hour);
  await service.control('setFix', 'Van now', { latitude: 46.2, longitude: 15.9 });
  const other = await connectOtherClient(service);
  await other.post('groups', { name: 'Relief shift', devices: [] });
  await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.show());
  await page.getByRole('button', { name: /^Account:/ }).click();
  await page.getByRole('menuitem', { name: 'Refresh now' }).click();
  const line = page.getByRole('region', { name: 'Since you left' });
  await expect(line).toContainText(
    /^Since you left at .+: 1 newly silent, 1 moved, 1 changed by colleagues/,
  );

  await page.keyboard.press('Control+k');
  await page.keyboard.type('since you left');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Since you left' });
  await expect(dialog.getByRole('region', { name: 'Newly silent (1)' })).toContainText(
    'Van before',
  );
  await expect(dialog.getByRole('region', { name: 'Moved (1)' })).toContainText('44 km away');
  await dialog.getByRole('button', { name: 'Copy as text' }).click();
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible();
  const copied = await electron.evaluate(({ clipboard }) => clipboard.readText());
  expect(copied).toContain('Relief shift, New group');
  await dialog.getByRole('button', { name: /^Van now/ }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('region', { name: 'Device details' })).toContainText('Van now');
  await line.getByRole('button', { name: 'Dismiss' }).click();
  await expect(line).toBeHidden();
}
