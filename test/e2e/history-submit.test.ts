import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { openActivity } from '../support/activity';
import { t } from '../support/english';
import { connectOtherClient } from '../support/other-client';
import { expect, test } from '../support/fixtures';
import { openJob } from '../support/jobs-page';
import type { ServiceProcess } from '../support/service';
import { anHourAgo, around, chooseVan, openSubmit, openTrack } from '../support/submit-page';

async function posts(service: ServiceProcess, what: 'locations' | 'alerts'): Promise<number> {
  const calls = Object.entries(await service.control('calls'));
  return calls
    .filter(([name]) => name.startsWith('POST ') && name.endsWith(`/${what}`))
    .reduce((sum, [, count]) => sum + count, 0);
}

const point = (seconds: number, latitude: number) =>
  `<trkpt lat="${latitude}" lon="4.84"><time>${new Date(anHourAgo + seconds * 1_000).toISOString()}</time></trkpt>`;

test('a location, a track from a file and an alert are checked, planned, sent and in the journal', async ({
  app,
  serve,
  profile,
}) => {
  // A walk through a whole page.
  test.setTimeout(300_000);
  const { page, service } = await openSubmit(app, serve);
  const send = page.getByRole('button', { name: 'Submit this location…' });
  const coordinates = page.getByRole('textbox', { name: 'Coordinates' });
  const moment = page.getByLabel(/^Date and time/);

  await coordinates.fill('somewhere');
  await moment.fill('2099-01-01T00:00');
  await send.click();
  await expect(page.getByText('Choose a device.')).toBeVisible();
  await expect(page.getByText(/Two numbers are expected/)).toBeVisible();
  await expect(page.getByText(/is in the future/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Submit' })).toBeVisible();

  await chooseVan(page);
  await expect(page.getByRole('img', { name: /^Last known place/ })).toBeVisible();
  const middle = page.getByRole('button', { name: t('submit.map.middle') });
  // When the animation to the van has ended, the same centre is read twice.
  await expect
    .poll(async () => {
      await middle.press('Enter');
      return coordinates.inputValue();
    })
    .toMatch(/^45\.7\d+, 4\.8\d+$/);
  await expect(page.getByRole('img', { name: 'The place' })).toBeVisible();

  await coordinates.fill('4.84, 45.76');
  await expect(page.getByText(/Perhaps the longitude came first/)).toBeVisible();
  await page.getByRole('button', { name: 'Swap them' }).click();
  await expect(coordinates).toHaveValue('45.760000, 4.840000');
  await coordinates.fill('45° 45.600′ N 4° 50.400′ E');
  await expect(page.getByText('Read as 45° 45′ 36.0″ N 4° 50′ 24.0″ E')).toBeVisible();
  await expect(page.getByRole('img', { name: 'The place' })).toBeVisible();

  await moment.fill('2026-01-01T12:00');
  await service.control('resetCalls');
  await send.click();
  await expect(openJob(page)).toContainText('1 record will be sent');
  expect(await posts(service, 'locations')).toBe(0);
  await page.getByRole('button', { name: 'Submit 1 record' }).click();
  await expect(page.getByText('1 record submitted', { exact: true })).toBeVisible();
  await expect(openJob(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Submit' })).toBeVisible();
  expect(await posts(service, 'locations')).toBe(1);

  const file = path.join(profile, 'ride.gpx');
  const good = Array.from({ length: 12 }, (_, i) => point(i * 10, 45.76 + i * 0.001));
  const bad = ['<trkpt lat="45.8" lon="4.84"/>', '<trkpt lat="45.9" lon="4.84"/>', point(5, 145)];
  writeFileSync(
    file,
    `<gpx version="1.1">
      <rte><name>Planned</name><rtept lat="45.7" lon="4.8"/><rtept lat="45.8" lon="4.8"/></rte>
      <trk><name>Ride</name><trkseg>${good.join('')}${bad.join('')}</trkseg></trk>
    </gpx>`,
  );
  await openTrack(app, file);
  const facts = page.getByRole('region', { name: t('submit.facts') });
  await expect(facts).toContainText('15 points in ride.gpx: 12 can be sent, 3 cannot');
  await expect(page.getByRole('img', { name: /^The track begins/ })).toBeVisible();
  await expect(facts.getByRole('listitem')).toHaveText([
    'Points 13 to 14, left out: There is no readable time.',
    'Point 15, left out: A latitude of 145 is outside of the world.',
  ]);
  const which = page.getByRole('combobox', { name: 'Which of 2 tracks in the file' });
  await which.selectOption({ label: 'Planned: 2 points, no times' });
  await expect(page.getByText(t('submit.facts.noneUsable'))).toBeVisible();
  await which.selectOption({ index: 0 });
  await page.reload();
  await page.getByRole('link', { name: 'Submit', exact: true }).click();
  await page.getByRole('tab', { name: t('submit.tab.track') }).click();
  await expect(facts).toContainText('15 points in ride.gpx');
  await chooseVan(page);
  await service.control('resetCalls');
  await page.getByRole('button', { name: 'Submit 12 locations…' }).click();
  await expect(openJob(page)).toContainText('12 records will be sent; about');
  expect(await posts(service, 'locations')).toBe(0);
  await page.getByRole('button', { name: 'Submit 12 records' }).click();
  await expect(page.getByText('12 records submitted', { exact: true })).toBeVisible();
  expect(await posts(service, 'locations')).toBe(12);
  const otherClient = await connectOtherClient(service);
  const { locations } = await otherClient.post<{ locations: { latitude: number }[] }>(
    'devices/van-9/locations',
    around(anHourAgo, anHourAgo + 120_000),
  );
  expect(locations.map(({ latitude }) => latitude.toFixed(3))).toEqual(
    good.map((_, i) => (45.76 + i * 0.001).toFixed(3)),
  );

  const limits = { expires: false, expirationDate: null, dailyEmailLimit: 5, dailySmsLimit: 0 };
  await service.control('addDevice', { id: 'van-9', name: 'Van 9', limits });
  await page.getByRole('button', { name: /^Account:/ }).click();
  await page.getByRole('menuitem', { name: 'Refresh now' }).click();
  await page.getByRole('tab', { name: 'An alert' }).click();
  const sendAlert = page.getByRole('button', { name: 'Submit this alert…' });
  await sendAlert.click();
  await expect(page.getByText(t('submit.kinds.missing'))).toBeVisible();
  await chooseVan(page);
  await page.getByRole('textbox', { name: 'Coordinates' }).fill('geo:45.76,4.84');
  await page.getByRole('combobox', { name: 'Kinds of alert' }).fill('sos');
  await page.getByRole('option', { name: 'SOS button pressed' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('textbox', { name: 'Text' }).fill('Reported by telephone');
  await page.getByRole('checkbox', { name: 'By e-mail' }).check();
  await page.getByRole('checkbox', { name: 'By SMS' }).check();
  const before = 'No SMS will be sent: the daily limit of the device is 0.';
  await expect(page.getByText(before)).toBeVisible();
  await sendAlert.click();
  await expect(openJob(page)).toContainText('SOS button pressed');
  await expect(openJob(page)).toContainText(before);
  await page.getByRole('button', { name: 'Submit 1 record' }).click();
  await expect(openJob(page)).toContainText('1 submitted, its SMS not sent: the limit is 0');
  await expect(openJob(page)).not.toContainText('not confirmed');
  const used = 'Sent by e-mail. SMS was not sent: the daily limit is 0.';
  await expect(openJob(page)).toContainText(used);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('textbox', { name: 'Text' })).toHaveValue('');
  await openActivity(page, 'Journal');
  await expect(page.getByRole('row', { name: /Submitted for device Van 9/ })).toHaveCount(3);
  const { device } = await otherClient.get<{ device: { limits: { emailsSentToday: number } } }>(
    'devices/van-9',
  );
  expect(device.limits.emailsSentToday).toBe(1);

  expect(app.errors).toEqual([]);
});
