import type { Page } from '@playwright/test';
import { connect } from '../support/app';
import { expect, test } from '../support/fixtures';

const alerts = (page: Page) => page.getByRole('table', { name: 'Alerts' });

test('an alert log is fetched, filtered by plain words and acknowledged with a note that stays', async ({
  start,
  serve,
}) => {
  const service = await serve({ devices: 0 });
  await service.control('addDevice', { id: 'van-9', name: 'Van 9' });
  const now = Date.now();
  const raise = (minutesAgo: number, name: string, text: string) =>
    service.control('raiseAlert', 'van-9', {
      dateTime: new Date(now - minutesAgo * 60_000).toISOString(),
      latitude: 45.76,
      longitude: 4.84,
      alerts: [name],
      text,
    });
  await raise(30, 'SpeedLimit', '94 in a zone of 80');
  await raise(20, 'SOSButton', 'Driver asks for help');
  const app = await start();
  const { page } = app;
  await connect(page, service);
  await expect(page.getByText('1 of 1')).toBeVisible();
  await page.getByRole('link', { name: 'Alerts' }).click();
  await page.getByRole('textbox', { name: 'Devices' }).fill('van');
  await page.getByRole('option', { name: 'Van 9' }).click();
  await page.getByRole('button', { name: /^Fetch \(/ }).click();

  await expect(alerts(page).getByRole('row', { name: /^Too fast, Van 9/ })).toBeVisible();
  await expect(page.getByText('2 alerts, 2 not acknowledged')).toBeVisible();

  const kinds = page.getByRole('combobox', { name: 'Kinds of alert' });
  await kinds.fill('sos');
  await page.getByRole('option', { name: 'SOS button pressed' }).click();
  await expect(page.getByText('1 alert, 1 not acknowledged')).toBeVisible();
  await page.keyboard.press('Escape');
  await alerts(page)
    .getByRole('row', { name: /^SOS button pressed/ })
    .click();
  const details = page.getByRole('region', { name: 'Alert details' });
  await expect(details).toContainText('Driver asks for help');
  await details.getByRole('textbox', { name: 'Note' }).fill('Called the driver');
  await details.getByRole('button', { name: 'Acknowledge' }).click();
  await expect(details).toContainText('Called the driver');
  await expect(page.getByRole('link', { name: /Alerts/ })).toContainText('1');

  await app.close();
  await service.stop();
  const again = await start();
  await again.page.getByRole('link', { name: 'Alerts' }).click();
  const row = alerts(again.page).getByRole('row', { name: /^SOS button pressed/ });
  await row.click();
  await expect(again.page.getByRole('region', { name: 'Alert details' })).toContainText(
    'Called the driver',
  );
});
