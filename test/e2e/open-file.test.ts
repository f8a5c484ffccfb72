import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { connect, newProfile, startAgain } from '../support/app';
import { t } from '../support/english';
import { expect, test as base } from '../support/fixtures';
import { gpxOfAnHourAgo } from '../support/gpx';

/** A folder with `ride.gpx` of three points, `tour.gpx` of five, and a picture. */
const test = base.extend<{ tracks: string }>({
  // oxlint-disable-next-line no-empty-pattern
  tracks: async ({}, use) => {
    const { folder, remove } = newProfile();
    writeFileSync(path.join(folder, 'ride.gpx'), gpxOfAnHourAgo(3));
    writeFileSync(path.join(folder, 'tour.gpx'), gpxOfAnHourAgo(5));
    writeFileSync(path.join(folder, 'photo.jpg'), 'no picture');
    await use(folder);
    remove();
  },
});

const facts = (page: Page) => page.getByRole('region', { name: t('submit.facts') });
const ride = '3 points in ride.gpx, all of them can be sent';
const tour = '5 points in tour.gpx, all of them can be sent';

test('a file that starts the app is opened under Submit when an account is open, again if it could not be read', async ({
  start,
  serve,
  tracks,
}) => {
  const service = await serve({ devices: 3 });
  // As Linux file managers pass it.
  const file = path.join(tracks, 'ride.gpx');
  const address = pathToFileURL(file).href;
  writeFileSync(file, '<gpx><trk>');
  const app = await start({ files: [address] });
  const { page } = app;
  await expect(page.getByText('“ride.gpx” waits to be opened')).toBeVisible();
  await connect(page, service);
  const trouble = page.getByRole('alert').filter({ hasText: t('submit.file.notOpened') });
  await expect(trouble).toContainText('Nothing was sent and the file was not changed');
  writeFileSync(file, gpxOfAnHourAgo(3));
  await trouble.getByRole('button', { name: 'Try again' }).click();
  await expect(facts(page)).toContainText(ride);
  await expect(trouble).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Submit' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByText(/waits to be opened/)).toHaveCount(0);
  await expect(page.getByRole('img', { name: /^The track begins/ })).toBeVisible();
  const calls = Object.keys(await service.control('calls'));
  expect(calls.filter((name) => name.startsWith('POST ') && name.includes('/locations'))).toEqual(
    [],
  );
  expect(app.errors).toEqual([]);
});

test('a file is opened by the running app, and replaces work in progress only after a question', async ({
  start,
  serve,
  profile,
  tracks,
}) => {
  const service = await serve({ devices: 3 });
  const app = await start();
  const { page } = app;
  const openWith = (...files: string[]) => startAgain(app, profile, { files, folder: tracks });
  const waits = (name: string) => page.getByText(`“${name}” waits to be opened`);
  await connect(page, service);
  await expect(page.getByRole('link', { name: 'Submit' })).toBeVisible();

  // Relative to the folder of the second start, which passes it on and ends.
  expect(await openWith('ride.gpx')).toBe(0);
  await expect(facts(page)).toContainText(ride);

  await openWith('tour.gpx');
  await expect(waits('tour.gpx')).toBeVisible();
  await expect(page.getByText(/Another track is open here/)).toBeVisible();
  await expect(facts(page)).toContainText(ride);
  await page.getByRole('button', { name: 'Open it', exact: true }).click();
  await expect(facts(page)).toContainText(tour);
  await expect(waits('tour.gpx')).toHaveCount(0);

  const coordinates = page.getByRole('textbox', { name: 'Coordinates' });
  await page.getByRole('tab', { name: 'One location' }).click();
  await coordinates.fill('45.76, 4.84');
  await openWith('ride.gpx');
  await expect(waits('ride.gpx')).toBeVisible();
  await expect(coordinates).toHaveValue('45.76, 4.84');
  await page.getByRole('button', { name: t('submit.waiting.drop') }).click();
  await expect(waits('ride.gpx')).toHaveCount(0);
  await expect(coordinates).toHaveValue('45.76, 4.84');

  await openWith('ride.gpx', 'tour.gpx');
  await expect(page.getByRole('alert')).toContainText(t('submit.trouble.several'));
  await page.getByRole('tab', { name: t('submit.tab.track') }).click();
  await expect(facts(page)).toContainText(tour);
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await page.getByRole('tab', { name: 'One location' }).click();
  await openWith('ride.gpx');
  await expect(page.getByText(/Its entries stay when the file is opened/)).toBeVisible();
  await page.getByRole('button', { name: 'Open it', exact: true }).click();
  await expect(facts(page)).toContainText(ride);
  await page.getByRole('tab', { name: 'One location' }).click();
  await expect(coordinates).toHaveValue('45.76, 4.84');

  await openWith('photo.jpg');
  await expect(page.getByRole('alert')).toContainText('“photo.jpg” was not opened');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(coordinates).toHaveValue('45.76, 4.84');
  expect(app.errors).toEqual([]);
});

test('a file waits while the connection is read-only, and is opened when submitting is allowed', async ({
  start,
  serve,
  profile,
  tracks,
}) => {
  const service = await serve({ devices: 3 });
  const app = await start();
  const { page } = app;
  await connect(page, service);
  await page.getByRole('link', { name: 'Submit' }).click();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByText('Advanced', { exact: true }).click();
  const calls = page.getByRole('combobox', { name: t('submit.mode') });
  await calls.selectOption('query');
  await expect(page.getByRole('link', { name: 'Submit' })).toHaveCount(0);

  await startAgain(app, profile, { files: ['ride.gpx'], folder: tracks });
  await expect(page.getByText('“ride.gpx” waits to be opened')).toBeVisible();
  await expect(page.getByText(t('submit.notAccepted'))).toBeVisible();

  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByText('Advanced', { exact: true }).click();
  await calls.selectOption('submit');
  await page.getByRole('link', { name: 'Go to Submit' }).click();
  await expect(facts(page)).toContainText(ride);
  expect(app.errors).toEqual([]);
});
