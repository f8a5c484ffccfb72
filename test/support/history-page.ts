import type { Page } from '@playwright/test';
import { connect, type App } from './app';
import { connectOtherClient } from './other-client';
import { expect } from './fixtures';
import type { ServiceProcess } from './service';

const dayMs = 86_400_000;

/** Yesterday's noon in UTC. */
export const noonOfYesterday = () => Math.floor(Date.now() / dayMs) * dayMs - dayMs / 2;

/** The page's text when everything is loaded; after midnight yesterday's last hours may still change. */
export const isAllHere = /^Complete/;

/** Shows yesterday of Van 9 in UTC, from the table of the fleet. */
export async function openYesterday(page: Page): Promise<void> {
  const row = page.getByRole('table', { name: 'Devices' }).getByRole('row', { name: 'Van 9' });
  const details = page.getByRole('region', { name: 'Device details' });
  // Its details are still open where it was selected before.
  await expect(row.or(details).filter({ visible: true }).first()).toBeVisible();
  if (!(await details.isVisible())) await row.click();
  await page.evaluate(() => window.waypost.settings.change({ timeZone: 'utc' }));
  await details.getByRole('button', { name: 'Yesterday' }).click();
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible();
}

/** Adds Van 9 with these locations to an empty service, connects the app, and opens yesterday. */
export async function openDrive(
  { page }: App,
  service: ServiceProcess,
  location: readonly object[],
  name = 'Van 9',
): Promise<void> {
  await service.control('addDevice', { id: 'van-9', name });
  const otherClient = await connectOtherClient(service);
  await otherClient.post('devices/van-9/locations', { location });
  await connect(page, service);
  await openYesterday(page);
}

/** Makes the next save dialogs return this file. */
export async function saveAs(app: App, file: string): Promise<void> {
  await app.electron.evaluate(({ dialog }, chosen) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: chosen });
  }, file);
}
