import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { connect } from '../support/app';
import { t } from '../support/english';
import { expect, test } from '../support/fixtures';

test('damaged settings and a lost list of accounts are said, kept, and the account is found again', async ({
  start,
  serve,
  profile,
}) => {
  const service = await serve({ devices: 6 });
  const first = await start();
  await connect(first.page, service);
  await expect(first.page.getByText('6 of 6', { exact: true })).toBeVisible();
  await first.close();
  const damage = { 'settings.json': '{"theme":"da', 'profile.json': '' };
  for (const [name, text] of Object.entries(damage)) writeFileSync(path.join(profile, name), text);

  const { page } = await start();
  const settings = page
    .getByRole('note')
    .filter({ hasText: t('settings.files.settings.unreadable') });
  await expect(settings).toContainText('Updates stay off');
  await expect(settings).toContainText('settings.json.damaged-');
  await expect(
    page.getByRole('note').filter({ hasText: t('settings.files.accounts.unreadable') }),
  ).toContainText('offline copies were not changed');
  for (const [name, text] of Object.entries(damage)) {
    const kept = readdirSync(profile).filter((each) => each.startsWith(`${name}.damaged-`));
    expect(kept.map((each) => readFileSync(path.join(profile, each), 'utf8'))).toEqual([text]);
  }
  await settings.getByRole('button', { name: 'Dismiss' }).click();
  await expect(settings).toBeHidden();

  const lost = page.getByRole('note').filter({ hasText: 'One account on this computer' });
  await lost.getByRole('button', { name: 'Find the accounts' }).click();
  await expect(lost).toBeHidden();
  await page.getByRole('button', { name: `Open ${service.userName} at ${service.url}` }).click();
  await expect(page.getByText('6 of 6', { exact: true })).toBeVisible();
  await expect(page.getByRole('status')).toHaveText(/^Live/, { timeout: 60_000 });
});
