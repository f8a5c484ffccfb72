import { connect } from '../support/app';
import { t } from '../support/english';
import { expect, test } from '../support/fixtures';
import { isAllHere, noonOfYesterday, openYesterday } from '../support/history-page';
import { startInstancesFront } from '../support/instances-front';
import { openJob } from '../support/jobs-page';
import { liveWithin } from '../support/live-within';
import { connectOtherClient } from '../support/other-client';
import { NoPostgres, startPostgres } from '../support/postgres';
import { anHourAgo, around, chooseVan } from '../support/submit-page';

const place = { latitude: 45.76, longitude: 4.84 };

test('the app works with two instances that answer in turn, and comes back when their database does', async ({
  start,
  serve,
}) => {
  test.setTimeout(300_000);
  const database = await startPostgres({ survives: 'crash' }).catch((error: unknown) => {
    if (error instanceof NoPostgres) {
      // The list of tests counts what is skipped, but does not say why.
      console.warn(error.message);
      test.skip(true, error.message);
    }
    throw error;
  });
  const userName = 'our-fleet';
  const shared = { devices: 0, store: database.url, switches: ['--user', userName] };
  const first = await serve(shared);
  const second = await serve(shared);
  const front = await startInstancesFront(() => [first.url, second.url]);
  try {
    // The account is the one that the first instance made.
    const service = { url: front.url, userName, apiKey: first.apiKey };
    await first.control('addDevice', { id: 'van-9', name: 'Van 9' });
    await first.control('setFix', 'van-9', place);
    const otherClient = await connectOtherClient(service);
    const location = Array.from({ length: 20 }, (_, minute) => ({
      ...place,
      dateTime: new Date(noonOfYesterday() + minute * 60_000).toISOString(),
      speed: 0,
    }));
    await otherClient.post('devices/van-9/locations', { location });
    await otherClient.post('groups', { name: 'Depot North', devices: ['van-9'] });

    const { page, errors } = await start();
    await connect(page, service);
    const status = page.getByRole('status').first();
    await expect(status).toHaveText(/^Live/, liveWithin);
    await expect(page.getByRole('button', { name: 'Located devices' })).toHaveText(
      '1 located of 1',
    );

    await page.getByRole('link', { name: 'Groups' }).click();
    await page.getByRole('row', { name: 'Depot North', exact: true }).click();
    const group = page.getByRole('region', { name: 'Group details' });
    await group.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Depot South');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Depot South was saved.')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Undone: Depot South was saved.')).toBeVisible();
    await expect(page.getByRole('row', { name: 'Depot North', exact: true })).toBeVisible();

    await page.getByRole('link', { name: 'Submit', exact: true }).click();
    await chooseVan(page);
    await page.getByRole('textbox', { name: 'Coordinates' }).fill('45.76, 4.84');
    await page.getByRole('button', { name: 'Submit this location…' }).click();
    await expect(openJob(page)).toContainText('1 record will be sent');
    await page.getByRole('button', { name: 'Submit 1 record' }).click();
    await expect(page.getByText('1 record submitted', { exact: true })).toBeVisible();
    const { locations } = await otherClient.post<{ locations: unknown[] }>(
      'devices/van-9/locations',
      around(anHourAgo, Date.now() + 60_000),
    );
    expect(locations).toHaveLength(2);

    await page.getByRole('link', { name: /^Fleet/ }).click();
    await openYesterday(page);
    await expect(page.getByText(isAllHere)).toBeVisible();
    await expect(
      page.getByRole('table', { name: 'Trips and stops' }).getByRole('row', { name: /^Stop of/ }),
    ).toHaveCount(1);
    for (const instance of [first, second]) {
      expect(await instance.control('calls')).toHaveProperty('GET /api/devices/van-9/lastLocation');
    }

    await database.crash();
    await expect(status).not.toHaveText(/^Live/, { timeout: 60_000 });
    await expect(page.getByText(t('faults.busy.title')).first()).toBeVisible();
    await database.start();
    await expect(status).toHaveText(/^Live/, liveWithin);
    expect(errors).toEqual([]);
  } finally {
    await front.stop();
    await first.stop();
    await second.stop();
    await database.stop();
  }
});
