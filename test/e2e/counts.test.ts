import { connect } from '../support/app';
import { expect, test } from '../support/fixtures';

test('a large fleet says of how many devices its counts are, and asks before all are refreshed', async ({
  start,
  serve,
}) => {
  const service = await serve({ devices: 2_000, switches: ['--calls-per-minute', '60'] });
  const { page, electron } = await start();
  await connect(page, service);
  const fleet = page.getByRole('main');
  const progress = page.getByRole('note').filter({ hasText: 'of 2,000 checked' });
  await expect(progress).toContainText(
    /^(Less than 1|\d+)\s% of 2,000 checked, all in about .+Change…$/,
  );
  await progress.getByRole('button', { name: 'Change…' }).click();
  const limit = page.getByRole('textbox', { name: 'Calls per minute' });
  await limit.fill('30');
  await limit.press('Enter');
  await expect(progress.getByTitle(/ at [123]\d calls a minute\.$/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(limit).toBeHidden();
  const states = fleet.getByRole('group', { name: 'State' });
  // Which states the first checked devices have depends on the time of day.
  const some = states
    .getByRole('button', { name: /^(Moving|Stopped|Silent) \d+ of \d+ checked$/ })
    .first();
  await expect(some).toBeVisible();
  // Of those that were not asked the number is known.
  // It has a chip, or a line of the menu if there is no room for its chip.
  const name = /^Not checked yet\s*[\d,]+$/;
  const more = states.getByRole('button', { name: 'More states' });
  const chip = states.getByRole('button', { name });
  await expect(more.or(chip).first()).toBeVisible();
  if (await more.isVisible()) {
    await more.click();
    await expect(page.getByRole('menuitemcheckbox', { name })).toBeVisible();
    await page.keyboard.press('Escape');
  } else await expect(chip).toBeVisible();
  await expect(page.getByText('2,000 of 2,000', { exact: true })).toBeVisible();
  await some.click();
  await expect(
    fleet
      .getByRole('search')
      .getByText(/^\d+ of \d+ checked$/)
      .first(),
  ).toBeVisible();
  await some.click();

  const question = page.getByRole('dialog', { name: 'Refresh 2,000 devices?' });
  const refresh = page.getByRole('button', { name: 'Refresh now', exact: true });
  await refresh.click();
  await expect(question).toContainText(/This takes 2,000 calls: about .+ at \d+ calls a minute/);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await expect(refresh).toBeEnabled();

  // The same from the menu of the account and of the application.
  await page.getByRole('button', { name: /^Account:/ }).click();
  await page.getByRole('menuitem', { name: 'Refresh now' }).click();
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await electron.evaluate(({ Menu }) => {
    const items = Menu.getApplicationMenu()!.items.flatMap(({ submenu }) => submenu?.items ?? []);
    items.find(({ label }) => label === 'Refresh now')!.click();
  });
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Refresh 2,000 devices' }).click();
  await expect(question).toBeHidden();
});
