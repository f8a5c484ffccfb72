import type { Page } from '@playwright/test';
import { connect } from '../support/app';
import { expect, test } from '../support/fixtures';
import { manyGroups, unusualDevices, unusualFixes } from '../support/alternative-fleet';
import { httpForms, startAlternativeService } from '../support/alternative-service';
import { chooseLayout } from '../support/fleet-page';
import { liveWithin } from '../support/live-within';

const startUnusualService = () =>
  startAlternativeService({
    devices: unusualDevices,
    fixes: unusualFixes,
    groups: manyGroups(10_000),
    users: [{ id: 'u', userName: 'x', email: 'no address', password: 'not for us' }],
  });

/** Runs a menu command, because a test cannot press its shortcut. */
const refresh = (page: Page) => page.evaluate(() => window.waypost.fleet.refresh());

test('unusual names, ids and positions are shown correctly, in any form of answer that HTTP allows', async ({
  app,
}) => {
  const service = await startUnusualService();
  const { page, errors } = app;
  await connect(page, service);
  const status = page.getByRole('status');
  await expect(status).toHaveText(/^Live/, liveWithin);
  // One of the two devices with the same id is skipped and counted.
  await expect(page.getByText('20 of 20', { exact: true })).toBeVisible();
  await expect(status).toContainText('1 record could not be read');
  await expect(status).toContainText('5 with a position');
  await expect(page.getByText('∞')).toHaveCount(0);
  const path = (id: string) => `/api/devices/${encodeURIComponent(id)}/lastLocation`;
  for (const id of ['a/b', 'a:1', 'two words', '🚚?#%']) {
    expect(service.requestedPaths).toContain(path(id));
  }

  // The details stand beside the table.
  await chooseLayout(page, 'Table');
  const details = page.getByRole('region', { name: 'Device details' });
  const open = async (name: string) => {
    await page.getByRole('searchbox', { name: 'Search devices' }).fill(name);
    await page.getByRole('table', { name: 'Devices' }).getByRole('row', { name }).click();
    await expect(details.getByRole('heading', { name, exact: true })).toBeVisible();
  };
  await open('Slash in its id');
  await details.getByRole('button', { name: 'All values' }).click();
  await expect(details).toContainText('360° (north)');
  await expect(details).toContainText('Group 0');
  await open('Colon in its id');
  await details.getByRole('region', { name: 'Last report' }).getByText('45 km/h').hover();
  await expect(page.getByRole('tooltip', { name: /^Sent as 12.5/ })).toBeVisible();
  await expect(details).toContainText('-10');
  await open('Space in its id');
  await expect(details).toContainText('No position');
  await expect(details).not.toContainText('may be out of date');
  await open('שלום משאית 7');
  await expect(details).toContainText(/31 Dec 9999.*\(\d+ y ahead\)/);
  await open('<img src=x onerror=alert(1)>');
  await open('Line break tab bell');
  await open('Null byte');
  await open('Expires in year 9999');
  await expect(details).toContainText('No expiry (31 Dec 9999)');
  await expect(page.getByText(/10000/)).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(errors).toEqual([]);

  await page.getByRole('searchbox', { name: 'Search devices' }).fill('');
  for (const form of httpForms.filter((each) => each !== 'redirected')) {
    await test.step(form, async () => {
      service.answerAs(form);
      service.requestedPaths.length = 0;
      await refresh(page);
      await expect.poll(() => service.requestedPaths).toContain('/api/users');
      await expect(status).toHaveText(/^Live/, liveWithin);
      await expect(page.getByText('20 of 20', { exact: true })).toBeVisible();
      await expect(page.getByRole('table', { name: 'Devices' })).toContainText('שלום משאית 7');
    });
  }
  // A redirect is not followed, because it would send the token to another address.
  service.answerAs('redirected');
  await refresh(page);
  await expect(status).toHaveText(/^(Delayed|Offline)/);
  await expect(page.getByText('20 of 20', { exact: true })).toBeVisible();
  await service.stop();
});
