import type { Page } from '@playwright/test';
import type { Job, JobStep } from '../../shared/domain/job';
import { allowCalls, connect } from './app';
import { expect } from './fixtures';
import type { ServiceProcess } from './service';
import { liveWithin } from './live-within';

/** The jobs of the account, newest first, from the interface of the window. */
export async function jobsOf(page: Page): Promise<Job[]> {
  const outcome = await page.evaluate(() => window.waypost.jobs.list());
  return outcome.ok ? outcome.value : [];
}

/** Plans and starts a job over the interface of the window; returns its id. */
export async function startJob(page: Page, kind: Job['kind'], steps: JobStep[]): Promise<string> {
  const planned = await page.evaluate(
    (plan) => window.waypost.jobs.plan({ title: 'A job of a test', ...plan }),
    { kind, steps },
  );
  if (!planned.ok) throw new Error(`not planned: ${planned.fault.kind}`);
  const { id } = planned.value;
  await page.evaluate((job) => window.waypost.jobs.start({ id: job }), id);
  return id;
}

/** Moves the plan in the dialog to the page of jobs. */
export async function showInActivity(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Show in Activity' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Jobs', exact: true })).toBeVisible();
}

/** The job shown in the window. */
export const openJob = (page: Page) => page.getByRole('region', { name: /^Job:/ });

/**
 * Adds this number of vans, `v-0`, `v-1` …, to an empty service, connects the app to it, and plans
 * nine SMS a day for each of them. The plan is open in the dialog.
 */
export async function planLimits(page: Page, service: ServiceProcess, vans: number): Promise<void> {
  for (let i = 0; i < vans; i += 1) {
    await service.control('addDevice', { id: `v-${i}`, name: `Van ${i}` });
  }
  await connect(page, service);
  await allowCalls(page);
  await expect(page.getByRole('status').first()).toHaveText(/^Live/, liveWithin);
  await page.getByRole('link', { name: 'Limits' }).click();
  await expect(page.getByRole('button', { name: `All (${vans})` })).toBeVisible();
  const limits = page.getByRole('table', { name: 'Limits' });
  await limits.getByRole('checkbox', { name: 'Select all shown' }).check();
  await page.getByRole('button', { name: 'Set limits…' }).click();
  const dialog = page.getByRole('dialog', { name: `Set limits of ${vans} devices` });
  await dialog.getByLabel('Daily SMS limit', { exact: true }).selectOption('Set to');
  await dialog.getByRole('textbox', { name: 'Daily SMS limit: messages a day' }).fill('9');
  await dialog.getByRole('button', { name: 'Review changes' }).click();
  await expect(openJob(page)).toContainText(`${vans} rows will change`);
}
