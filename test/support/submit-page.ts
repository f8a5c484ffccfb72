import { expect, type Page } from '@playwright/test';
import { connect, type App } from './app';
import { t } from './english';
import { pickFile } from './import-page';
import type { ServiceProcess } from './service';

/** The position of the van. */
const vanAt = { latitude: 45.76, longitude: 4.84 };
export const anHourAgo = Math.floor(Date.now() / 1_000) * 1_000 - 3_600_000;

/**
 * A service with one van that was in Lyon, and the app connected to it with the page for submitting
 * open.
 */
export async function openSubmit(
  app: App,
  serve: (options: { devices: number }) => Promise<ServiceProcess>,
): Promise<{ page: Page; service: ServiceProcess }> {
  const service = await serve({ devices: 0 });
  await service.control('addDevice', { id: 'van-9', name: 'Van 9' });
  await service.control('setFix', 'van-9', vanAt);
  const { page } = app;
  await connect(page, service);
  await expect(page.getByText('1 of 1', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Submit', exact: true }).click();
  return { page, service };
}

export const around = (from: number, to: number) => ({
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
});

/** Chooses the van in the form on screen. */
export async function chooseVan(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Device', exact: true }).fill('van');
  await page.getByRole('option', { name: 'Van 9' }).click();
}

/** Opens a file under “A track from a file”. */
export async function openTrack(app: App, file: string): Promise<void> {
  const { page } = app;
  await page.getByRole('tab', { name: t('submit.tab.track') }).click();
  await pickFile(app, file);
  await page.getByRole('button', { name: /^Open (a|another) file…$/ }).click();
}
