import type { Page } from '@playwright/test';
import { openActivity } from '../support/activity';
import { connect } from '../support/app';
import { t } from '../support/english';
import { connectOtherClient } from '../support/other-client';
import { expect, test } from '../support/fixtures';
import { openJob, showInActivity } from '../support/jobs-page';
import { liveWithin } from '../support/live-within';

// Actions on selected rows of the journal and of a job.

interface UserRecord {
  id: string;
  name: string;
  disabled?: boolean | null;
}

const names = ['Ada', 'Bea', 'Cleo', 'Dora', 'Elsa', 'Flora'].map((name) => `Person ${name}`);

const selection = (page: Page) => page.getByRole('region', { name: 'Selection' });

async function runIt(page: Page, button: string, end: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  await expect(openJob(page)).toContainText(end);
}

test('selected rows of a job and selected journal entries are undone, each by one plan', async ({
  app,
  serve,
}) => {
  const service = await serve({ devices: 0 });
  const otherClient = await connectOtherClient(service);
  for (const [i, name] of names.entries()) {
    await otherClient.post<UserRecord>('users', {
      name,
      email: `person${i}@fleet.example`,
      country: 'ES',
      timeZone: 'Europe/Madrid',
    });
  }
  const people = async () =>
    (await otherClient.get<{ users: UserRecord[] }>('users')).users.filter(({ name }) =>
      name.startsWith('Person'),
    );
  const disabled = async () =>
    (await people())
      .filter((user) => user.disabled === true)
      .map(({ name }) => name)
      .toSorted();
  const { page, errors } = app;
  await connect(page, service);
  await expect(page.getByRole('status').first()).toHaveText(/^Live/, liveWithin);
  await page.getByRole('link', { name: 'Users' }).click();
  const users = page.getByRole('table', { name: 'Users' });
  await expect(users.locator('[role=row][aria-label^="Person"]')).toHaveCount(6);
  await page.getByRole('searchbox', { name: 'Search users' }).fill('Person');
  await users.getByRole('checkbox', { name: 'Select all shown' }).check();
  await page.getByRole('button', { name: 'Change…' }).click();
  await page.getByRole('menuitem', { name: 'Disable…' }).click();
  await page.getByRole('textbox', { name: 'Message when disabled' }).fill('Season is over');
  await page.getByRole('button', { name: 'Review changes' }).click();
  await expect(openJob(page)).toContainText('6 rows will change');
  const elsa = (await people()).find(({ name }) => name === 'Person Elsa');
  await otherClient.remove(`users/${elsa!.id}`);
  // The dialog stays open for the row that failed, and leads to all rows.
  await runIt(page, 'Disable 6 users', 'Finished: 5 done, 1 failed');
  await expect(openJob(page).locator('[role=row][aria-label]')).toHaveCount(1);
  await expect(openJob(page)).toContainText('Person Elsa');
  await showInActivity(page);

  // By keyboard: one row and the two below it.
  const rows = page.getByRole('table', { name: t('activity.rows') });
  await rows.getByRole('row', { name: 'Person Ada, Done' }).click();
  await page.keyboard.press('Space');
  await expect(selection(page)).toContainText('1 row selected');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(selection(page)).toContainText('2 rows selected');
  await expect(openJob(page).getByRole('button', { name: 'Undo 2 changes…' })).toBeVisible();
  // The failed row, by its state.
  await selection(page).getByRole('button', { name: 'Clear' }).click();
  const states = openJob(page).getByRole('group', { name: 'Rows to show' });
  await states.getByRole('button', { name: /^Failed/ }).click();
  await expect(rows.locator('[role=row][aria-label]')).toHaveCount(1);
  // The checkbox is updated after main has responded.
  await rows.getByRole('checkbox', { name: 'Select all shown' }).click();
  await expect(selection(page)).toContainText('1 row selected');
  await openJob(page).getByRole('button', { name: 'Retry 1 failed' }).click();
  await expect(openJob(page)).toContainText('Finished: 5 done, 1 failed');
  // The selection stays under another filter.
  await states.getByRole('button', { name: /^All/ }).click();
  await rows.getByRole('row', { name: 'Person Ada, Done' }).click({ modifiers: ['Control'] });
  await expect(selection(page)).toContainText('2 rows selected');
  await openJob(page).getByRole('button', { name: 'Undo 1 change…' }).click();
  await expect(openJob(page)).toContainText('1 row will change');
  await runIt(page, 'Apply 1 change', 'Finished: 1 done');
  expect(await disabled()).toEqual([names[1], names[2], names[3], names[5]]);

  await openActivity(page, 'Journal');
  const journal = page.getByRole('table', { name: 'Journal' });
  const chips = page.getByRole('group', { name: t('activity.journal.filter') });
  await expect(chips.getByRole('button', { name: 'Undone (1)', exact: true })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search the journal' }).fill('person');
  const entries = journal.locator('[role=row][aria-label]');
  await expect(entries).toHaveCount(6);
  // All except the newest, the undo of Person Ada: five changes, one of them already undone.
  await entries.nth(1).click({ modifiers: ['Control'] });
  await expect(selection(page)).toContainText('1 change selected');
  await entries.nth(5).click({ modifiers: ['Shift'] });
  await expect(selection(page)).toContainText('5 changes selected');
  await page.getByRole('searchbox', { name: 'Search the journal' }).fill('cleo');
  await expect(selection(page)).toContainText('5 changes selected, 4 of them not shown');
  await selection(page).getByRole('button', { name: 'Undo 5 changes…' }).click();
  await expect(openJob(page)).toContainText('4 rows will change, 1 refused; about');
  await expect(rows).toContainText(t('records.undo.already'));
  expect(await disabled()).toHaveLength(4);
  await page.getByRole('dialog').getByRole('button', { name: 'Apply 4 changes' }).click();
  await expect(page.getByText('4 changes applied')).toBeVisible();
  expect(await disabled()).toEqual([]);
  // The journal and its search are still on screen.
  await expect(page.getByRole('searchbox', { name: 'Search the journal' })).toHaveValue('cleo');
  await page.getByRole('searchbox', { name: 'Search the journal' }).fill('');
  await expect(chips.getByRole('button', { name: 'Undone (5)', exact: true })).toBeVisible();
  // The job also shows that it was undone.
  await openActivity(page, 'Jobs');
  await page.getByRole('button', { name: /^Disable 6 users/ }).click();
  await expect(openJob(page)).toContainText('Finished: 1 failed, 5 undone');
  expect(errors).toEqual([]);
});
