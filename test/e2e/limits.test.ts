import type { Page } from '@playwright/test';
import { openActivity } from '../support/activity';
import { connect } from '../support/app';
import { t } from '../support/english';
import { connectOtherClient } from '../support/other-client';
import { expect, test } from '../support/fixtures';
import type { ServiceProcess } from '../support/service';
import { liveWithin } from '../support/live-within';

interface DeviceAnswer {
  device: { limits: { dailyEmailLimit: number | null; dailySmsLimit: number | null } };
}

const board = (page: Page) => page.getByRole('table', { name: 'Limits' });
const emailLimit = (page: Page, name: string) =>
  board(page).getByRole('textbox', { name: `Daily e-mail limit of ${name}` });
const smsLimit = (page: Page, name: string) =>
  board(page).getByRole('textbox', { name: `Daily SMS limit of ${name}` });
const limitsAt = async (service: ServiceProcess, id: string) => {
  const otherClient = await connectOtherClient(service);
  return (await otherClient.get<DeviceAnswer>(`devices/${id}`)).device.limits;
};

async function openBoard(page: Page): Promise<void> {
  await expect(page.getByRole('status').first()).toHaveText(/^Live/, liveWithin);
  await page.getByRole('link', { name: 'Limits' }).click();
  await expect(page.getByRole('heading', { name: 'Limits' })).toBeVisible();
}

async function twoVans(service: ServiceProcess): Promise<void> {
  await service.control('addDevice', { id: 'v-1', name: 'Van 1' });
  await service.control('addDevice', { id: 'v-2', name: 'Van 2' });
}

test('limits are edited in the table, reviewed, saved, undone, and kept as drafts while offline', async ({
  app,
  serve,
}) => {
  const service = await serve({ devices: 0 });
  await twoVans(service);
  const { page, errors } = app;
  await connect(page, service);
  await openBoard(page);

  await emailLimit(page, 'Van 1').fill('25');
  await emailLimit(page, 'Van 1').press('ArrowDown');
  await expect(emailLimit(page, 'Van 2')).toBeFocused();
  await emailLimit(page, 'Van 2').fill('many');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toContainText(
    'Save is blocked by Daily e-mail limit of Van 2',
  );
  expect((await limitsAt(service, 'v-1')).dailyEmailLimit).toBeNull();

  await emailLimit(page, 'Van 2').fill('40');
  await page.keyboard.press('Control+s');
  const review = page.getByRole('dialog', { name: 'Save 2 changes of 2 devices?' });
  await expect(
    review.getByRole('row', { name: 'Van 1, Daily e-mail limit: no limit becomes 25' }),
  ).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Limits of 2 devices saved')).toBeVisible();
  expect((await limitsAt(service, 'v-1')).dailyEmailLimit).toBe(25);
  expect((await limitsAt(service, 'v-2')).dailyEmailLimit).toBe(40);
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeHidden();

  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText('2 changes undone')).toBeVisible();
  expect((await limitsAt(service, 'v-1')).dailyEmailLimit).toBeNull();
  await expect(emailLimit(page, 'Van 2')).toHaveValue('');

  await openActivity(page, 'Journal');
  await expect(page.getByRole('table', { name: 'Journal' })).toContainText(
    'Daily e-mail limit: 25',
  );
  expect(errors).toEqual([]);

  // A change by another client is shown next to the own change, with a choice.
  await openBoard(page);
  await emailLimit(page, 'Van 1').fill('10');
  await smsLimit(page, 'Van 1').fill('3');
  const otherClient = await connectOtherClient(service);
  await otherClient.patch('devices/v-1', [
    { op: 'add', path: '/limits/dailyEmailLimit', value: 99 },
  ]);
  await page.keyboard.press('Control+s');
  const dialog = page.getByRole('dialog', { name: 'Someone else changed Van 1 too' });
  await expect(dialog.getByRole('row', { name: /Daily e-mail limit/ })).toContainText('no limit');
  await expect(dialog.getByRole('radio', { name: 'Daily e-mail limit: theirs, 99' })).toBeVisible();
  expect(await limitsAt(service, 'v-1')).toMatchObject({
    dailyEmailLimit: 99,
    dailySmsLimit: null,
  });
  await expect(dialog.getByRole('button', { name: 'Save my choice' })).toBeDisabled();
  await dialog.getByRole('radio', { name: 'Daily e-mail limit: theirs, 99' }).check();
  await dialog.getByRole('button', { name: 'Save my choice' }).click();
  await expect(dialog).toBeHidden();
  await expect
    .poll(() => limitsAt(service, 'v-1'))
    .toMatchObject({ dailyEmailLimit: 99, dailySmsLimit: 3 });
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeHidden();

  // A date that has been reached warns before it expires the device.
  await board(page).getByRole('row', { name: 'Van 1' }).press('Enter');
  const form = page.getByRole('region', { name: t('limits.form') });
  await form.getByLabel('Expiration date').fill('2020-05-01');
  const warning = 'The date 01 May 2020 has been reached: once this is saved, the device expires';
  await expect(form).not.toContainText(warning);
  await form.getByRole('switch', { name: /^Expires/ }).click();
  await expect(form).toContainText(warning);
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('dialog', { name: 'Save 2 changes of 1 device?' })).toContainText(
    warning,
  );
  const active = async () => {
    const { device } = await (
      await connectOtherClient(service)
    ).get<{ device: { active: boolean } }>('devices/v-1');
    return device.active;
  };
  expect(await active()).toBe(true);
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Limits of 1 device saved')).toBeVisible();
  expect(await active()).toBe(false);
  await page.keyboard.press('Escape');

  await emailLimit(page, 'Van 2').fill('5');
  await service.stop();
  await page.keyboard.press('Control+s');
  await expect(
    page
      .getByText(/not saved. The changes are saved as drafts|Offline. You can send the changes/)
      .first(),
  ).toBeVisible({ timeout: 60_000 });
  await expect(emailLimit(page, 'Van 2')).toHaveValue('5');
});

test('the expiration date is validated while typing and is the same day at the service', async ({
  app,
  serve,
}) => {
  const service = await serve({ devices: 0, switches: ['--time-zone', 'Pacific/Kiritimati'] });
  await twoVans(service);
  const { page } = app;
  await connect(page, service);
  await openBoard(page);
  await board(page).getByRole('row', { name: 'Van 1' }).press('Enter');
  const form = page.getByRole('region', { name: t('limits.form') });
  await form.getByRole('switch', { name: /^Expires/ }).click();
  await expect(form).toContainText(t('fields.problem.noDate'));
  await form.getByLabel('Expiration date').fill('2035-03-01');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Limits of 1 device saved')).toBeVisible();
  const { device } = await (
    await connectOtherClient(service)
  ).get<{ device: { limits: { expires: boolean; expirationDate: string } } }>('devices/v-1');
  expect(device.limits).toMatchObject({ expires: true, expirationDate: '2035-03-01' });
  await page.getByRole('link', { name: 'Expiry' }).click();
  await expect(page.getByText('Pacific/Kiritimati').first()).toBeVisible();
  await expect(
    page.getByRole('table', { name: 'Expiry' }).getByRole('row', { name: /^Van 1/ }),
  ).toContainText('01 Mar 2035');
});

test('without limits they are read-only with the reason, a total of licences is typed in, and nothing is renewed', async ({
  app,
  serve,
}) => {
  const service = await serve({ devices: 12, switches: ['--without-limits'] });
  const { page } = app;
  await connect(page, service);
  await openBoard(page);
  await expect(page.getByText(t('limits.notProvided'))).toHaveCount(1);
  await expect(board(page).getByText('Not provided', { exact: true }).first()).toBeVisible();
  await expect(board(page).getByRole('textbox')).toHaveCount(0);
  await expect(board(page)).not.toContainText(/\b0\b/);

  await page.getByRole('link', { name: 'Expiry' }).click();
  const licences = page.getByLabel('Licences', { exact: true });
  await expect(licences).toContainText('Not known');
  await page.getByRole('textbox', { name: t('expiry.licences.totalOfAccount') }).fill('50');
  await page.keyboard.press('Enter');
  await expect(licences).toContainText(/Free\s*\d+/);
  const cut = await licences.evaluate(
    (list) =>
      [...list.querySelectorAll('div')].filter((tile) => tile.scrollWidth > tile.clientWidth)
        .length,
  );
  expect(cut).toBe(0);
  await expect(
    page.getByText('This service does not state that it accepts renewals'),
  ).toBeVisible();
  await expect(
    page.getByRole('table', { name: 'Expiry' }).getByRole('button', { name: /^(Renew|Activate)/ }),
  ).toHaveCount(0);
});

test('limits, counters and licences of a plain service are shown, and nothing that it could refuse', async ({
  app,
  serve,
}) => {
  const service = await serve({ devices: 0, switches: ['--plain', '--licences', '3'] });
  const limits = { expires: false, expirationDate: null, dailyEmailLimit: 25, dailySmsLimit: 3 };
  await service.control('addDevice', { id: 'v-1', name: 'Van 1', limits });
  const { page } = app;
  await connect(page, service);
  await openBoard(page);
  await expect(board(page).getByRole('row', { name: /^Van 1/ })).toContainText(
    /25\s*0 of 25\s*3\s*0 of 3/,
  );
  await expect(board(page).getByRole('textbox')).toHaveCount(0);
  await page.getByRole('link', { name: 'Expiry' }).click();
  await expect(page.getByLabel('Licences', { exact: true })).toContainText(
    /Used\s*1\s*Free\s*2\s*Total\s*3/,
  );
});
