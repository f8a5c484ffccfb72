import { connect } from '../support/app';
import { expect, test } from '../support/fixtures';

test('a call for help is named on every page until it is acknowledged, and then counts no more', async ({
  start,
  serve,
}) => {
  const service = await serve({ devices: 0 });
  await service.control('addDevice', { id: 'van-9', name: 'Van 9' });
  const at = new Date(Date.now() - 60_000).toISOString();
  const sos = { dateTime: at, latitude: 45.76, longitude: 4.84, alerts: ['SOSButton'] };
  await service.control('setFix', 'van-9', { ...sos, hasCriticalAlert: true });
  await service.control('raiseAlert', 'van-9', { ...sos, text: 'Driver asks for help' });
  const { page } = await start();
  await connect(page, service);
  const strip = page.getByRole('region', { name: 'Calls for help (SOS)' });
  const chip = page.getByRole('group', { name: 'State' }).getByRole('button', { name: /^SOS/ });
  const badge = page.getByRole('link', { name: /Alerts/ });
  await expect(chip).toHaveText('SOS1');
  await expect(badge).toContainText('1');
  await page.getByRole('link', { name: 'Users' }).click();
  await strip.getByRole('button', { name: /^Van 9/ }).click();
  const details = page.getByRole('region', { name: 'Alert details' });
  await expect(details).toContainText('Driver asks for help');
  await details.getByRole('textbox', { name: 'Note' }).fill('Called the driver');
  await details.getByRole('button', { name: /^Acknowledge/ }).click();
  await expect(strip).toBeHidden();
  await details.getByRole('button', { name: 'Undo' }).click();
  await expect(strip).toContainText('Van 9');
  await details.getByRole('button', { name: /^Acknowledge/ }).click();
  await expect(strip).toBeHidden();
  await expect(badge).not.toContainText('1');
  await page.getByRole('link', { name: 'Fleet' }).click();
  await expect(page.getByRole('row', { name: /^Van 9/ })).toBeVisible();
  await expect(chip).toBeHidden();
  await expect(page.getByRole('row', { name: /^Van 9/ })).not.toContainText(/SOS|Critical/i);
});
