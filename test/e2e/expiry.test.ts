import type { Page } from '@playwright/test';
import { connect } from '../support/app';
import { t } from '../support/english';
import { expect, test } from '../support/fixtures';
import { liveWithin } from '../support/live-within';

const board = (page: Page) => page.getByRole('table', { name: 'Expiry' });
const row = (page: Page, name: string) =>
  board(page).getByRole('row', { name: new RegExp(`^${name}`) });
const licences = (page: Page) => page.getByLabel('Licences', { exact: true });

async function openBoard(page: Page): Promise<void> {
  await expect(page.getByRole('status').first()).toHaveText(/^Live/, liveWithin);
  await page.getByRole('link', { name: 'Expiry' }).click();
  await expect(page.getByRole('heading', { name: 'Expiry', level: 1 })).toBeVisible();
}

const expired = (expirationDate: string) => ({
  isActive: false,
  limits: { expires: true, expirationDate, dailyEmailLimit: null, dailySmsLimit: null },
});

test('an expired device is activated, also after its date, with a free licence only, and stays when it left the list; the forecast is a chart with a table', async ({
  app,
  serve,
}) => {
  const service = await serve({ devices: 0, switches: ['--licences', '5'] });
  const inAMonth = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  const devices = {
    'Always on': {},
    Soon: { limits: { ...expired(inAMonth).limits } },
    First: expired('2035-01-01'),
    Second: expired('2035-01-01'),
    Late: expired('2020-05-01'),
    Older: expired('2020-05-01'),
  };
  for (const [name, rest] of Object.entries(devices)) {
    await service.control('addDevice', { id: name, name, ...rest });
  }
  const { page, errors } = app;
  await connect(page, service);
  await openBoard(page);
  await expect(licences(page)).toContainText(/Used\s*2\s*Free\s*3\s*Total\s*5/);
  await expect(
    page.getByRole('img', { name: /Licences free by date, the next 90 days.* today, .* on / }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'As a table' }).click();
  const forecast = page.getByRole('dialog', { name: t('expiry.chart.free.title') });
  await expect(forecast.getByRole('table').getByRole('columnheader')).toHaveText([
    'Day',
    'Expire',
    'In use',
    'Free',
  ]);
  await page.keyboard.press('Escape');

  await row(page, 'First').getByRole('button', { name: 'Activate First' }).click();
  await expect(page.getByText('First is active again and uses a licence')).toBeVisible();
  await expect(licences(page)).toContainText(/Used\s*3\s*Free\s*2/);
  await expect(row(page, 'First')).not.toContainText('Expired');

  // Its date has passed: what became of it is said, and a new date is set at once.
  await row(page, 'Late').getByRole('button', { name: 'Renew Late' }).click();
  const dialog = page.getByRole('dialog', { name: 'Renew Late' });
  await dialog.getByRole('radio', { name: 'Only activate' }).check();
  await expect(dialog).toContainText('Its date has passed.');
  await dialog.getByRole('button', { name: 'Activate 1 device' }).click();
  await expect(dialog).toContainText(
    'Activated. Expires was switched off, its date was 01 May 2020. Set a new date?',
  );
  await expect(row(page, 'Late')).toContainText('No expiry');
  await dialog.getByLabel('New expiration date').fill('2036-02-29');
  await dialog.getByRole('button', { name: 'Renew 1 device' }).click();
  await expect(row(page, 'Late')).toContainText('29 Feb 2036');
  await page.keyboard.press('Escape');

  // A service that refuses that leaves a way on.
  await service.control('setQuirks', { activationAfterDate: 'refused' });
  await row(page, 'Older').getByRole('button', { name: 'Renew Older' }).click();
  const other = page.getByRole('dialog', { name: 'Renew Older' });
  await other.getByRole('radio', { name: 'Only activate' }).check();
  await other.getByRole('button', { name: 'Activate 1 device' }).click();
  await expect(other.getByRole('alert')).toContainText('2020-05-01 has passed');
  await other.getByLabel('New expiration date').fill('2036-02-29');
  await other.getByRole('button', { name: 'Renew 1 device' }).click();
  await expect(row(page, 'Older')).toContainText('29 Feb 2036');
  await expect(row(page, 'Older')).not.toContainText('Expired');
  await expect(licences(page)).toContainText(/Used\s*5\s*Free\s*0/);
  expect(errors).toEqual([]);

  await row(page, 'Second').getByRole('button', { name: 'Activate Second' }).click();
  await expect(page.getByText('Second was not activated')).toBeVisible();
  await expect(page.getByRole('alert')).toContainText(/licen[cs]e/i);
  await expect(row(page, 'Second')).toContainText('Expired');
  await service.control('removeDevice', 'Second');
  await page.getByRole('button', { name: /^Account:/ }).click();
  await page.getByRole('menuitem', { name: 'Refresh now' }).click();
  await expect(row(page, 'Second')).toContainText('No longer listed since', { timeout: 60_000 });
});

test('several devices are renewed: plan, refusals with their reason, run', async ({
  app,
  serve,
}) => {
  const service = await serve({ devices: 0, switches: ['--licences', '3'] });
  for (let i = 1; i <= 4; i += 1) {
    await service.control('addDevice', {
      id: `x-${i}`,
      name: `Gone ${i}`,
      ...expired('2020-05-01'),
    });
  }
  const { page, errors } = app;
  await connect(page, service);
  await openBoard(page);
  await page.getByRole('checkbox', { name: 'Select all shown' }).check();
  const selection = page.getByRole('region', { name: 'Selection' });
  await expect(selection).toContainText('4 selected');
  await selection.getByRole('button', { name: 'Renew…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Renew 4 devices' });
  // They have expired, so an extension starts today.
  await expect(dialog).toContainText(/New date: \d/);
  await dialog.getByLabel('New expiration date').fill('2020-01-01');
  await expect(dialog).toContainText('Enter a day after today');
  await dialog.getByLabel('New expiration date').fill('2036-02-29');
  await dialog.getByRole('button', { name: 'Review changes' }).click();

  // The plan is reviewed, run and reported over the page, whose selection and filter stay.
  const job = page.getByRole('dialog', { name: 'Renew 4 devices until 29 Feb 2036' });
  await expect(job).toContainText('3 rows will change, 1 refused');
  await expect(job).toContainText(t('activity.job.notSent'));
  await expect(job.getByRole('row', { name: 'Gone 4, Refused' })).toContainText(
    'No licence is left',
  );
  await job.getByRole('button', { name: 'Renew 3 devices' }).click();
  await expect(job).toBeHidden();
  const messages = page.locator('[aria-live]').filter({ hasText: '3 devices renewed' });
  await expect(messages).toBeVisible();
  await expect(selection).toContainText('4 devices selected');
  await expect(row(page, 'Gone 1')).toContainText('29 Feb 2036');
  await expect(row(page, 'Gone 4')).toContainText('Expired');
  await expect(licences(page)).toContainText(/Used\s*3\s*Free\s*0/);
  await messages.getByRole('button', { name: 'Dismiss message' }).click();
  await expect(messages).toBeHidden();
  expect(errors).toEqual([]);
});
