import type { Page } from '@playwright/test';
import { openActivity } from '../support/activity';
import { connect } from '../support/app';
import { connectOtherClient } from '../support/other-client';
import { expect, test } from '../support/fixtures';
import { openJob, planLimits, showInActivity } from '../support/jobs-page';
import { liveWithin } from '../support/live-within';

// Faults of single rows: a change by another client, a timeout, a truncated response.

interface UserRecord {
  id: string;
  name: string;
  disabled?: boolean | null;
  disabledMessage?: string | null;
}

/** In the dialog they are shown already; a press would show all, while the test looks for a row. */
async function showFailed(page: Page): Promise<void> {
  const failed = openJob(page)
    .getByRole('group', { name: 'Rows to show' })
    .getByRole('button', { name: /^Failed/ });
  if ((await failed.getAttribute('aria-pressed')) === 'false') await failed.click();
  await expect(failed).toHaveAttribute('aria-pressed', 'true');
}

test('a bulk run reports timeouts, truncated responses and changes by another client row by row', async ({
  start,
  serve,
}) => {
  test.setTimeout(240_000);
  const service = await serve({ devices: 0 });
  const otherClient = await connectOtherClient(service);
  const ids: string[] = [];
  for (let i = 0; i < 12; i += 1) {
    const made = await otherClient.post<UserRecord>('users', {
      name: `Person ${i}`,
      email: `person${i}@fleet.example`,
      country: 'ES',
      timeZone: 'Europe/Madrid',
    });
    ids.push(made.id);
  }
  const { page, errors } = await start();
  await connect(page, service);
  await expect(page.getByRole('status').first()).toHaveText(/^Live/, liveWithin);
  await page.getByRole('link', { name: 'Users' }).click();
  await page.getByRole('searchbox', { name: 'Search users' }).fill('Person');
  const users = page.getByRole('table', { name: 'Users' });
  await expect(users.locator('[role=row][aria-label^="Person"]')).toHaveCount(12);
  await users.getByRole('checkbox', { name: 'Select all shown' }).check();
  await page.getByRole('button', { name: 'Change…' }).click();
  await page.getByRole('menuitem', { name: 'Disable…' }).click();
  await page.getByRole('textbox', { name: 'Message when disabled' }).fill('Season is over');
  await page.getByRole('button', { name: 'Review changes' }).click();
  await expect(openJob(page)).toContainText('12 rows will change');

  // Between plan and run another client deletes one user and changes the message of another.
  await otherClient.remove(`users/${ids[3]!}`);
  await otherClient.patch(`users/${ids[4]!}`, [
    { op: 'add', path: '/disabledMessage', value: 'On leave' },
  ]);
  // The response for the first row does not arrive in time; the later ones are truncated.
  await service.control('setFaults', { path: '/api/users/', latencyMs: 45_000, times: 1 });
  await page.getByRole('button', { name: 'Change 12 users' }).click();
  await expect(openJob(page)).toContainText(/[1-9]\d* of 12/);
  await service.control('setFaults', { path: '/api/users/', latencyMs: 20, cutRate: 0.4 });
  await expect(openJob(page)).toContainText('Finished: 10 done, 2 failed', { timeout: 150_000 });
  await service.control('setFaults', null);

  await showFailed(page);
  const rows = openJob(page).getByRole('table', { name: 'Rows of the job' });
  await rows.getByRole('row', { name: 'Person 4, Failed' }).click();
  await expect(page.getByRole('region', { name: 'Row: Person 4' })).toContainText(
    'Somebody else changed it after this was planned: message when disabled is now “On leave”',
  );
  await rows.getByRole('row', { name: 'Person 3, Failed' }).click();
  await expect(page.getByRole('region', { name: 'Row: Person 3' })).toContainText(
    'The service does not have it',
  );
  const after = (await otherClient.get<{ users: UserRecord[] }>('users')).users;
  const disabled = after.filter(({ disabledMessage }) => disabledMessage === 'Season is over');
  expect(disabled.every((user) => user.disabled === true)).toBe(true);
  expect(disabled).toHaveLength(10);
  expect(after.find(({ id }) => id === ids[4])?.disabledMessage).toBe('On leave');
  expect(errors).toEqual([]);
});

test('deleting groups reports those in use and those already deleted; the others are deleted', async ({
  start,
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
  const { page } = await start();
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
