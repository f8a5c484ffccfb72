import type { Page } from '@playwright/test';
import { connect, filesBelow } from '../support/app';
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

test('a date is the last valid day, 9999 is no expiry, and a broken creation makes no second user', async ({
  app,
  serve,
}) => {
  const service = await serve({ devices: 0, switches: ['--time-zone', 'Europe/Berlin'] });
  const otherClient = await connectOtherClient(service);
  const person = (name: string, expires: string) => ({
    ...ana,
    country: 'ES',
    name,
    email: `${name.toLowerCase()}@fleet.example`,
    expires,
  });
  await otherClient.post('users', person('Carla', '2027-02-26T23:00:00Z'));
  await otherClient.post('users', person('Dora', '9999-12-31T23:59:59Z'));
  const { page } = app;
  await connect(page, service);
  await openUsers(page);
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

  await page.getByRole('button', { name: 'New user' }).click();
  await field(page, 'Name').fill(ana.name);
  await field(page, 'E-mail').fill(ana.email);
  await choose(page, 'Country', 'spain', 'Spain (ES)');
  await choose(page, 'Time zone', 'madrid', 'Europe/Madrid');
  // The service carries out the call, but the response is truncated.
  await service.control('setFaults', { path: '/api/users', cutRate: 1, times: 1 });
  await page.keyboard.press('Control+s');
  await page.getByRole('button', { name: t('users.editor.noPassword.create') }).click();
  await expect(page.getByText('Ana Belén was created.')).toBeVisible({ timeout: 40_000 });
  expect((await usersOf(service)).filter(({ email }) => email === ana.email)).toHaveLength(1);

  // No call gets through: the app reports that it checked, and Save checks again first.
  await page.getByRole('button', { name: 'New user' }).click();
  await field(page, 'Name').fill('Ben');
  await field(page, 'E-mail').fill('ben@fleet.example');
  await choose(page, 'Country', 'spain', 'Spain (ES)');
  await choose(page, 'Time zone', 'madrid', 'Europe/Madrid');
  await service.control('setFaults', { path: '/api/users', resetRate: 1 });
  await page.keyboard.press('Control+s');
  await page.getByRole('button', { name: t('users.editor.noPassword.create') }).click();
  await expect(page.getByText(t('edits.user.safeToRepeat'))).toBeVisible({
    timeout: 60_000,
  });
  await service.control('setFaults', null);
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Ben was created.')).toBeVisible({ timeout: 40_000 });
  expect((await usersOf(service)).filter(({ name }) => name === 'Ben')).toHaveLength(1);
});

test('a user is created, changed and deleted; Save reports what blocks it; undo restores the user', async ({
  app,
  serve,
}) => {
  const service = await serve({ devices: 0 });
  await service.control('addDevice', { id: 'a-1', name: 'Van 1' });
  await service.control('addDevice', { id: 'a-2', name: 'Van 2' });
  const otherClient = await connectOtherClient(service);
  await otherClient.post('groups', { name: 'Depot North', devices: ['a-1', 'a-2'] });
  const { page } = app;
  await connect(page, service);
  await openUsers(page);

  await page.getByRole('button', { name: 'New user' }).click();
  await field(page, 'Name').fill('Ana Belén');
  await expect(page.getByText('changed', { exact: true })).toHaveCount(0);
  await expect(page.getByText(t('users.problem.email'))).toHaveCount(0);
  await page.keyboard.press('Control+s');
  await expect(field(page, 'E-mail')).toBeFocused();
  await expect(
    page.getByText('Save is blocked by E-mail and one more field: A user needs an e-mail address.'),
  ).toBeVisible();
  for (const message of [t('users.problem.email'), 'Choose a country.']) {
    await expect(page.getByText(message, { exact: true })).toBeVisible();
  }
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
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Ana Belén was created.')).toBeVisible();
  const [made] = (await usersOf(service)).filter(({ name }) => name === 'Ana Belén');
  expect(made).toMatchObject({ ...ana, country: 'ES' });

  // Only the changed fields are sent.
  await edit(page, 'Ana Belén');
  await expect(field(page, 'New password')).toHaveValue('');
  await field(page, 'Description').fill('Dispatcher');
  await page.getByLabel('Valid until', { exact: true }).fill('2027-03-28');
  await page.getByRole('button', { name: 'Add tag' }).click();
  await expect(page.getByText(/Save is blocked by Tags/)).toBeVisible();
  await field(page, 'Name of tag 1').fill('shift');
  await field(page, 'Text of tag 1').fill('day');
  await service.control('resetCalls');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Ana Belén was saved.')).toBeVisible();
  expect(await service.control('calls')).toMatchObject({ [`PATCH /api/users/${made!.id}`]: 1 });
  // The day that was typed is the day that is shown.
  await expect(row(page, 'Ana Belén')).toContainText('28 Mar 2027');
  const changed = await otherClient.get<UserRecord>(`users/${made!.id}`);
  expect(changed).toMatchObject({ ...ana, description: 'Dispatcher', tags: { shift: 'day' } });

  // The whole record is sent only on explicit request.
  await edit(page, 'Ana Belén');
  await field(page, 'Description').fill('Dispatcher, nights');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Replace whole record…' }).click();
  await service.control('resetCalls');
  await page.getByRole('button', { name: 'Replace whole record', exact: true }).click();
  await expect(page.getByText('Ana Belén was saved.')).toBeVisible();
  expect(await service.control('calls')).toMatchObject({ [`PUT /api/users/${made!.id}`]: 1 });
  expect(await otherClient.get<UserRecord>(`users/${made!.id}`)).toMatchObject({
    ...ana,
    description: 'Dispatcher, nights',
    group: changed.group,
    expires: changed.expires,
    tags: { shift: 'day' },
  });

  await page.getByRole('button', { name: 'Delete…', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Ana Belén?' });
  await expect(dialog).toContainText('2 devices through Depot North');
  await dialog.getByRole('button', { name: 'Delete user' }).click();
  await expect(page.getByText('Ana Belén was deleted.')).toBeVisible();
  await expect(row(page, 'Ana Belén')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone: Ana Belén was deleted.')).toBeVisible();
  await expect(row(page, 'Ana Belén')).toBeVisible();
});

/** The drafts that main has stored, as text. */
const storedDrafts = (page: Page) =>
  page.evaluate(async () => JSON.stringify(await window.waypost.drafts.all()));

test('a draft survives a crash, without the password', async ({ start, serve, profile }) => {
  const service = await serve({ devices: 0 });
  const otherClient = await connectOtherClient(service);
  await otherClient.post('users', ana);
  const first = await start();
  await connect(first.page, service);
  await openUsers(first.page);
  await edit(first.page, 'Ana Belén');
  await field(first.page, 'Description').fill('half a thou');
  await field(first.page, 'New password').fill('correct horse battery');
  await expect(first.page.getByRole('button', { name: /unsaved/ })).toBeVisible();
  await expect.poll(() => storedDrafts(first.page)).toContain('half a thou');
  await first.kill();
  for (const { name, bytes } of filesBelow(profile)) {
    expect(bytes.includes('correct horse battery'), name).toBe(false);
  }

  const { page } = await start();
  const unsaved = page.getByRole('button', { name: /unsaved/ });
  if (await page.getByRole('textbox', { name: 'API key' }).isVisible())
    await connect(page, service);
  await unsaved.click();
  await page.getByRole('menuitem', { name: /Ana Belén/ }).click();
  await expect(field(page, 'Description')).toHaveValue('half a thou');
  await expect(field(page, 'New password')).toHaveValue('');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Ana Belén was saved.')).toBeVisible();
  await expect(unsaved).toHaveCount(0);
});

test('access is shown for users and devices, filtered, and changed for several by a plan', async ({
  app,
  serve,
}) => {
  const service = await serve({ devices: 0 });
  await service.control('addDevice', { id: 'a-1', name: 'Van 1' });
  const otherClient = await connectOtherClient(service);
  await otherClient.post('groups', { name: 'Depot North', devices: ['a-1'] });
  await otherClient.post('users', { ...ana, group: 'Depot North' });
  await otherClient.post('users', {
    ...ana,
    name: 'Ben',
    email: 'ben@fleet.example',
    deviceId: 'a-1',
  });
  const { page } = app;
  await connect(page, service);
  await openUsers(page);
  await row(page, 'Ana Belén').click();
  await page.getByRole('tab', { name: 'Access' }).click();
  await expect(page.getByText('Ana Belén sees 1 device through Depot North.')).toBeVisible();
  await page
    .getByRole('table', { name: 'Visible devices' })
    .getByRole('row', { name: 'Van 1' })
    .click();
  const visibleTo = page.getByRole('region', { name: 'Visible to' });
  await expect(visibleTo).toContainText('Ana Belén through Depot North');
  await expect(visibleTo).toContainText('Ben directly');
  await visibleTo.getByRole('button', { name: 'Ben' }).click();
  await expect(page.getByRole('region', { name: 'User details' })).toContainText('Ben');

  await page.getByRole('button', { name: /^Never logged in/ }).click();
  await page.keyboard.press('Escape');
  const chosen = page.getByRole('table', { name: 'Users' });
  await chosen.getByRole('checkbox', { name: 'Select Ana Belén' }).click();
  await chosen.getByRole('checkbox', { name: 'Select Ben' }).click();
  await page.getByRole('button', { name: 'Change…' }).click();
  await page.getByRole('menuitem', { name: 'Disable…' }).click();
  await page.getByRole('textbox', { name: 'Message when disabled' }).fill('On leave');
  await page.getByRole('button', { name: 'Review changes' }).click();
  await expect(page.getByRole('dialog', { name: 'Disable 2 users' })).toBeVisible();
  expect((await usersOf(service)).every((user) => !('disabled' in user && user.disabled))).toBe(
    true,
  );
});

test('users are edited in their table, reviewed, saved one by one, and undone', async ({
  app,
  serve,
}) => {
  const service = await serve({ devices: 0 });
  const otherClient = await connectOtherClient(service);
  const { id } = await otherClient.post<UserRecord>('users', ana);
  await otherClient.post('users', { ...ana, name: 'Ben', email: 'ben@fleet.example' });
  const { page, errors } = app;
  await connect(page, service);
  await openUsers(page);
  await expect(row(page, 'Ben')).toBeVisible();
  await page.getByRole('button', { name: 'Edit in table' }).click();
  const cell = (name: string) =>
    page.getByRole('table', { name: 'Users' }).getByRole('textbox', { name, exact: true });
  await cell('Description of Ana Belén').fill('Dispatcher');
  await cell('Description of Ana Belén').press('ArrowDown');
  await expect(cell('Description of Ben')).toBeFocused();
  await cell('E-mail of Ben').fill('');
  await page.keyboard.press('Control+s');
  const bar = page.getByRole('region', { name: 'Unsaved changes' });
  await expect(bar).toContainText('Save is blocked by E-mail of Ben');
  await expect(cell('E-mail of Ben')).toBeFocused();
  await cell('E-mail of Ben').fill('ben.b@fleet.example');

  // Nothing is sent before the review, and another client's change of the same field is a conflict.
  await otherClient.patch(`users/${id}`, [{ op: 'add', path: '/description', value: 'theirs' }]);
  await page.keyboard.press('Control+s');
  const review = page.getByRole('dialog', { name: 'Save 2 changes of 2 users?' });
  await expect(
    review.getByRole('row', { name: 'Ana Belén, Description: empty becomes Dispatcher' }),
  ).toBeVisible();
  expect((await usersOf(service)).map(({ email }) => email)).toContain('ben@fleet.example');
  await page.keyboard.press('Control+s');
  const conflict = page.getByRole('dialog', { name: /Someone else changed Ana Belén/ });
  await expect(conflict).toContainText('theirs');
  await conflict.getByRole('button', { name: 'Keep all mine' }).click();
  await conflict.getByRole('button', { name: 'Save my choice' }).click();
  await expect(page.getByText('2 users saved')).toBeVisible();
  await expect(bar).toBeHidden();
  expect(await otherClient.get<UserRecord>(`users/${id}`)).toMatchObject({
    ...ana,
    description: 'Dispatcher',
  });
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText('2 changes undone')).toBeVisible();
  expect((await usersOf(service)).map(({ email }) => email)).toContain('ben@fleet.example');
  await expect(cell('E-mail of Ben')).toHaveValue('ben@fleet.example');

  // A user deleted by another client keeps the draft and is reported; the rest is saved.
  await cell('Message of Ana Belén').fill('Call the depot');
  await cell('Message of Ben').fill('Call the depot');
  await otherClient.remove(`users/${id}`);
  await page.keyboard.press('Control+s');
  await page.getByRole('button', { name: 'Save 2 changes' }).click();
  await expect(page.getByRole('alert')).toContainText(
    '1 user not saved. The changes are saved as drafts',
  );
  await expect(page.getByText('1 user saved')).toBeVisible();
  await expect(bar).toContainText('Ana Belén');
  expect(errors).toEqual([]);
});
