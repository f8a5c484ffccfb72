import { openActivity } from '../support/activity';
import { t } from '../support/english';
import { connectOtherClient } from '../support/other-client';
import { expect, test } from '../support/fixtures';
import { startImport } from '../support/import-page';
import { openJob, planLimits, showInActivity } from '../support/jobs-page';
import { liveWithin } from '../support/live-within';

interface UserRecord {
  id: string;
  name: string;
  email: string;
}

test('an import is previewed, run row by row, and undone after the count is typed', async ({
  app,
  serve,
  profile,
}) => {
  const { page, service, choose, preview } = await startImport({ app, serve, profile });
  await expect(page.getByRole('status').first()).toHaveText(/^Live/, liveWithin);
  const people = Array.from(
    { length: 7 },
    (_, i) => `Person ${i},person${i}@fleet.example,ES,Europe/Madrid,x`,
  );
  const head = 'Name,E-mail,Country,Time zone,Shoe size';
  await choose('people.csv', [head, ...people, 'Nobody,,ES,Europe/Madrid,x'].join('\r\n'));
  await expect(preview).toContainText(/Rows\s*8\s*New\s*7/);
  await expect(preview).toContainText('Shoe size');
  await expect(preview.getByRole('row', { name: /^Row 9, column E-mail/ })).toBeVisible();
  await preview.getByRole('button', { name: 'Review changes…' }).click();

  await expect(openJob(page)).toContainText('7 rows will change');
  const otherClient = await connectOtherClient(service);
  const ours = async () =>
    (await otherClient.get<{ users: UserRecord[] }>('users')).users.filter(({ email }) =>
      email.startsWith('person'),
    ).length;
  expect(await ours()).toBe(0);
  await page.getByRole('button', { name: 'Create 7 users' }).click();
  await expect(page.getByText('7 users created', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Import', exact: true })).toBeVisible();
  expect(await ours()).toBe(7);

  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(openJob(page)).toContainText('7 rows will change');
  await page.getByRole('button', { name: 'Apply 7 changes' }).click();
  const confirm = page.getByRole('dialog', { name: 'Delete 7 users?' });
  await expect(confirm.getByRole('button', { name: 'Delete 7 users' })).toBeDisabled();
  expect(await ours()).toBe(7);
  await confirm.getByRole('textbox', { name: t('activity.delete.count') }).fill('7');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Undone: Import /)).toBeVisible();
  expect(await ours()).toBe(0);
  expect(app.errors).toEqual([]);
});

test('a run is paused, resumed and survives quitting, which asks first; its failed rows are retried', async ({
  start,
  serve,
}) => {
  test.slow();
  const service = await serve({ devices: 0 });
  const first = await start();
  const { page } = first;
  await planLimits(page, service, 40);
  await showInActivity(page);
  await service.control('removeDevice', 'v-39');
  // So slow that the job still runs when the app quits.
  await service.control('setFaults', { path: '/api/devices', latencyMs: 4_000 });
  await openJob(page).getByRole('button', { name: 'Set limits of 40 devices' }).click();
  await expect(openJob(page)).toContainText('Running');
  await openJob(page).getByRole('button', { name: 'Pause' }).click();
  await expect(openJob(page)).toContainText(/^.*Paused at \d+ of 40/);
  await openJob(page).getByRole('button', { name: 'Resume' }).click();
  await expect(openJob(page)).toContainText('Running');

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
  const again = (await start()).page;
  await openActivity(again, 'Jobs');
  await expect(openJob(again)).toContainText('Finished: 39 done, 1 failed', { timeout: 60_000 });
  await openJob(again)
    .getByRole('group', { name: 'Rows to show' })
    .getByRole('button', { name: /^Failed/ })
    .click();
  await openJob(again).getByRole('row', { name: 'Van 39, Failed' }).click();
  await expect(again.getByRole('region', { name: 'Row: Van 39' })).toBeVisible();
  await service.control('addDevice', { id: 'v-39', name: 'Van 39' });
  await openJob(again).getByRole('button', { name: 'Retry 1 failed' }).click();
  await expect(openJob(again)).toContainText('Finished: 40 done');
});
