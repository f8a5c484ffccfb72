import type { Page } from '@playwright/test';
import { startAlternativeService } from '../support/alternative-service';
import { connect } from '../support/app';
import { t } from '../support/english';
import { expect, test } from '../support/fixtures';
import { showColumn } from '../support/fleet-page';

const table = (page: Page) => page.getByRole('table', { name: 'Devices' });
const row = (page: Page, name: string) => table(page).getByRole('row', { name });
const details = (page: Page) => page.getByRole('region', { name: 'Device details' });
const chip = (page: Page, name: string | RegExp) =>
  page.getByRole('group', { name: 'State' }).getByRole('button', { name });

/** Runs a menu command, because a test cannot press its shortcut. */
const refresh = (page: Page) => page.evaluate(() => window.waypost.fleet.refresh());

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

test('a place stays known when reports come without one, late or from the future, or the device is no longer listed', async ({
  app,
  serve,
}) => {
  const service = await serve({
    devices: 0,
    switches: ['--quirks', '{"lastLocationBy":"arrival"}'],
  });
  await service.control('addDevice', { id: 'v', name: 'Van' });
  const place = { latitude: 45.76, longitude: 4.84, speed: 15 };
  await service.control('setFix', 'v', { ...place, dateTime: ago(3) });
  const { page } = app;
  await connect(page, service);
  await showColumn(page, 'Speed');
  await row(page, 'Van').click();
  await expect(details(page)).toContainText('45.76000');
  await expect(row(page, 'Van')).toContainText('54 km/h');

  await service.control('setFix', 'v', { latitude: 0, longitude: 0, dateTime: ago(2) });
  await refresh(page);
  await expect(details(page)).toContainText('No position since');
  await expect(details(page)).toContainText('45.76000');
  await expect(row(page, 'Van')).toContainText('No position');
  await expect(row(page, 'Van')).not.toContainText('54 km/h');
  await expect(page.getByRole('status')).toContainText('1 with a position');

  await service.control('setFix', 'v', { ...place, latitude: 44, dateTime: ago(60) });
  await refresh(page);
  await expect(details(page)).toContainText('now reports an older position');
  await expect(details(page)).toContainText('45.76000');

  await service.control('setFix', 'v', {
    ...place,
    latitude: 43,
    dateTime: '2080-01-01T00:00:00Z',
  });
  await refresh(page);
  await expect(details(page)).toContainText('dated in the future');
  await expect(row(page, 'Van')).toContainText('Device clock ahead');
  await expect(details(page)).toContainText('45.76000');

  await service.control('setFix', 'v', { ...place, latitude: 46, dateTime: ago(0) });
  await refresh(page);
  await expect(details(page)).toContainText('46.00000');
  await expect(details(page)).not.toContainText('No position since');
  await expect(row(page, 'Van')).toContainText('Moving');

  // It stays in the table, and is not counted.
  await service.control('addDevice', { id: 'stays', name: 'Stays' });
  await service.control('removeDevice', 'v');
  await refresh(page);
  await expect(page.getByText('1 of 1', { exact: true })).toBeVisible();
  await expect(row(page, 'Van')).toContainText('No longer listed');
  await expect(page.getByRole('status')).toContainText('0 with a position');
  await chip(page, /^No longer listed\s*1/).click();
  await expect(row(page, 'Van')).toContainText('No longer listed');
  await expect(page.getByText('1 shown')).toBeVisible();
  await expect(details(page)).toContainText('46.00000');
});

test('states say whose fault it is, and an answer that is not understood is kept', async ({
  app,
}) => {
  const names = ['Fresh', 'Renamed', 'Ahead', 'Wrapped', 'Unset', 'Never', 'Old', 'Nowhere'];
  const place = { latitude: 45, longitude: 4 };
  const fixes: Record<string, unknown> = {
    Fresh: { dateTime: ago(1), ...place, speed: 20, alerts: [] },
    Renamed: { date: ago(1), lat: 49.9, lng: 3.3 },
    Ahead: { dateTime: '2080-01-01T00:00:00Z', ...place, speed: 20 },
    // 1,024 weeks ago: the week counter of a GPS receiver has wrapped.
    Wrapped: { dateTime: ago(1024 * 7 * 24 * 60), ...place },
    Unset: { dateTime: '1970-01-01T00:00:00Z', ...place },
    Old: { dateTime: ago(48 * 60), ...place, speed: 15 },
    Nowhere: { dateTime: ago(1), latitude: null, longitude: null, battery: 'much' },
  };
  const service = await startAlternativeService({
    devices: names.map((name) => ({ id: name, name })),
    fixes,
  });
  const { page } = app;
  await connect(page, service);
  await expect(chip(page, /^Moving\s*1/)).toBeVisible();
  for (const state of ['Not understood', 'No position']) {
    await expect(chip(page, new RegExp(`^${state}\\s*1`))).toBeVisible();
  }
  await expect(chip(page, /^Clock wrong\s*3/)).toBeVisible();
  await expect(row(page, 'Unset')).toContainText('dated 01 Jan 1970');
  // The service was asked: it has an old report of one, and none of the other.
  await expect(chip(page, /^Silent\s*2/)).toBeVisible();
  await expect(chip(page, 'Not checked yet')).toHaveCount(0);
  await showColumn(page, 'Speed');
  await expect(row(page, 'Fresh')).toContainText('km/h');
  await expect(row(page, 'Old')).not.toContainText('km/h');

  await row(page, 'Old').click();
  // A speed of the past is not shown as the present one.
  const answer = details(page).getByRole('region', { name: 'State and position' });
  await expect(answer).toContainText('2 d ago');
  await expect(answer).not.toContainText('km/h');
  await details(page).getByRole('button', { name: 'All values' }).click();
  await expect(details(page)).toContainText(/54\skm\/h at \d/);
  await row(page, 'Unset').click();
  const lastReport = details(page).getByRole('region', { name: 'Last report' });
  await expect(lastReport).toContainText('which is before devices were tracked');
  await expect(details(page)).not.toContainText(/\d+ y ago|week counter/);
  await row(page, 'Wrapped').click();
  const today = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
  await expect(lastReport).toContainText(
    `If the week counter of the GPS receiver has wrapped, it was ${today.format(Date.now())}`,
  );
  await row(page, 'Nowhere').click();
  await expect(details(page)).toContainText('Not understood: much');
  await expect(details(page)).toContainText('No position known');
  await row(page, 'Fresh').click();
  await expect(details(page)).toContainText(/Alerts\s*None/);
  await expect(details(page).getByRole('region', { name: 'Alerts and warnings' })).toContainText(
    /Not provided\s*Critical alert, Warnings/,
  );

  // The service renames its fields while the app is open.
  fixes['Fresh'] = { date: ago(0), lat: 49.9, lng: 3.3 };
  await refresh(page);
  await expect(row(page, 'Fresh')).toContainText('Not understood');
  await expect(details(page)).toContainText('45.00000');
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByText('Advanced', { exact: true }).click();
  await page.getByRole('switch', { name: t('settings.rawData') }).click();
  await page.getByRole('link', { name: 'Fleet' }).click();
  await details(page).getByRole('button', { name: 'Raw data' }).click();
  await expect(details(page)).toContainText(t('fleet.raw.notUnderstood'));
  await expect(details(page)).toContainText('"lat": 49.9');
  await service.stop();
});
