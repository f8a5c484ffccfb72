import { connect } from '../support/app';
import { t } from '../support/english';
import { expect, test } from '../support/fixtures';

/** Which zones the values of TZ name is tested beside `computerZone`. */
const env = {
  TZ: 'UTC-5',
  LC_ALL: 'xx_YY',
  LANG: 'bogus',
  LANGUAGE: '-',
  HOME: '/nonexistent',
  XDG_CONFIG_HOME: 'here',
  XDG_CACHE_HOME: '',
  // Not an empty entry: fontconfig 2.14 damages memory by it, before any code of ours runs.
  XDG_DATA_DIRS: '/nonexistent',
  http_proxy: '::',
  https_proxy: 'nowhere:port',
  all_proxy: 'socks://',
  no_proxy: '*,,',
};

test('with a locale, folders, proxies and a zone that do not exist the fleet, the history and the settings are shown, and a zone is chosen', async ({
  start,
  serve,
}) => {
  const app = await start({ env });
  const { page } = app;
  const zone = page.locator('footer').getByRole('button', { name: 'Time zone' });
  const notice = page.getByRole('note').filter({ hasText: t('settings.zoneNotice.title') });
  await connect(page, await serve({ devices: 3 }));
  await expect(page.getByRole('table', { name: 'Devices' }).getByRole('row')).toHaveCount(4);
  await expect(zone).toContainText(/UTC\+05:00/);
  await page.evaluate(() => void (globalThis.location.hash = '#/history'));
  await expect(page.getByRole('combobox', { name: 'Range' })).toBeVisible();
  await notice.getByRole('link', { name: t('settings.zoneNotice.choose') }).click();
  await expect(page.getByText(t('settings.times'))).toBeVisible();
  await page.getByText('Another zone', { exact: true }).click();
  await page.getByRole('combobox', { name: 'Zone', exact: true }).fill('bogota');
  await page.getByRole('option', { name: 'America/Bogota' }).click();
  await expect(zone).toContainText('America/Bogota');
  await expect(notice).toHaveCount(0);
  await expect(page.getByText('Something went wrong')).toHaveCount(0);
  expect(app.errors).toEqual([]);
});
