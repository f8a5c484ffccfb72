import { expect, type Page } from '@playwright/test';
import { connect, type App } from './app';
import type { ServiceProcess } from './service';

/** The position of the van. */
export const vanAt = { latitude: 45.76, longitude: 4.84 };
export const anHourAgo = Math.floor(Date.now() / 1_000) * 1_000 - 3_600_000;

/**
 * A service with one van that was in Lyon, and the app connected to it with the page for submitting
 * open.
 */
export async function openSubmit(
  start: () => Promise<App>,
  serve: (options: { devices: number }) => Promise<ServiceProcess>,
): Promise<{ app: App; page: Page; service: ServiceProcess }> {
  const service = await serve({ devices: 0 });
  await service.control('addDevice', { id: 'van-9', name: 'Van 9' });
  await service.control('setFix', 'van-9', vanAt);
  const app = await start();
  const { page } = app;
  await connect(page, service);
  await expect(page.getByText('1 of 1')).toBeVisible();
  await page.getByRole('link', { name: 'Submit', exact: true }).click();
  return { app, page, service };
}

export const around = (from: number, to: number) => ({
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
});
