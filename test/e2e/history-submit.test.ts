import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { openActivity } from '../support/activity';
import type { App } from '../support/app';
import { t } from '../support/english';
import { connectOtherClient } from '../support/other-client';
import { expect, test } from '../support/fixtures';
import { openJob, showInActivity } from '../support/jobs-page';
import type { ServiceProcess } from '../support/service';
import { anHourAgo, around, chooseVan, openSubmit, openTrack } from '../support/submit-page';

async function posts(service: ServiceProcess, what: 'locations' | 'alerts'): Promise<number> {
  const calls = Object.entries(await service.control('calls'));
  return calls
    .filter(([name]) => name.startsWith('POST ') && name.endsWith(`/${what}`))
    .reduce((sum, [, count]) => sum + count, 0);
}

test('invalid fields are reported, a place is picked by keyboard or typed in any form, and only a started plan sends', async ({
  app,
  serve,
}) => {
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
  await openActivity(page, 'Journal');
  const entry = page.getByRole('row', { name: /Submitted for device Van 9/ });
  await expect(entry).toContainText('Not possible');
  expect(app.errors).toEqual([]);
});

const point = (seconds: number, latitude: number) =>
  `<trkpt lat="${latitude}" lon="4.84"><time>${new Date(anHourAgo + seconds * 1_000).toISOString()}</time></trkpt>`;

/** Drops the results of reading from now on, so that a file stays in the state of being read. */
async function readWithoutEnd({ electron }: App): Promise<void> {
  await electron.evaluate(({ utilityProcess }) => {
    const fork = utilityProcess.fork.bind(utilityProcess);
    utilityProcess.fork = (...args) => {
      const child = fork(...args);
      const emit = child.emit.bind(child) as (event: string, message: unknown) => boolean;
      child.emit = (event: string, message?: unknown) =>
        (message as { type?: unknown } | undefined)?.type === 'checked' || emit(event, message);
      return child;
    };
  });
}

test('a track from a file is previewed, its valid points are submitted, and reading another is cancelled', async ({
  start,
  serve,
  profile,
}) => {
  const app = await start();
  const { page, service } = await openSubmit(app, serve);
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
  const wrong = path.join(profile, 'picture.gpx');
  writeFileSync(wrong, Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1]));
  await openTrack(app, wrong);
  await expect(page.getByRole('alert')).toContainText('This is no text');

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

  await openActivity(page, 'Journal');
  await page.getByRole('row', { name: /Submitted for device Van 9/ }).click();
  const entry = page.getByRole('region', { name: 'Journal entry' });
  await expect(entry).toContainText('the service has no call for it');
  await expect(entry).toContainText(/Locations\s*12/);

  // Reading a large file shows its progress; cancelled, the file before it stays open, also over a reload.
  await page.getByRole('link', { name: 'Submit', exact: true }).click();
  const small = path.join(profile, 'short.gpx');
  const large = path.join(profile, 'large.gpx');
  writeFileSync(small, `<gpx version="1.1"><trk><trkseg>${point(0, 45.76)}</trkseg></trk></gpx>`);
  const points = point(0, 45.76).repeat(50_000);
  writeFileSync(large, `<gpx version="1.1"><trk><trkseg>${points}</trkseg></trk></gpx>`);
  await openTrack(app, small);
  await expect(facts).toContainText('1 point in short.gpx');

  await readWithoutEnd(app);
  await openTrack(app, large);
  await expect(page.getByRole('status').filter({ hasText: 'Reading large.gpx…' })).toBeVisible();
  await expect(page.getByText(/^All of \d\.\d\sMB looked through/)).toBeVisible();
  const progress = page.getByRole('progressbar', { name: 'Reading large.gpx' });
  await expect(progress).toHaveAttribute('aria-valuenow', '100');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Open another file…' })).toBeEnabled();
  await expect(page.getByText('Reading large.gpx…')).toHaveCount(0);
  await expect(facts).toContainText('1 point in short.gpx');

  await page.reload();
  await page.getByRole('link', { name: 'Submit', exact: true }).click();
  await page.getByRole('tab', { name: t('submit.tab.track') }).click();
  await expect(facts).toContainText('1 point in short.gpx');
  await expect(page.getByRole('img', { name: /^The track begins/ })).toBeVisible();
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(facts).toHaveCount(0);
  expect(app.errors).toEqual([]);
});

test('an alert is submitted by name, counts against the limit, and the channels that the service used are shown', async ({
  app,
  serve,
}) => {
  const { page, service } = await openSubmit(app, serve);
  const limits = { expires: false, expirationDate: null, dailyEmailLimit: 5, dailySmsLimit: 0 };
  await service.control('addDevice', { id: 'van-9', name: 'Van 9', limits });
  await page.getByRole('button', { name: /^Account:/ }).click();
  await page.getByRole('menuitem', { name: 'Refresh now' }).click();
  await page.getByRole('tab', { name: 'An alert' }).click();
  const send = page.getByRole('button', { name: 'Submit this alert…' });
  await send.click();
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
  await send.click();
  await expect(openJob(page)).toContainText('SOS button pressed');
  await expect(openJob(page)).toContainText(before);
  await page.getByRole('button', { name: 'Submit 1 record' }).click();
  await expect(openJob(page)).toContainText('1 submitted, its SMS not sent: the limit is 0');
  await expect(openJob(page)).not.toContainText('not confirmed');
  const used = 'Sent by e-mail. SMS was not sent: the daily limit is 0.';
  await expect(openJob(page)).toContainText(used);
  await page.keyboard.press('Escape');
  await openActivity(page, 'Journal');
  await expect(page.getByRole('row', { name: /Submitted for device Van 9/ })).toContainText(used);

  const otherClient = await connectOtherClient(service);
  const { device } = await otherClient.get<{ device: { limits: { emailsSentToday: number } } }>(
    'devices/van-9',
  );
  expect(device.limits.emailsSentToday).toBe(1);

  await page.getByRole('link', { name: /^Alerts/ }).click();
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('textbox', { name: 'Devices' }).fill('van');
  await page.getByRole('option', { name: 'Van 9' }).click();
  // The alerts of a device for which one was submitted are loaded by themselves.
  await page
    .getByRole('table', { name: 'Alerts' })
    .getByRole('row', { name: /^SOS button pressed, Van 9/ })
    .click();
  const details = page.getByRole('region', { name: 'Alert details' });
  await expect(details).toContainText('Reported by telephone');
  await expect(details).toContainText('Sent by e-mail. Not sent by SMS');
});

test('the form keeps its input until submitted or cleared, and a read-only connection submits nothing', async ({
  app,
  serve,
}) => {
  const { page, service } = await openSubmit(app, serve);
  const coordinates = page.getByRole('textbox', { name: 'Coordinates' });
  const device = page.getByText('Van 9', { exact: true });
  const text = page.getByRole('textbox', { name: 'Text' });
  const clear = page.getByRole('button', { name: 'Clear', exact: true });
  const tab = (name: string) => page.getByRole('tab', { name }).click();
  await expect(clear).toBeDisabled();
  await chooseVan(page);
  await coordinates.fill('45.76, 4.84');
  await tab('An alert');
  await expect(coordinates).toHaveValue('');
  await chooseVan(page);
  await coordinates.fill('geo:45.77,4.85');
  await page.getByRole('combobox', { name: 'Kinds of alert' }).fill('sos');
  await page.getByRole('option', { name: 'SOS button pressed' }).click();
  await page.keyboard.press('Escape');
  await text.fill('Reported by telephone');
  await openActivity(page, 'Journal');
  await page.getByRole('link', { name: 'Submit', exact: true }).click();
  await expect(text).toHaveValue('Reported by telephone');

  await page.reload();
  await page.getByRole('link', { name: 'Submit', exact: true }).click();
  await expect(coordinates).toHaveValue('45.76, 4.84');
  await expect(device).toBeVisible();
  await clear.click();
  await expect(coordinates).toHaveValue('');
  await expect(device).toHaveCount(0);

  await tab('An alert');
  const plan = page.getByRole('button', { name: 'Submit this alert…' });
  await plan.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(openJob(page)).toHaveCount(0);
  await expect(text).toHaveValue('Reported by telephone');
  await plan.click();
  await page.getByRole('button', { name: 'Submit 1 record' }).click();
  await expect(text).toHaveValue('');
  await expect(clear).toBeDisabled();
  expect(app.errors).toEqual([]);

  await tab('One location');
  await chooseVan(page);
  await coordinates.fill('45.76, 4.84');
  await page.getByRole('button', { name: 'Submit this location…' }).click();
  await expect(openJob(page)).toContainText('1 record will be sent');
  await showInActivity(page);
  await page.getByRole('link', { name: 'Submit', exact: true }).click();
  await page.getByRole('link', { name: 'Change submission mode' }).click();
  const setting = page.getByRole('region', { name: 'Locations and alerts' });
  await expect(setting).toBeInViewport();
  await expect(setting).toContainText(new URL(service.url).host);
  const calls = page.getByRole('combobox', { name: t('submit.mode') });
  await expect(calls).toBeFocused();
  await calls.selectOption('query');
  await expect(page.getByRole('link', { name: 'Submit', exact: true })).toHaveCount(0);
  await openActivity(page, 'Jobs');
  await openJob(page).getByRole('button', { name: 'Submit 1 record' }).click();
  await expect(openJob(page)).toContainText('read only now, so the job was not started');
  expect(await posts(service, 'locations')).toBe(0);
  await page.evaluate(() => {
    window.location.hash = '#/submit';
  });
  await expect(page.getByText(t('submit.notAccepted'))).toBeVisible();
  await expect(page.getByRole('button', { name: /unsaved change/ })).toBeVisible();
  await page.getByRole('button', { name: 'Discard the entries' }).click();
  await expect(page.getByRole('button', { name: /unsaved change/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Plan to/ })).toHaveCount(0);
  await page.getByRole('link', { name: t('submit.notAccepted.settings') }).click();
  await expect(calls).toBeFocused();
  await calls.selectOption('auto');
  await expect(page.getByRole('link', { name: 'Submit', exact: true })).toBeVisible();
});
