import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { connect } from '../support/app';
import { expect, test } from '../support/fixtures';

const job = (page: Page) => page.getByRole('region', { name: /^Job:/ });

test('a bulk run survives "too many", torn connections and a service that goes away', async ({
  start,
  serve,
}) => {
  test.setTimeout(240_000);
  const data = mkdtempSync(path.join(os.tmpdir(), 'waypost-service-'));
  const service = await serve({ devices: 0, switches: ['--data', data] });
  for (let i = 0; i < 30; i += 1) {
    await service.control('addDevice', { id: `v-${i}`, name: `Van ${i}` });
  }
  const { page } = await start();
  await connect(page, service);
  await expect(page.getByRole('status').first()).toHaveText(/^Live/);
  await page.getByRole('link', { name: 'Limits' }).click();
  const limits = page.getByRole('table', { name: 'Limits' });
  await limits.getByRole('checkbox', { name: 'Select all shown' }).check();
  await page.getByRole('button', { name: 'Set limits…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set limits of 30 devices' });
  await dialog.getByLabel('Daily SMS limit', { exact: true }).selectOption('Set to');
  await dialog.getByRole('textbox', { name: 'Daily SMS limit, a day' }).fill('9');
  await dialog.getByRole('button', { name: 'Make the plan' }).click();
  await expect(job(page)).toContainText('30 rows will change');

  await service.control('setFaults', {
    path: '/api/devices/v-',
    latencyMs: 100,
    statusRate: 1,
    status: 429,
    retryAfterSeconds: 1,
    times: 2,
  });
  await job(page).getByRole('button', { name: 'Run: 30 rows' }).click();
  await expect(job(page)).toContainText(/slow down/i);
  await service.control('setFaults', { path: '/api/devices/v-', latencyMs: 150, resetRate: 0.3 });
  await expect(job(page)).toContainText(/[1-9]\d* of 30/, { timeout: 60_000 });
  await service.stop();
  await expect(page.getByRole('status').first()).toHaveText(/^Offline/, { timeout: 60_000 });
  await expect(job(page)).not.toContainText('Finished');
  await expect(job(page)).toContainText(/Paused at \d+ of 30: The service does not answer/);
  await service.startAgain();
  // It would go on by itself; a person who knows that the service is back need not wait.
  await job(page).getByRole('button', { name: 'Resume' }).click();
  await expect(job(page)).toContainText('Finished: 30 done', { timeout: 90_000 });
  await page.getByRole('link', { name: 'Limits' }).click();
  // A row that is out of sight is not drawn.
  await page.getByRole('searchbox', { name: 'Search devices by name' }).fill('Van 29');
  await expect(limits.getByRole('textbox', { name: 'Daily SMS limit of Van 29' })).toHaveValue('9');
  await service.stop();
  rmSync(data, { recursive: true, force: true });
});
