import { connect } from '../support/app';
import { expect, test } from '../support/fixtures';

test('one location is planned, looked at and only then submitted; the future is refused', async ({
  start,
  serve,
}) => {
  const service = await serve({ devices: 0 });
  await service.control('addDevice', { id: 'van-9', name: 'Van 9' });
  const { page } = await start();
  await connect(page, service);
  await expect(page.getByText('1 of 1')).toBeVisible();
  await page.getByRole('link', { name: 'Submit' }).click();
  await page.getByRole('textbox', { name: 'Device', exact: true }).fill('van');
  await page.getByRole('option', { name: 'Van 9' }).click();
  const send = page.getByRole('button', { name: 'Plan to submit this location' });
  const coordinates = page.getByRole('textbox', { name: 'Coordinates' });

  await coordinates.fill('somewhere');
  await page.getByLabel(/^Date and time/).fill('2099-01-01T00:00');
  await send.click();
  await expect(page.getByText(/lies in the future/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Submit' })).toBeVisible();

  await coordinates.fill('45° 45.600′ N 4° 50.400′ E');
  await page.getByLabel(/^Date and time/).fill('2026-01-01T12:00');
  await service.control('resetCalls');
  await send.click();
  const job = page.getByRole('region', { name: /^Job:/ });
  await expect(job).toBeVisible();
  const sent = async () =>
    Object.entries(await service.control('calls')).filter(([name]) =>
      /^POST .*\/locations$/.test(name),
    ).length;
  expect(await sent()).toBe(0);
  await job.getByRole('button', { name: /^(Start|Run)/ }).click();
  await expect(job).toContainText(/1 done/i);
  expect(await sent()).toBe(1);
});
