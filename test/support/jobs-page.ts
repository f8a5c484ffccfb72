import type { Page } from '@playwright/test';
import { connect } from './app';
import { expect } from './fixtures';
import type { ServiceProcess } from './service';

/** The job shown in the window. */
export const openJob = (page: Page) => page.getByRole('region', { name: /^Job:/ });

/**
 * Adds this number of vans, `v-0`, `v-1` …, to an empty service, connects the app to it, and plans
 * nine SMS a day for each of them.
 */
export async function planLimits(page: Page, service: ServiceProcess, vans: number): Promise<void> {
  for (let i = 0; i < vans; i += 1) {
    await service.control('addDevice', { id: `v-${i}`, name: `Van ${i}` });
  }
  await connect(page, service);
  await expect(page.getByRole('status').first()).toHaveText(/^Live/);
  await page.getByRole('link', { name: 'Limits' }).click();
  await expect(page.getByRole('button', { name: `All (${vans})` })).toBeVisible();
  const limits = page.getByRole('table', { name: 'Limits' });
  await limits.getByRole('checkbox', { name: 'Select all shown' }).check();
  await page.getByRole('button', { name: 'Set limits…' }).click();
  const dialog = page.getByRole('dialog', { name: `Set limits of ${vans} devices` });
  await dialog.getByLabel('Daily SMS limit', { exact: true }).selectOption('Set to');
  await dialog.getByRole('textbox', { name: 'Daily SMS limit, a day' }).fill('9');
  await dialog.getByRole('button', { name: 'Create plan…' }).click();
  await expect(openJob(page)).toContainText(`${vans} rows will change`);
}
