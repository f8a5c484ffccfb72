import { countedActions } from '../support/actions';
import { connect } from '../support/app';
import { t } from '../support/english';
import { expect, test } from '../support/fixtures';

test('two silent devices are snoozed with a reason in five clicks, and one ends when it reports', async ({
  start,
  serve,
}) => {
  const service = await serve({ devices: 0 });
  const report = (id: string, daysAgo: number) =>
    service.control('setFix', id, {
      dateTime: new Date(Date.now() - daysAgo * 86_400_000).toISOString(),
      latitude: 45.76,
      longitude: 4.84,
      speed: 0,
    });
  for (const [index, name] of ['Crane', 'Lorry', 'Van'].entries()) {
    await service.control('addDevice', { id: `d-${index}`, name });
    await report(`d-${index}`, index === 2 ? 0 : 3);
  }
  const app = await start();
  const { page } = app;
  await connect(page, service);
  const chips = page.getByRole('group', { name: 'State' });
  const chip = (name: RegExp) => chips.getByRole('button', { name });
  const actions = countedActions(page);
  await expect(chip(/^Silent/)).toHaveText(/^Silent\s*2$/);
  await actions.click(chip(/^Silent/));
  await expect(page.getByRole('group', { name: 'Went silent' })).toBeVisible();
  await actions.click(page.getByRole('checkbox', { name: 'Select Crane' }));
  await actions.click(page.getByRole('checkbox', { name: 'Select Lorry' }));
  await actions.click(page.getByRole('button', { name: 'Snooze…' }));
  await page.keyboard.type('In the workshop');
  await actions.click(page.getByRole('button', { name: t('snoozes.choose.report') }));
  expect(actions.take()).toBeLessThanOrEqual(5);
  await expect(chip(/^Snoozed/)).toHaveText(/^Snoozed\s*2$/);
  await expect(chip(/^Silent/)).toHaveText(/^Silent\s*0$/);
  await chip(/^Silent/).click();
  await expect(chip(/^Silent/)).toBeHidden();

  await chip(/^Snoozed/).click();
  const snoozed = page.getByRole('list', { name: 'Snoozed devices' });
  await expect(snoozed.getByRole('listitem')).toHaveText([
    /Crane.*Snoozed until it reports again: In the workshop/,
    /Lorry/,
  ]);
  await snoozed.getByRole('button', { name: 'End the snooze of Lorry now' }).click();
  await expect(chip(/^Silent/)).toHaveText(/^Silent\s*1$/);
  await page
    .locator('[data-tone]')
    .filter({ hasText: 'Lorry no longer snoozed' })
    .getByRole('button', { name: 'Undo' })
    .click();
  await expect(chip(/^Snoozed/)).toHaveText(/^Snoozed\s*2$/);

  await report('d-0', 0);
  await page.evaluate(() => window.waypost.fleet.refresh());
  await expect(snoozed.getByRole('listitem')).toHaveText([/Lorry/]);
  await app.close();
  const again = await start();
  await expect(
    again.page.getByRole('group', { name: 'State' }).getByRole('button', { name: /^Snoozed/ }),
  ).toHaveText(/^Snoozed\s*1$/);
});
