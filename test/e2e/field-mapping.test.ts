import { connect } from '../support/app';
import { expect, test } from '../support/fixtures';
import { renamed, startRewritingProxy } from '../support/rewriting-proxy';
import { liveWithin } from '../support/live-within';

const names = { dateTime: 'date', latitude: 'lat', longitude: 'lng' };

test('a service that renames its fields in use is noticed, mapped and reset', async ({
  app,
  serve,
}) => {
  const service = await startRewritingProxy(await serve({ devices: 12 }));
  const { page, errors } = app;
  await connect(page, service);
  const status = page.getByRole('status');
  await expect(status).toHaveText(/^Live/, liveWithin);
  const devices = page.getByRole('table', { name: 'Devices' });
  await devices.getByRole('row', { name: 'Camionnette 1 – Lyon Sud' }).click();
  const details = page.getByRole('region', { name: 'Device details' });
  const coordinates = details.getByText(/^-?\d+\.\d{5}, -?\d+\.\d{5}$/);
  const position = await coordinates.innerText();

  service.rewrite((_, json) => renamed(json, names));
  const banner = page.getByRole('note').filter({ hasText: 'positions were not understood' });
  await expect(banner).toBeVisible({ timeout: 60_000 });
  // The last known position stays, and what came is shown as received.
  await expect(coordinates).toHaveText(position);

  await banner.getByRole('button', { name: 'Map fields…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Field mapping' });
  await expect(dialog).toContainText('“lat” looks like “Latitude”.');
  await expect(dialog).toContainText('“date” looks like “Time”.');
  await dialog.getByLabel('Latitude: read from').selectOption('');
  await expect(dialog.getByRole('row', { name: /^Latitude/ })).toContainText('Not provided');
  const latitude = dialog.getByLabel('Latitude: read from');
  await latitude.selectOption(JSON.stringify({ pointer: '/lat' }));
  // Of up to three devices, some of which may have no position.
  const values = dialog
    .getByRole('row', { name: /^Latitude/ })
    .getByRole('cell')
    .last();
  await expect(values).toContainText(/\d+\.\d+/);
  await dialog.getByRole('button', { name: 'Use this mapping' }).click();
  await expect(dialog).toBeHidden();
  await expect(banner).toBeHidden();
  await expect(status).toHaveText(/^Live/, liveWithin);

  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByText('Advanced', { exact: true }).click();
  const setting = page.getByRole('region', { name: 'Field mapping' });
  await expect(setting).toContainText('3 fields are mapped.');
  await setting.getByRole('button', { name: 'Map fields…' }).click();
  await dialog.getByRole('button', { name: 'Reset' }).click();
  await expect(setting).toContainText('No field is mapped.');
  await page.getByRole('link', { name: 'Fleet' }).click();
  await expect(banner).toBeVisible({ timeout: 60_000 });
  expect(errors).toEqual([]);
  await service.stop();
});
