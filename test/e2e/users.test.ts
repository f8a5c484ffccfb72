import type { Page } from '@playwright/test';
import { connect } from '../support/app';
import { t } from '../support/english';
import { connectOtherClient } from '../support/other-client';
import { expect, test } from '../support/fixtures';
import type { ServiceProcess } from '../support/service';
import { liveWithin } from '../support/live-within';

interface UserRecord {
  id: string;
  name: string;
  email: string;
  country: string;
  timeZone: string;
  description: string | null;
  group: string | null;
  expires: string | null;
  tags: Record<string, string>;
  privileges: string[];
}

const ana = {
  name: 'Ana Belén',
  email: 'ana@fleet.example',
  country: 'ES',
  timeZone: 'Europe/Madrid',
};

const row = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Users' }).getByRole('row', { name, exact: true });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

async function openUsers(page: Page): Promise<void> {
  await expect(page.getByRole('status').first()).toHaveText(/^Live/, liveWithin);
  await page.getByRole('link', { name: 'Users' }).click();
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible();
}

async function edit(page: Page, name: string): Promise<void> {
  await row(page, name).click();
  await page
    .getByRole('region', { name: 'User details' })
    .getByRole('button', { name: /Edit|Continue editing/ })
    .click();
}

async function choose(page: Page, name: string, typed: string, option: string): Promise<void> {
  const box = page.getByRole('combobox', { name, exact: true });
  await box.click();
  await box.fill(typed);
  await page.getByRole('option', { name: option }).first().click();
}

const usersOf = async (service: ServiceProcess) => {
  const otherClient = await connectOtherClient(service);
  return (await otherClient.get<{ users: UserRecord[] }>('users')).users;
};

test('users have a last valid day and access, and are created, changed, replaced, deleted and restored, once each', async ({
  app,
  serve,
}) => {
  const service = await serve({ devices: 0, switches: ['--time-zone', 'Europe/Berlin'] });
  await service.control('addDevice', { id: 'a-1', name: 'Van 1' });
  await service.control('addDevice', { id: 'a-2', name: 'Van 2' });
  const otherClient = await connectOtherClient(service);
  await otherClient.post('groups', { name: 'Depot North', devices: ['a-1', 'a-2'] });
  const person = (name: string, rest: object) => ({
    ...ana,
    name,
    email: `${name.toLowerCase()}@fleet.example`,
    ...rest,
  });
  await otherClient.post('users', person('Carla', { expires: '2027-02-26T23:00:00Z' }));
  await otherClient.post('users', person('Dora', { expires: '9999-12-31T23:59:59Z' }));
  await otherClient.post('users', person('Emil', { deviceId: 'a-1' }));
  const { page, errors } = app;
  await connect(page, service);
  await openUsers(page);

  // A date is the last valid day, and 9999 is no expiry.
  await expect(row(page, 'Carla')).toContainText('26 Feb 2027');
  await expect(row(page, 'Dora')).toContainText('No expiry');
  await expect(page.getByText(/10000/)).toHaveCount(0);
  await edit(page, 'Carla');
  await expect(page.getByLabel('Valid until', { exact: true })).toHaveValue('26 Feb 2027');
  await expect(page.getByText('Until the end of this day (Europe/Berlin).')).toBeVisible();
  await page.keyboard.press('Escape');
  await edit(page, 'Dora');
  await expect(page.getByLabel('Valid until', { exact: true })).toHaveValue('');
  await field(page, 'Description').fill('Dispatcher');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Dora was saved.')).toBeVisible();
  const dora = (await usersOf(service)).find(({ name }) => name === 'Dora');
  expect(dora).toMatchObject({ description: 'Dispatcher', expires: '9999-12-31T23:59:59Z' });

  // Save reports what blocks it, and asks about a missing password.
  await page.getByRole('button', { name: 'New user' }).click();
  await field(page, 'Name').fill('Ana Belén');
  await expect(page.getByText(t('users.problem.email'))).toHaveCount(0);
  await page.keyboard.press('Control+s');
  await expect(field(page, 'E-mail')).toBeFocused();
  await expect(
    page.getByText(/^Save is blocked by E-mail.*A user needs an e-mail address\.$/),
  ).toBeVisible();
  await expect(page.getByText(t('users.problem.email'), { exact: true })).toBeVisible();
  await field(page, 'E-mail').fill('ana@fleet.example');
  await choose(page, 'Country', 'es', 'Spain (ES)');
  await choose(page, 'Time zone', 'madrid', 'Europe/Madrid');
  await choose(page, 'Visible group', 'depot', 'Depot North');
  await expect(page.getByText('Ana Belén sees 2 devices through Depot North.')).toBeVisible();
  await page.keyboard.press('Control+s');
  const question = page.getByRole('dialog', { name: t('users.editor.noPassword') });
  await expect(question).toContainText('Ana Belén may not be able to sign in');
  await question.getByRole('button', { name: 'Enter a password' }).click();
  await expect(field(page, 'Password')).toBeFocused();
  await field(page, 'Password').fill('correct horse battery');
  await expect(page.getByText(t('edits.place.diskWithoutPassword'))).toBeVisible();
  // No call gets through: the app reports that it checked, and Save checks again first.
  await service.control('setFaults', { path: '/api/users', resetRate: 1 });
  await page.keyboard.press('Control+s');
  await expect(page.getByText(t('edits.user.safeToRepeat'))).toBeVisible({ timeout: 60_000 });
  // The service carries out the call, but the response is truncated.
  await service.control('setFaults', {
    method: 'POST',
    path: '/api/users',
    cutRate: 1,
    times: 1,
  });
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Ana Belén was created.')).toBeVisible({ timeout: 40_000 });
  const made = (await usersOf(service)).filter(({ email }) => email === ana.email);
  expect(made).toMatchObject([ana]);
  const { id } = made[0]!;

  // Only the changed fields are sent.
  await edit(page, 'Ana Belén');
  await expect(field(page, 'New password')).toHaveValue('');
  await field(page, 'Description').fill('Dispatcher');
  await page.getByLabel('Valid until', { exact: true }).fill('2027-03-28');
  await service.control('resetCalls');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Ana Belén was saved.')).toBeVisible();
  expect(await service.control('calls')).toMatchObject({ [`PATCH /api/users/${id}`]: 1 });
  // The day that was typed is the day that is shown.
  await expect(row(page, 'Ana Belén')).toContainText('28 Mar 2027');
  const changed = await otherClient.get<UserRecord>(`users/${id}`);
  expect(changed).toMatchObject({ ...ana, description: 'Dispatcher' });

  // The whole record is sent only on explicit request.
  await edit(page, 'Ana Belén');
  await field(page, 'Description').fill('Dispatcher, nights');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Replace whole record…' }).click();
  await service.control('resetCalls');
  await page.getByRole('button', { name: 'Replace whole record', exact: true }).click();
  await expect(page.getByText('Ana Belén was saved.')).toBeVisible();
  expect(await service.control('calls')).toMatchObject({ [`PUT /api/users/${id}`]: 1 });
  expect(await otherClient.get<UserRecord>(`users/${id}`)).toMatchObject({
    ...ana,
    description: 'Dispatcher, nights',
    group: changed.group,
    expires: changed.expires,
  });

  // Access is shown for the user and for a device.
  await page.getByRole('tab', { name: 'Access' }).click();
  await expect(page.getByText('Ana Belén sees 2 devices through Depot North.')).toBeVisible();
  await page
    .getByRole('table', { name: 'Visible devices' })
    .getByRole('row', { name: 'Van 1' })
    .click();
  const visibleTo = page.getByRole('region', { name: 'Visible to' });
  await expect(visibleTo).toContainText('Emil directly');
  await expect(visibleTo).toContainText('Ana Belén through Depot North');
  await visibleTo.getByRole('button', { name: 'Ana Belén' }).click();
  await expect(page.getByRole('region', { name: 'User details' })).toContainText('Ana Belén');

  await page.getByRole('button', { name: 'Delete…', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Ana Belén?' });
  await expect(dialog).toContainText('2 devices through Depot North');
  await dialog.getByRole('button', { name: 'Delete user' }).click();
  await expect(page.getByText('Ana Belén was deleted.')).toBeVisible();
  await expect(row(page, 'Ana Belén')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone: Ana Belén was deleted.')).toBeVisible();
  await expect(row(page, 'Ana Belén')).toBeVisible();
  expect(errors).toEqual([]);
});
