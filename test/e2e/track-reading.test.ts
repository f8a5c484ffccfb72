import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { t } from '../support/english';
import { expect, test } from '../support/fixtures';
import { anHourAgo, chooseVan, openSubmit, openTrack } from '../support/submit-page';

test('what a track file does not say is guessed, stated and changed before anything is sent', async ({
  app,
  serve,
  profile,
}) => {
  const { page } = await openSubmit(app, serve);
  const facts = page.getByRole('region', { name: t('submit.facts') });
  const reading = page.getByRole('region', { name: t('submit.reading') });

  const table = path.join(profile, 'logger.csv');
  const seconds = anHourAgo / 1_000;
  writeFileSync(
    table,
    `timestamp,lat,lon,sat\n${[0, 10, 20].map((i) => `${seconds + i},45.76${i},4.84,9`).join('\n')}\n`,
  );
  await openTrack(app, table);
  await expect(facts).toContainText('3 points in logger.csv, all of them can be sent.');
  await expect(reading).toContainText('3 times are numbers without a unit.');
  await expect(reading).toContainText('Not used from the file: sat (3).');
  const times = reading.getByRole('combobox', { name: 'Times', exact: true });
  await expect(times).toHaveValue('seconds');
  await times.selectOption({ label: t('submit.reading.unit.milliseconds') });
  await expect(facts).toContainText(t('submit.facts.noneUsable'));
  await expect(facts).toContainText('before the year 2000');
  await times.selectOption({ label: t('submit.reading.unit.seconds') });
  await expect(facts).toContainText('all of them can be sent');

  const cut = path.join(profile, 'cut.gpx');
  const point = (i: number) =>
    `<trkpt lat="45.76${i}" lon="4.84"><time>2026-05-04T08:0${i}:00</time></trkpt>\n`;
  writeFileSync(
    cut,
    `<gpx><trk><name>Ride</name><trkseg>${[0, 1, 2].map(point).join('')}<trkpt la`,
  );
  await openTrack(app, cut);
  await expect(facts).toContainText('3 points in cut.gpx, all of them can be sent.');
  await expect(reading).toContainText('The file is cut off in line 4, after point 3.');
  const zone = reading.getByRole('combobox', { name: t('submit.reading.zone') });
  await expect(zone).toHaveValue('UTC');
  const range = facts.getByText(/^From /);
  const before = await range.textContent();
  await zone.selectOption('Asia/Tokyo');
  await expect(range).not.toHaveText(before!);
  await expect(zone).toHaveValue('Asia/Tokyo');

  const swapped = path.join(profile, 'swapped.geojson');
  writeFileSync(
    swapped,
    `{"type":"Feature","properties":{"times":[${seconds},${seconds + 10}]},"geometry":{"type":"LineString","coordinates":[[45.76,4.84],[45.761,4.84]]}}`,
  );
  await openTrack(app, swapped);
  await expect(facts).toContainText('2 points in swapped.geojson');
  await chooseVan(page);
  await expect(reading).toContainText(t('submit.reading.order.doubt'));
  await reading.getByRole('button', { name: 'Swap them' }).click();
  await expect(reading.getByRole('combobox', { name: 'Coordinates' })).toHaveValue('swapped');
  await expect(reading).not.toContainText('may be exchanged');
  await expect(page.getByRole('button', { name: 'Submit 2 locations…' })).toBeEnabled();
  expect(app.errors).toEqual([]);
});
