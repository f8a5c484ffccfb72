import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { t } from '../support/english';
import { expect, test } from '../support/fixtures';
import { openJob, planLimits, showInActivity } from '../support/jobs-page';

test('a bulk run survives 429, broken connections and an unreachable service', async ({
  start,
  serve,
}) => {
  test.setTimeout(240_000);
  const data = mkdtempSync(path.join(os.tmpdir(), 'waypost-service-'));
  const service = await serve({ devices: 0, switches: ['--data', data] });
  const { page } = await start();
  await planLimits(page, service, 30);
  await showInActivity(page);

  // Only what the job sends, so that no call of the refresh takes the place of one of the job.
  await service.control('setFaults', {
    path: '/api/devices/v-',
    method: 'PATCH',
    statusRate: 1,
    status: 429,
    retryAfterSeconds: 3,
    times: 2,
  });
  await openJob(page).getByRole('button', { name: 'Set limits of 30 devices' }).click();
  await expect(openJob(page)).toContainText(/slow down/i);
  await service.control('setFaults', { path: '/api/devices/v-', latencyMs: 150, resetRate: 0.3 });
  await expect(openJob(page)).toContainText(/[1-9]\d* of 30/, { timeout: 60_000 });
  await service.stop();
  await expect(page.getByRole('status').first()).toHaveText(/^Offline/, { timeout: 60_000 });
  await expect(openJob(page)).not.toContainText('Finished');
  await expect(openJob(page)).toContainText(/Paused at \d+ of 30: The service does not answer/);
  await service.startAgain();
  // It would resume automatically; a user who knows that the service is back need not wait.
  await openJob(page).getByRole('button', { name: 'Resume' }).click();
  await expect(openJob(page)).toContainText('Finished: 30 done', { timeout: 90_000 });
  await page.getByRole('link', { name: 'Limits' }).click();
  // A row outside the viewport is not rendered.
  await page.getByRole('searchbox', { name: t('limits.search') }).fill('Van 29');
  const limits = page.getByRole('table', { name: 'Limits' });
  await expect(limits.getByRole('textbox', { name: 'Daily SMS limit of Van 29' })).toHaveValue('9');
  await service.stop();
  rmSync(data, { recursive: true, force: true });
});
