import { connect, filesBelow, type App } from '../support/app';
import { t } from '../support/english';
import { expect, test } from '../support/fixtures';
import { removeKeychainEntry } from '../support/keychain';
import { liveWithin } from '../support/live-within';

test('data stays while the service is unreachable, also over a restart, and while a new key is asked for', async ({
  start,
  serve,
}) => {
  const service = await serve({ devices: 25 });
  const first = await start();
  await connect(first.page, service);
  await expect(first.page.getByRole('status')).toHaveText(/^Live/, liveWithin);
  await expect(first.page.getByRole('status')).not.toContainText('not asked yet');
  await first.close();
  await service.stop();

  const { page } = await start();
  await expect(page.getByText('25 of 25', { exact: true })).toBeVisible();
  await expect(page.getByRole('status')).toHaveText(/^Offline/, { timeout: 60_000 });
  const table = page.getByRole('table', { name: 'Devices' });
  await expect(table.getByText(/ago/).first()).toBeVisible();
  await service.startAgain();
  await expect(page.getByRole('status')).toHaveText(/^Live/, { timeout: 60_000 });

  await service.stop();
  await expect(page.getByRole('status')).toHaveText(/^Offline/, { timeout: 60_000 });
  await expect(page.getByText('25 of 25', { exact: true })).toBeVisible();
  const bar = page.getByRole('region', { name: 'Offline' });
  await expect(bar).toContainText(/Offline since \d\d:\d\d:\d\d/);
  await expect(bar).toContainText('The data shown is of that time or earlier.');
  await expect(bar).toContainText(/next try in/);

  await bar.getByRole('button', { name: 'Retry now' }).click();
  await service.startAgain();
  await expect(page.getByRole('status')).toHaveText(/^Live/, { timeout: 60_000 });
  await expect(bar).toBeHidden();

  const footer = page.getByRole('contentinfo');
  const popovers = [
    ['Status details', /^Live, updated/, t('status.fleet')],
    ['Located devices', /^\d+ located of 25$/, 'With a position'],
    [t('alerts.day'), /\balerts?\b/i, t('alerts.day.open')],
    ['Time zone', /./, 'Times are shown in'],
  ] as const;
  for (const [name, text, inside] of popovers) {
    const item = footer.getByRole('button', { name });
    await expect(item).toHaveText(text);
    await item.click();
    await expect(page.getByRole('dialog', { name })).toContainText(inside);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name })).toBeHidden();
  }

  const fresh = await service.control('regenerateKey');
  await service.control('revokeTokens');
  await expect(page.getByRole('textbox', { name: 'API key' })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('25 of 25', { exact: true })).toBeVisible();
  await page.getByRole('textbox', { name: 'API key' }).fill('another wrong one');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText(t('session.replaceKey.refused'));
  await page.getByRole('textbox', { name: 'API key' }).fill(fresh);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByRole('status')).toHaveText(/^Live/, { timeout: 60_000 });
  await expect(page.getByRole('alert')).toHaveCount(0);
});

/** The device that main has stored as selected for the account on screen. */
async function storedSelection(): Promise<string | null> {
  const outcome = await window.waypost.viewState.read();
  return outcome.ok ? (outcome.value?.selected?.id ?? null) : null;
}

test('the key is in the Secret Service, and no secret is in plain text on disk', async ({
  start,
  serve,
  profile,
}) => {
  const service = await serve({ devices: 0 });
  await service.control('addDevice', { id: 'device-4711', name: 'Blue Heron Courier' });
  await service.control('setFix', 'device-4711', { latitude: 45.76, longitude: 4.84 });
  const first = await start();
  await connect(first.page, service);
  await expect(first.page.getByText('1 of 1', { exact: true })).toBeVisible();
  await expect(first.page.getByRole('status')).not.toContainText('not asked yet');
  await first.page.getByRole('searchbox', { name: 'Search devices' }).fill('blue heron');
  await first.page.keyboard.press('Enter');
  await expect(first.page.getByRole('region', { name: 'Device details' })).toBeVisible();
  await expect.poll(() => first.page.evaluate(storedSelection)).toBe('device-4711');
  await first.close();
  // Every token of the service begins with the same header; three letters of it occur by chance.
  const answer = await fetch(`${service.url}/api/Auth/Token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName: service.userName, apiKey: service.apiKey }),
  });
  const [header] = ((await answer.json()) as { token: string }).token.split('.');
  expect(header!.length).toBeGreaterThan(10);
  for (const { name, bytes } of filesBelow(profile)) {
    for (const secret of [service.apiKey, header!, 'Blue Heron', 'device-4711']) {
      expect(bytes.includes(secret), `${secret} in ${name}`).toBe(false);
      expect(bytes.includes(Buffer.from(secret, 'utf16le')), `${secret} in ${name}`).toBe(false);
    }
  }
  // No key is typed this time: it can only have come from the Secret Service.
  const again = await start();
  const details = again.page.getByRole('region', { name: 'Device details' });
  await expect(details).toContainText('Blue Heron Courier');
  // The list is below the details.
  await again.page.getByRole('button', { name: /^Back to / }).click();
  await expect(again.page.getByText('1 of 1', { exact: true })).toBeVisible();
  const search = again.page.getByRole('searchbox', { name: 'Search devices' });
  await expect(search).toHaveValue('blue heron');
  await expect(again.page.getByRole('status')).toHaveText(/^Live/, { timeout: 60_000 });
});

test('an account whose key is gone from the keychain says so, shows its copy, and takes the key again', async ({
  start,
  serve,
}) => {
  const service = await serve({ devices: 5 });
  const first = await start();
  await connect(first.page, service);
  await expect(first.page.getByText('5 of 5', { exact: true })).toBeVisible();
  await expect(first.page.getByRole('status')).toHaveText(/^Live/, liveWithin);
  await removeKeyOf(first);
  await first.close();
  const { page } = await start();
  const notice = page.getByRole('alert').filter({ hasText: t('faults.keychain.notStored.title') });
  await expect(notice).toContainText(`${service.userName} at ${service.url}`);
  await expect(page.getByText('5 of 5', { exact: true })).toBeVisible();
  await expect(page.getByText(t('faults.unauthorized.title'))).toBeHidden();
  await notice.getByRole('textbox', { name: 'API key' }).fill(service.apiKey);
  await notice.getByRole('button', { name: 'Connect' }).click();
  await expect(notice).toBeHidden();
  await expect(page.getByRole('status')).toHaveText(/^Live/, liveWithin);
});

/** Removes the API key of the open account, as a keychain that was set up anew. */
async function removeKeyOf(app: App): Promise<void> {
  const session = await app.page.evaluate(() => window.waypost.session.current());
  if (!session.ok || session.value.phase !== 'open') throw new Error('no account is open');
  expect(await removeKeychainEntry(app, `key:${session.value.profile.id}`)).toBe(true);
}
