import { connect } from '../support/app';
import { expect, test } from '../support/fixtures';

const whole = { timeout: 120_000 };

test('a list of 100,000 devices is cut off, then read whole while the user searches in it', async ({
  start,
  serve,
}) => {
  const service = await serve({ devices: 100_000 });
  await service.control('addDevice', { id: 'last-one', name: 'Crane 7' });
  await service.control('setFaults', { path: '/api/devices', cutRate: 1, times: 1 });
  const { page, errors } = await start();
  await connect(page, service);
  const table = page.getByRole('table', { name: 'Devices' });
  const box = page.getByRole('searchbox', { name: 'Search devices' });

  // The list is requested again by itself; before it has arrived, no number of devices is shown.
  await expect(page.getByText('Loading devices…')).toBeVisible();
  await expect(page.getByText('0 of 0', { exact: true })).toBeHidden();
  await box.pressSequentially('crane 7');
  await expect(table.getByRole('row', { name: 'Crane 7' })).toBeVisible(whole);
  expect((await service.control('calls'))['GET /api/devices']).toBeGreaterThan(1);
  await expect(box).toHaveValue('crane 7');
  await expect(box).toBeFocused();
  await expect(page.getByText('1 of 100,001', { exact: true })).toBeVisible(whole);

  await page.keyboard.press('Enter');
  await expect(
    page.getByRole('region', { name: 'Device details' }).getByRole('heading', { name: 'Crane 7' }),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await expect(page.getByText('100,001 of 100,001', { exact: true })).toBeVisible();
  expect(errors).toEqual([]);
});
