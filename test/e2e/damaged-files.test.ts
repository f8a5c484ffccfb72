import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { connect } from '../support/app';
import { t } from '../support/english';
import { expect, test } from '../support/fixtures';
import { liveWithin } from '../support/live-within';

test('the message about a damaged file counts what came from the backup, and the draft is there', async ({
  start,
  serve,
  profile,
}) => {
  const service = await serve({ devices: 5 });
  const first = await start();
  await connect(first.page, service);
  await expect(first.page.getByRole('status').first()).toHaveText(/^Live/, liveWithin);
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
  const folder = path.join(profile, 'cache');
  const name = readdirSync(folder).find((each) => each.endsWith('.work.db')) ?? '';
  // The first page, without which SQLite cannot open the file.
  const damaged = readFileSync(path.join(folder, name)).fill(0, 0, 4096);
  writeFileSync(path.join(folder, name), damaged);

  const second = await start();
  const message = second.page.getByRole('alert').filter({ hasText: 'was damaged' });
  await expect(message).toContainText(t('faults.damage.work.damaged'));
  await expect(message).toContainText('as it was in the backup of');
  await expect(message).toContainText('From a backup: 1 draft.');
  await expect(message).toContainText(`${name}.damaged-`);
  await second.page.getByRole('button', { name: /unsaved/ }).click();
  await expect(second.page.getByRole('menuitem', { name: /Ana Belén/ })).toBeVisible();
  await second.close();

  for (const each of readdirSync(folder)) {
    if (each.includes('.backup-')) rmSync(path.join(folder, each));
  }
  writeFileSync(path.join(folder, name), '');
  const { page } = await start();
  await expect(page.getByText(t('faults.damage.work.empty'))).toBeVisible();
  await expect(page.getByText(t('faults.damage.nothingRead'))).toBeVisible();
});
