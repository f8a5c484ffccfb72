import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { connect } from '../support/app';
import { t } from '../support/english';
import { expect, test } from '../support/fixtures';
import { pickFile } from '../support/import-page';

const dayMs = 86_400_000;
const yesterday = Math.floor(Date.now() / dayMs) * dayMs - dayMs;
const at = (time: string) => yesterday + Date.parse(`1970-01-01T${time}Z`);

/** Every two minutes from one time to another, along a straight line of latitudes. */
function* drive(from: string, to: string, south: number, north: number) {
  const [start, end] = [at(from), at(to)];
  for (let now = start; now <= end; now += 120_000) {
    const share = (now - start) / (end - start);
    yield { at: now, latitude: south + (north - south) * share };
  }
}

test('when a van came to a customer yesterday, how it was used, and what it costs to know', async ({
  app,
  serve,
  profile,
}) => {
  const service = await serve({ devices: 0 });
  // What costs fewer calls is loaded at once.
  for (const n of [9, 8, 7, 6, 5, 4]) {
    await service.control('addDevice', { id: `van-${n}`, name: `Van ${n}` });
  }
  for (const fix of [
    ...drive('09:50:00', '10:20:00', 45, 45.2),
    ...drive('10:22:00', '11:00:00', 45.2, 45.2),
    ...drive('11:02:00', '11:30:00', 45.21, 45.4),
    ...drive('20:30:00', '20:50:00', 45.4, 45.3),
  ]) {
    const { latitude } = fix;
    const dateTime = new Date(fix.at).toISOString();
    await service.control('setFix', 'van-9', { dateTime, latitude, longitude: 4.84, speed: 10 });
  }
  const { page } = app;
  await connect(page, service);
  await page.evaluate(() => window.waypost.settings.change({ timeZone: 'utc' }));
  const file = path.join(profile, 'places.csv');
  writeFileSync(file, 'name,kind,latitude,longitude,radius\nCity Hall,Customer,45.2,4.84,300\n');
  await pickFile(app, file);
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await navigation.getByRole('link', { name: t('places.title') }).click();
  await page.getByRole('button', { name: t('places.import') }).click();
  await page.getByRole('button', { name: t('places.import.run', { count: 1 }) }).click();
  await page
    .getByRole('table', { name: t('places.title') })
    .getByText('City Hall')
    .click();
  await page.getByRole('region', { name: t('places.detail') }).waitFor();
  await page.getByRole('button', { name: t('places.visits'), exact: true }).click();

  await page.getByRole('button', { name: t('visits.earlier') }).click();
  // An account's days may begin in another zone: one of UTC is then of two.
  await expect(page.getByText(/\d days? of 6 devices: .* calls, /)).toBeVisible();
  await page.getByRole('button', { name: 'Load', exact: true }).click();
  const visits = page.getByRole('table', { name: t('visits.tab.visits') });
  const visit = visits.getByRole('row', { name: 'Visit of Van 9 to City Hall' });
  await expect(visit).toContainText('10:18 – 10:20');
  await expect(visit).toContainText('11:00 – 11:02');
  await expect(visit).toContainText('40 min – 44 min');

  await page.getByText(t('visits.tab.days'), { exact: true }).click();
  const days = page.getByRole('table', { name: t('visits.tab.days') });
  const used = days.getByRole('row', { name: 'Van 9' });
  await expect(used).toContainText('09:50');
  await expect(used).toContainText('40 min – 44 min');
  await expect(days.getByRole('row', { name: 'Van 8' })).not.toContainText('0 km');
  const late = t('visits.late', { time: '20:00' });
  await page.getByRole('button', { name: late }).click();
  await expect(days.getByRole('row', { name: 'Van 8' })).toBeHidden();
  await expect(used).toBeVisible();

  const saved = path.join(profile, 'days.csv');
  await pickFile(app, saved);
  await page.getByRole('button', { name: t('common.export') }).click();
  await page.getByRole('menuitem', { name: t('ui.export.csv') }).click();
  await expect
    .poll(() => {
      try {
        return readFileSync(saved, 'utf8');
      } catch {
        return '';
      }
    })
    .toContain('Van 9');
  expect(readFileSync(saved, 'utf8')).not.toContain('Van 8');

  await used.click();
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible();
  await expect(page.getByText('Van 9').first()).toBeVisible();
});
