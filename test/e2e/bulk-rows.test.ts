import type { Page } from '@playwright/test';
import { connect } from '../support/app';
import { colleagueAt } from '../support/colleague';
import { expect, test } from '../support/fixtures';
import { openJob, planLimits } from '../support/jobs-page';

// What a row can meet on its way: a colleague, a service that takes too long, an answer cut short.

interface UserRecord {
  id: string;
  name: string;
  disabled?: boolean | null;
  disabledMessage?: string | null;
}

async function showFailed(page: Page): Promise<void> {
  await openJob(page)
    .getByRole('group', { name: 'Rows to show' })
    .getByRole('button', { name: /^Failed/ })
    .click();
}

test('a bulk run meets a timeout, cut answers and what a colleague did, and says so row by row', async ({
  start,
  serve,
}) => {
  test.setTimeout(240_000);
  const service = await serve({ devices: 0 });
  const colleague = await colleagueAt(service);
  const ids: string[] = [];
  for (let i = 0; i < 12; i += 1) {
    const made = await colleague.post<UserRecord>('users', {
      name: `Person ${i}`,
      email: `person${i}@fleet.example`,
      country: 'ES',
      timeZone: 'Europe/Madrid',
    });
    ids.push(made.id);
  }
  const { page, errors } = await start();
  await connect(page, service);
  await expect(page.getByRole('status').first()).toHaveText(/^Live/);
  await page.getByRole('link', { name: 'Users' }).click();
  await page.getByRole('searchbox', { name: 'Search users' }).fill('Person');
  const users = page.getByRole('table', { name: 'Users' });
  await expect(users.locator('[role=row][aria-label^="Person"]')).toHaveCount(12);
  await users.getByRole('checkbox', { name: 'Select all shown' }).check();
  await page.getByRole('button', { name: 'Change…' }).click();
  await page.getByRole('menuitem', { name: 'Disable…' }).click();
  await page.getByRole('textbox', { name: 'Message when disabled' }).fill('Season is over');
  await page.getByRole('button', { name: 'Create plan…' }).click();
  await expect(openJob(page)).toContainText('12 rows will change');

  // Between the plan and the run a colleague deletes one and gives another a message of his own.
  await colleague.remove(`users/${ids[3]!}`);
  await colleague.patch(`users/${ids[4]!}`, [
    { op: 'add', path: '/disabledMessage', value: 'On leave' },
  ]);
  // The first row's answer does not come in time; those after it are cut in the middle.
  await service.control('setFaults', { path: '/api/users/', latencyMs: 45_000, times: 1 });
  await openJob(page).getByRole('button', { name: 'Run: 12 rows' }).click();
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
  const after = (await colleague.get<{ users: UserRecord[] }>('users')).users;
  const disabled = after.filter(({ disabledMessage }) => disabledMessage === 'Season is over');
  expect(disabled.every((user) => user.disabled === true)).toBe(true);
  expect(disabled).toHaveLength(10);
  expect(after.find(({ id }) => id === ids[4])?.disabledMessage).toBe('On leave');
  expect(errors).toEqual([]);
});

test('groups in use are refused by the service, one that is gone is said; the others go', async ({
  start,
  serve,
}) => {
  const service = await serve({ devices: 0 });
  const colleague = await colleagueAt(service);
  const made: Record<string, string> = {};
  for (const name of ['Free', 'Gone', 'In use']) {
    made[name] = (await colleague.post<{ id: string }>('groups', { name })).id;
  }
  await colleague.post('users', {
    name: 'Ana',
    email: 'ana@fleet.example',
    country: 'ES',
    timeZone: 'Europe/Madrid',
    group: made['In use'],
  });
  const { page } = await start();
  await connect(page, service);
  await expect(page.getByRole('status').first()).toHaveText(/^Live/);
  await page.getByRole('link', { name: 'Groups' }).click();
  const groups = page.getByRole('table', { name: 'Groups' });
  await expect(groups.getByRole('row', { name: 'In use' })).toBeVisible();
  await groups.getByRole('checkbox', { name: 'Select all shown' }).check();
  await page
    .getByRole('region', { name: 'Selection' })
    .getByRole('button', { name: 'Delete…' })
    .click();
  await expect(openJob(page)).toContainText('3 rows will change');
  await colleague.remove(`groups/${made['Gone']!}`);
  await openJob(page).getByRole('button', { name: 'Run: 3 rows' }).click();
  await expect(openJob(page)).toContainText('Finished: 1 done, 2 failed', { timeout: 60_000 });
  await showFailed(page);
  await openJob(page).getByRole('row', { name: 'In use, Failed' }).click();
  await expect(page.getByRole('region', { name: 'Row: In use' })).toContainText('in use');
  const left = (await colleague.get<{ groups: { name: string }[] }>('groups')).groups;
  expect(left.map(({ name }) => name)).toEqual(['In use']);
});

test('quitting in the middle of a bulk run asks first, says what is lost, and stays if told so', async ({
  start,
  serve,
}) => {
  const service = await serve({ devices: 0 });
  const first = await start();
  const { page } = first;
  await planLimits(page, service, 40);
  // So slow that it is still at work when it is asked, however late that is.
  await service.control('setFaults', { path: '/api/devices', latencyMs: 4_000 });
  await openJob(page).getByRole('button', { name: 'Run: 40 rows' }).click();
  await expect(openJob(page)).toContainText(/[1-9]\d* of 40/);

  // Answers as a person would, and keeps what was asked.
  const quit = (answer: number) =>
    first.electron.evaluate(async ({ app, dialog: dialogs }, response) => {
      const asked = new Promise<string>((resolve) => {
        dialogs.showMessageBox = (...[options]: unknown[]) => {
          resolve((options as { message: string }).message);
          return Promise.resolve({ response, checkboxChecked: false });
        };
      });
      app.quit();
      return asked;
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
  await again.page.getByRole('link', { name: 'Jobs' }).click();
  await expect(openJob(again.page)).toContainText('Finished: 40 done', { timeout: 60_000 });
});
