import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { connect } from '../support/app';
import { t } from '../support/english';
import { expect, test } from '../support/fixtures';

test('damaged settings, drafts and a lost list of accounts are said and kept; drafts come from the backup, and the account is found again', async ({
  start,
  serve,
  profile,
}) => {
  test.slow();
  const service = await serve({ devices: 5 });
  const first = await start();
  await connect(first.page, service);
  await expect(first.page.getByText('5 of 5', { exact: true })).toBeVisible();
  await first.page.evaluate(async () => {
    const { waypost } = window;
    await waypost.drafts.put({
      key: 'user:new:1',
      kind: 'user',
      label: 'Ana Belén',
      base: null,
      edit: { name: 'Ana Belén' },
    });
  });
  await first.close();
  const cache = path.join(profile, 'cache');
  const work = readdirSync(cache).find((each) => each.endsWith('.work.db')) ?? '';
  // The first page, without which SQLite cannot open the file.
  const damaged = readFileSync(path.join(cache, work)).fill(0, 0, 4096);
  writeFileSync(path.join(cache, work), damaged);
  const damage = { 'settings.json': '{"theme":"da', 'profile.json': '' };
  for (const [name, text] of Object.entries(damage)) writeFileSync(path.join(profile, name), text);

  const second = await start();
  const { page } = second;
  const note = (text: string) => page.getByRole('note').filter({ hasText: text });
  const settings = note(t('settings.files.settings.unreadable'));
  await expect(settings).toContainText('Updates stay off');
  await expect(settings).toContainText('settings.json.damaged-');
  await expect(note(t('settings.files.accounts.unreadable'))).toContainText(
    'offline copies were not changed',
  );
  for (const [name, text] of Object.entries(damage)) {
    const kept = readdirSync(profile).filter((each) => each.startsWith(`${name}.damaged-`));
    expect(kept.map((each) => readFileSync(path.join(profile, each), 'utf8'))).toEqual([text]);
  }
  await settings.getByRole('button', { name: 'Dismiss' }).click();
  await expect(settings).toBeHidden();
  const lost = note('One account on this computer');
  await lost.getByRole('button', { name: 'Find the accounts' }).click();
  await expect(lost).toBeHidden();
  await page.getByRole('button', { name: `Open ${service.userName} at ${service.url}` }).click();

  const message = page.getByRole('alert').filter({ hasText: 'was damaged' });
  await expect(message).toContainText(t('faults.damage.work.damaged'));
  await expect(message).toContainText('as it was in the backup of');
  await expect(message).toContainText('From a backup: 1 draft.');
  await expect(message).toContainText(`${work}.damaged-`);
  await page.getByRole('button', { name: /unsaved/ }).click();
  await expect(page.getByRole('menuitem', { name: /Ana Belén/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('5 of 5', { exact: true })).toBeVisible();
  await expect(page.getByRole('status').first()).toHaveText(/^Live/, { timeout: 60_000 });
  await second.close();

  for (const each of readdirSync(cache)) {
    if (each.includes('.backup-')) rmSync(path.join(cache, each));
  }
  writeFileSync(path.join(cache, work), '');
  const third = await start();
  await expect(third.page.getByText(t('faults.damage.work.empty'))).toBeVisible();
  await expect(third.page.getByText(t('faults.damage.nothingRead'))).toBeVisible();
});
