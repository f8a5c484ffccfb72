import { connect, filesBelow, hostQuestions, type App } from '../support/app';
import { t } from '../support/english';
import { expect, test } from '../support/fixtures';
import { removeKeychainEntry } from '../support/keychain';
import { liveWithin } from '../support/live-within';

/** The device that main has stored as selected for the account on screen. */
async function storedSelection(): Promise<string | null> {
  const outcome = await window.waypost.viewState.read();
  return outcome.ok ? (outcome.value?.selected?.id ?? null) : null;
}

test('the fleet stays over a restart without the service, a new key is taken, and no secret is on the disk', async ({
  start,
  serve,
  profile,
}) => {
  // A walk through a whole page.
  test.setTimeout(300_000);
  const service = await serve({ devices: 0 });
  const device = { id: 'device-4711', name: 'Blue Heron Courier' };
  await service.control('addDevice', device);
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

  // No key is typed from now on: it can only come from the Secret Service.
  await service.stop();
  const app = await start();
  const { page } = app;
  const status = page.getByRole('status').first();
  await expect(page.getByRole('region', { name: 'Device details' })).toContainText(
    'Blue Heron Courier',
  );
  // The list is below the details.
  await page.getByRole('button', { name: /^Back to / }).click();
  await expect(page.getByText('1 of 1', { exact: true })).toBeVisible();
  await expect(page.getByRole('searchbox', { name: 'Search devices' })).toHaveValue('blue heron');
  await expect(status).toHaveText(/^Offline/, { timeout: 60_000 });
  const bar = page.getByRole('region', { name: 'Offline' });
  await expect(bar).toContainText(/Offline since \d\d:\d\d:\d\d/);
  await expect(bar).toContainText('The data shown is of that time or earlier.');
  await expect(bar).toContainText(/next try in/);
  await service.startAgain();
  await service.control('addDevice', device);
  await bar.getByRole('button', { name: 'Retry now' }).click();
  await expect(status).toHaveText(/^Live/, { timeout: 60_000 });
  await expect(bar).toBeHidden();
  // The service was allowed once.
  expect(await hostQuestions(app)).toEqual([]);

  const fresh = await service.control('regenerateKey');
  await service.control('revokeTokens');
  const key = page.getByRole('textbox', { name: 'API key' });
  await page.getByRole('button', { name: /^Account:/ }).click();
  await page.getByRole('menuitem', { name: 'Refresh now' }).click();
  await expect(key).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('searchbox', { name: 'Search devices' })).toHaveValue('blue heron');
  await key.fill('another wrong one');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText(t('session.replaceKey.refused'));
  await key.fill(fresh);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(status).toHaveText(/^Live/, { timeout: 60_000 });

  await removeKeyOf(app);
  await app.close();
  const last = await start();
  const title = t('faults.keychain.notStored.title');
  const notice = last.page.getByRole('alert').filter({ hasText: title });
  await expect(notice).toContainText(`${service.userName} at ${service.url}`);
  await expect(last.page.getByText('1 of 1', { exact: true })).toBeVisible();
  await expect(last.page.getByText(t('faults.unauthorized.title'))).toBeHidden();
  await notice.getByRole('textbox', { name: 'API key' }).fill(fresh);
  await notice.getByRole('button', { name: 'Connect' }).click();
  await expect(notice).toBeHidden();
  await expect(last.page.getByRole('status').first()).toHaveText(/^Live/, liveWithin);
});

/** Removes the API key of the open account, as a keychain that was set up anew. */
async function removeKeyOf(app: App): Promise<void> {
  const session = await app.page.evaluate(() => window.waypost.session.current());
  if (!session.ok || session.value.phase !== 'open') throw new Error('no account is open');
  expect(await removeKeychainEntry(app, `key:${session.value.profile.id}`)).toBe(true);
}
