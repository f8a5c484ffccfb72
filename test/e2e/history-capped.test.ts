import { expect, test } from '../support/fixtures';
import { t } from '../support/english';
import { isAllHere, noonOfYesterday, openDrive } from '../support/history-page';
import type { ServiceProcess } from '../support/service';

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;

/** Yesterday in UTC: a fix every 30 seconds. */
function wholeDay(): object[] {
  const midnight = noonOfYesterday() - dayMs / 2;
  return Array.from({ length: 2_880 }, (_, i) => ({
    dateTime: new Date(midnight + i * 30_000).toISOString(),
    latitude: 45.76 + i / 100_000,
    longitude: 4.84,
    speed: 5,
  }));
}

/** The days of the account are those on screen. */
const utcAccount = { devices: 0, switches: ['--time-zone', 'UTC'] };

/** Calls for locations that the service received since the last reset. */
async function calls(service: ServiceProcess): Promise<number> {
  return Object.entries(await service.control('calls'))
    .filter(([name]) => /^POST .*\/locations$/.test(name))
    .reduce((sum, [, count]) => sum + count, 0);
}

test('a day whose records are not understood is shown as not complete, with an original, and fetched again', async ({
  app,
  serve,
}) => {
  const service = await serve(utcAccount);
  const { page } = app;
  await service.control('setQuirks', { rangeMembers: 'renamed' });
  await openDrive(app, service, wholeDay().slice(1_000, 1_500));
  await expect(page.getByText(/^Incomplete: 500 records not understood/)).toBeVisible();
  await expect(page.getByText(/^Incomplete: 1 day was not answered in full/)).toBeVisible();
  await expect(page.getByText(t('history.empty.incomplete'))).toBeVisible();
  await page.getByRole('button', { name: 'Show why' }).click();
  const dialog = page.getByRole('dialog', { name: t('history.incomplete.title') });
  await expect(dialog).toContainText('Not understood: 500 of 500 records.');
  await expect(dialog).toContainText('"lat":45.77');
  await dialog.getByRole('button', { name: 'Close' }).click();

  await service.control('setQuirks', { rangeMembers: 'documented' });
  await service.control('resetCalls');
  await page.getByRole('button', { name: 'Load again' }).click();
  await expect(page.getByText(isAllHere)).toBeVisible();
  expect(await calls(service)).toBeGreaterThan(0);
  expect(app.errors).toEqual([]);
});
