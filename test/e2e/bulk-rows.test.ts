import type { Page } from '@playwright/test';
import { openActivity } from '../support/activity';
import { connect } from '../support/app';
import { connectOtherClient } from '../support/other-client';
import { expect, test } from '../support/fixtures';
import { openJob, planLimits, showInActivity } from '../support/jobs-page';
import { liveWithin } from '../support/live-within';

// Results of single rows.

/** In the dialog they are shown already; a press would show all, while the test looks for a row. */
async function showFailed(page: Page): Promise<void> {
  const failed = openJob(page)
    .getByRole('group', { name: 'Rows to show' })
    .getByRole('button', { name: /^Failed/ });
  if ((await failed.getAttribute('aria-pressed')) === 'false') await failed.click();
  await expect(failed).toHaveAttribute('aria-pressed', 'true');
}

test('deleting groups reports those in use and those already deleted; the others are deleted', async ({
  app,
  serve,
}) => {
  const service = await serve({ devices: 0 });
  const otherClient = await connectOtherClient(service);
  const made: Record<string, string> = {};
  for (const name of ['Free', 'Gone', 'In use']) {
    made[name] = (await otherClient.post<{ id: string }>('groups', { name })).id;
  }
  await otherClient.post('users', {
    name: 'Ana',
    email: 'ana@fleet.example',
    country: 'ES',
    timeZone: 'Europe/Madrid',
    group: made['In use'],
  });
  const { page } = app;
  await connect(page, service);
  await expect(page.getByRole('status').first()).toHaveText(/^Live/, liveWithin);
  await page.getByRole('link', { name: 'Groups' }).click();
  const groups = page.getByRole('table', { name: 'Groups' });
  await expect(groups.getByRole('row', { name: 'In use' })).toBeVisible();
  await groups.getByRole('checkbox', { name: 'Select all shown' }).check();
  await page
    .getByRole('region', { name: 'Selection' })
    .getByRole('button', { name: 'Delete…' })
    .click();
  await expect(openJob(page)).toContainText('3 rows will change');
  await otherClient.remove(`groups/${made['Gone']!}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete 3 groups' }).click();
  await expect(openJob(page)).toContainText('Finished: 1 done, 2 failed', { timeout: 60_000 });
  await showFailed(page);
  await openJob(page).getByRole('row', { name: 'In use, Failed' }).click();
  await expect(page.getByRole('region', { name: 'Row: In use' })).toContainText('in use');
  const left = (await otherClient.get<{ groups: { name: string }[] }>('groups')).groups;
  expect(left.map(({ name }) => name)).toEqual(['In use']);
});

test('quitting during a bulk run asks first, says what is lost, and can be cancelled', async ({
  start,
  serve,
}) => {
  const service = await serve({ devices: 0 });
  const first = await start();
  const { page } = first;
  await planLimits(page, service, 40);
  await showInActivity(page);
  // So slow that the job still runs when the app quits.
  await service.control('setFaults', { path: '/api/devices', latencyMs: 4_000 });
  await openJob(page).getByRole('button', { name: 'Set limits of 40 devices' }).click();
  await expect(openJob(page)).toContainText(/[1-9]\d* of 40/);

  // Answers the dialog and records its message.
  const quit = (answer: number) =>
    first.electron.evaluate(async ({ app, dialog: dialogs }, response) => {
      const question = new Promise<string>((resolve) => {
        dialogs.showMessageBox = (...[options]: unknown[]) => {
          resolve((options as { message: string }).message);
          return Promise.resolve({ response, checkboxChecked: false });
        };
      });
      app.quit();
      return question;
    }, answer);
  expect(await quit(1)).toMatch(
    /^“Set limits of 40 devices” is not finished: \d+ of 40 rows are settled\.$/,
  );
  await expect(openJob(page)).toContainText('Running');
  const gone = new Promise((resolve) => first.electron.process().once('exit', resolve));
  // The process may end before the answer of this call comes back.
  await quit(0).catch(() => undefined);
  await gone;

  await service.control('setFaults', null);
  const again = await start();
  await openActivity(again.page, 'Jobs');
  await expect(openJob(again.page)).toContainText('Finished: 40 done', { timeout: 60_000 });
});
