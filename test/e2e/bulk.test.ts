import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { connect } from '../support/app';
import { t } from '../support/english';
import { connectOtherClient } from '../support/other-client';
import { expect, test } from '../support/fixtures';
import { openImport, pickFile, startImport } from '../support/import-page';
import { openJob } from '../support/jobs-page';
import { liveWithin } from '../support/live-within';

interface UserRecord {
  id: string;
  name: string;
  email: string;
}

test('importing an unchanged export changes nothing', async ({ app, serve, profile }) => {
  const service = await serve({ devices: 60 });
  const { page } = app;
  await connect(page, service);
  await expect(page.getByRole('status').first()).toHaveText(/^Live/, liveWithin);
  const otherClient = await connectOtherClient(service);
  for (const i of [1, 2, 3]) {
    await otherClient.post('users', {
      name: `=Person ${i}`,
      email: `person${i}@fleet.example`,
      country: 'FR',
      timeZone: 'Europe/Paris',
    });
  }
  await page.getByRole('button', { name: /^Account:/ }).click();
  await page.getByRole('menuitem', { name: 'Refresh now' }).click();
  await page.getByRole('link', { name: 'Users' }).click();
  await expect(page.getByText('=Person 3').first()).toBeVisible();

  const preview = page.getByRole('region', { name: 'Preview' });
  for (const format of ['csv', 'xlsx'] as const) {
    const file = path.join(profile, `users.${format}`);
    await pickFile(app, file);
    const exported = await page.evaluate(
      (chosen) =>
        window.waypost.exchange.exportTable({
          what: 'users',
          format: chosen,
          ids: null,
          filter: 'none',
        }),
      format,
    );
    expect(exported).toMatchObject({ ok: true });
    expect(statSync(file).size).toBeGreaterThan(100);
    if (format === 'csv') expect(readFileSync(file, 'utf8')).not.toMatch(/(^|,)=Person/m);
    await openImport(page);
    await page.getByRole('button', { name: /Choose (a|another) file/ }).click();
    await expect(preview).toContainText('already up to date');
    await expect(preview).toContainText(/New\s*0\s*Changed\s*0/);
    await page.getByRole('link', { name: 'Users' }).click();
  }
});

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

test('a run is paused and resumed, and its failed rows are retried', async ({ app, serve }) => {
  const service = await serve({ devices: 0 });
  for (let i = 0; i < 40; i += 1) {
    await service.control('addDevice', { id: `v-${i}`, name: `Van ${i}` });
  }
  const { page } = app;
  await connect(page, service);
  await expect(page.getByRole('status').first()).toHaveText(/^Live/, liveWithin);
  await expect(page.getByRole('status').first()).not.toContainText('not asked yet');
  await page.getByRole('link', { name: 'Limits' }).click();
  // The table of the fleet has the same checkbox until the page has changed.
  const limits = page.getByRole('table', { name: 'Limits' });
  await limits.getByRole('checkbox', { name: 'Select all shown' }).check();
  await page.getByRole('button', { name: 'Set limits…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set limits of 40 devices' });
  await dialog.getByLabel('Daily SMS limit', { exact: true }).selectOption('Set to');
  await dialog.getByRole('textbox', { name: 'Daily SMS limit: messages a day' }).fill('9');
  await dialog.getByRole('button', { name: 'Review changes' }).click();
  await expect(openJob(page)).toContainText('40 rows will change');

  await service.control('removeDevice', 'v-39');
  // So slow that the run lasts most of a minute, however late it is paused.
  await service.control('setFaults', { path: '/api/devices', latencyMs: 4_000 });
  await page.getByRole('button', { name: 'Set limits of 40 devices' }).click();
  // A long run leaves the dialog by itself.
  await expect(page.getByText('In progress: Set limits of 40 devices')).toBeVisible();
  await page.getByRole('link', { name: 'Fleet' }).click();
  await expect(page.getByRole('link', { name: /Set limits of 40 devices/ })).toBeVisible();
  await page.getByRole('link', { name: /Set limits of 40 devices/ }).click();
  await openJob(page).getByRole('button', { name: 'Pause' }).click();
  await expect(openJob(page)).toContainText(/^.*Paused at \d+ of 40/);
  await service.control('setFaults', null);
  await openJob(page).getByRole('button', { name: 'Resume' }).click();
  await expect(openJob(page)).toContainText('Finished: 39 done, 1 failed', { timeout: 60_000 });
  await openJob(page)
    .getByRole('group', { name: 'Rows to show' })
    .getByRole('button', { name: /^Failed/ })
    .click();
  await expect(openJob(page).getByRole('row', { name: 'Van 39, Failed' })).toBeVisible();

  await service.control('addDevice', { id: 'v-39', name: 'Van 39' });
  await openJob(page).getByRole('button', { name: 'Retry 1 failed' }).click();
  await expect(openJob(page)).toContainText('Finished: 40 done');
});

test('devices are selected with the keyboard, and all filtered rows are exported', async ({
  app,
  serve,
  profile,
}) => {
  const service = await serve({ devices: 0 });
  for (let i = 0; i < 30; i += 1) {
    await service.control('addDevice', {
      id: `v-${i}`,
      name: `${i < 25 ? 'Van' : 'Lorry'} ${String(i).padStart(2, '0')}`,
    });
  }
  const { page, errors } = app;
  await connect(page, service);
  await expect(page.getByText('30 of 30', { exact: true })).toBeVisible();
  const table = page.getByRole('table', { name: 'Devices' });
  await table.getByRole('row', { name: 'Lorry 25' }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  const selection = page.getByRole('region', { name: 'Selection' });
  await expect(selection).toContainText('3 devices selected');
  await expect(table.getByRole('checkbox', { name: 'Select Lorry 27' })).toBeChecked();

  await page.getByRole('searchbox', { name: 'Search devices' }).fill('van');
  await expect(page.getByText('25 of 30', { exact: true })).toBeVisible();
  await expect(selection).toContainText('3 devices selected, 3 of them not shown');
  await table.getByRole('checkbox', { name: 'Select all shown' }).click();
  await expect(selection).toContainText('28 devices selected');
  await selection.getByRole('button', { name: 'Clear' }).click();
  await expect(selection).toBeHidden();

  const file = path.join(profile, 'fleet.csv');
  await pickFile(app, file);
  await page.getByRole('search').getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: /^CSV/ }).click();
  await expect(page.getByText(/^25 rows written to/)).toBeVisible();
  const lines = readFileSync(file, 'utf8').trim().split('\r\n');
  expect(lines.filter((line) => line.includes('Van ')).length).toBe(25);
  expect(lines.join('\n')).not.toContain('Lorry');
  expect(lines.slice(0, 10).join('\n')).toContain('search “van”');
  expect(errors).toEqual([]);
});
