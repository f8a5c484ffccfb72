import path from 'node:path';
import { connect, newProfile, type App } from '../support/app';
import { t } from '../support/english';
import { expect, test } from '../support/fixtures';
import { keychainEntries } from '../support/keychain';
import { connectOtherClient } from '../support/other-client';
import { formsOf, leaksIn } from '../support/secret-forms';
import { filesOf, heapOf, startOf } from '../support/secrets';
import type { ServiceProcess } from '../support/service';
import { liveWithin } from '../support/live-within';

// After a session, no secret is in a file, an export, a log, an argument, an environment or the memory of
// the window: not as text, base64, UTF-16, URL-encoded or hexadecimal.

const password = 'Blue+Heron/Nest 7316=';
const passphrase = 'quartz-Ladder+ninety/Fjord';

/** The beginning of every token: the same header. */
async function tokenHeader(service: ServiceProcess): Promise<string> {
  const answer = await fetch(`${service.url}/api/Auth/Token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName: service.userName, apiKey: service.apiKey }),
  });
  const [header = ''] = ((await answer.json()) as { token: string }).token.split('.');
  expect(header.length).toBeGreaterThan(10);
  return header;
}

/** The cache keys in the keychain of the test run. */
async function cacheKeysOf(app: App): Promise<string[]> {
  const entries = await keychainEntries(app);
  return entries
    .filter(({ account }) => account.startsWith('cache:'))
    .map(({ password }) => password);
}

const pidsOf = (app: App) =>
  app.electron.evaluate(({ app: electron }) => electron.getAppMetrics().map(({ pid }) => pid));

const ana = {
  name: 'Ana Belén',
  email: 'ana@fleet.example',
  country: 'ES',
  timeZone: 'Europe/Madrid',
};

/** Saves a password of a user, leaves another one in a form, and exports the users. */
async function useFeatures({ page, electron }: App, folder: string) {
  await page.getByRole('link', { name: 'Users' }).click();
  await page
    .getByRole('table', { name: 'Users' })
    .getByRole('row', { name: ana.name, exact: true })
    .click();
  await page
    .getByRole('region', { name: 'User details' })
    .getByRole('button', { name: /Edit/ })
    .click();
  await page.getByRole('textbox', { name: 'New password', exact: true }).fill(password);
  await page.keyboard.press('Control+s');
  await expect(page.getByText(/was saved|saved/i).first()).toBeVisible();
  const file = path.join(folder, 'users.csv');
  await electron.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, file);
  const written = await page.evaluate(() =>
    window.waypost.exchange.exportTable({
      what: 'users',
      format: 'csv',
      ids: null,
      filter: '',
    }),
  );
  expect(written).toMatchObject({ ok: true });
}

// A heap snapshot takes long on a busy computer.
test.describe.configure({ timeout: 300_000 });

test('finds every form of a secret', () => {
  for (const { form, bytes } of formsOf(password)) {
    const place = { name: 'place', bytes: Buffer.concat([Buffer.from('{"a":"'), bytes]) };
    expect(leaksIn([place], { password })[0], form).toContain('password');
  }
  for (const prefix of ['', 'a', 'ab']) {
    const bytes = Buffer.from(Buffer.from(`${prefix}${password}zz`).toString('base64'));
    expect(leaksIn([{ name: 'base64', bytes }], { password }), prefix).not.toEqual([]);
  }
});

test('leaves no secret in files, exports, logs, arguments or the memory of the window', async ({
  start,
  serve,
  profile,
}) => {
  const service = await serve({ devices: 6 });
  await (await connectOtherClient(service)).post('users', ana);
  const exports = newProfile();
  const app = await start();
  const { page } = app;
  // A refused key first: what the service says about it must not stay either.
  await connect(page, { ...service, apiKey: `${service.apiKey}-old` });
  await expect(page.getByText(t('faults.unauthorized.title'))).toBeVisible();
  await connect(page, service);
  await expect(page.getByRole('status')).toHaveText(/^Live/, liveWithin);
  await useFeatures(app, exports.folder);
  const cacheKeys = await cacheKeysOf(app);
  expect(cacheKeys.length).toBeGreaterThan(0);
  const secrets = {
    'API key': service.apiKey,
    token: await tokenHeader(service),
    password,
    ...Object.fromEntries(cacheKeys.map((key, i) => [`cache key ${i}`, key])),
    ...Object.fromEntries(
      cacheKeys.map((key, i) => [
        `cache key ${i}, bytes`,
        Buffer.from(key, 'base64').toString('latin1'),
      ]),
    ),
  };
  // Still on the page of the saved user: nothing has to be rendered again for the password to go.
  const memory = { name: 'the memory of the window', bytes: await heapOf(page) };
  expect(memory.bytes.length).toBeGreaterThan(1_000_000);
  expect(leaksIn([memory], secrets)).toEqual([]);
  expect(leaksIn(startOf(await pidsOf(app)), secrets)).toEqual([]);
  await app.close();
  expect(leaksIn(filesOf(profile, exports.folder), secrets)).toEqual([]);
  exports.remove();
});

test('a locked copy leaves no record and no passphrase in the memory of the window', async ({
  start,
  serve,
  profile,
}) => {
  const service = await serve({ devices: 0 });
  await service.control('addDevice', { id: 'device-4711', name: 'Blue Heron Courier' });
  const app = await start({ keychain: false });
  const { page } = app;
  await connect(page, service);
  await expect(page.getByText('1 of 1', { exact: true })).toBeVisible();
  await page.getByRole('textbox', { name: 'Passphrase' }).fill('short12');
  await expect(page.getByText('Use 8 characters or more')).toBeVisible();
  await page.getByRole('textbox', { name: 'Passphrase' }).fill('password1');
  await expect(page.getByText(/^Weak:/)).toBeVisible();
  await page.getByRole('textbox', { name: 'Passphrase' }).fill(passphrase);
  await expect(page.getByText(/^Strong/)).toBeVisible();
  await page.getByRole('button', { name: 'Keep the copy' }).click();
  await expect(page.getByText(/protected by your passphrase/)).toBeVisible();

  await page.getByRole('link', { name: 'Settings' }).click();
  const lockOnScreenLock = page.getByRole('switch', { name: t('settings.lock.screen') });
  await lockOnScreenLock.click();
  await expect(lockOnScreenLock).toBeChecked();
  await page.getByRole('link', { name: 'Users' }).click();
  await page.getByRole('button', { name: 'New user' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Half Typed');
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password);
  await app.electron.evaluate(({ powerMonitor }) => powerMonitor.emit('lock-screen'));
  await expect(page.getByText(t('session.unlock.title'))).toBeVisible();
  const secrets = {
    record: 'Blue Heron Courier',
    draft: 'Half Typed',
    password,
    'API key': service.apiKey,
    passphrase,
    token: await tokenHeader(service),
  };
  const memory = { name: 'the memory of the window', bytes: await heapOf(page) };
  // What is on screen is found, so the search works.
  expect(memory.bytes.includes(t('session.unlock.title'))).toBe(true);
  expect(leaksIn([memory, ...filesOf(profile)], secrets)).toEqual([]);

  await page.getByRole('textbox', { name: 'Passphrase' }).fill(passphrase);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  // What was typed is there again, the password too.
  await page.getByRole('link', { name: 'Users' }).click();
  await page.getByRole('button', { name: /unsaved/ }).click();
  await page.getByRole('menuitem', { name: /New user/ }).click();
  await expect(page.getByRole('textbox', { name: 'Password', exact: true })).toHaveValue(password);

  // By hand, from the menu of the app.
  await app.electron.evaluate(({ Menu }) => {
    const items = Menu.getApplicationMenu()!.items.flatMap(({ submenu }) => submenu?.items ?? []);
    items.find(({ accelerator }) => accelerator === 'CmdOrCtrl+L')!.click();
  });
  await expect(page.getByText(t('session.unlock.title'))).toBeVisible();
  await page.getByRole('textbox', { name: 'Passphrase' }).fill(passphrase);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByRole('link', { name: 'Fleet' }).click();
  await expect(page.getByText('1 of 1', { exact: true })).toBeVisible();
  // The key was locked with the copy, and is there again.
  await expect(page.getByRole('status')).toHaveText(/^Live/, { timeout: 60_000 });
});
