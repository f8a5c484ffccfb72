import type { Page } from '@playwright/test';
import { connect } from '../support/app';
import { t } from '../support/english';
import { expect, test } from '../support/fixtures';

// Whatever the environment of the computer says, a dispatcher can work.

const devices = (page: Page) => page.getByRole('table', { name: 'Devices' });
const zoneOf = (page: Page) => page.locator('footer').getByRole('button', { name: 'Time zone' });
const zoneNotice = (page: Page) =>
  page.getByRole('note').filter({ hasText: t('settings.zoneNotice.title') });

const environments: [name: string, env: Record<string, string>, zone: RegExp, isNamed: boolean][] =
  [
    ['an empty TZ', { TZ: '' }, /UTC$/, false],
    ['TZ=UTC-5', { TZ: 'UTC-5' }, /UTC\+05:00/, false],
    [
      'a locale, folders and proxies that do not exist, and the path of a zone',
      {
        TZ: ':/usr/share/zoneinfo/Europe/Berlin',
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
      },
      /Europe\/Berlin/,
      true,
    ],
  ];

for (const [name, env, zone, isNamed] of environments) {
  test(`with ${name} the fleet, the history and the settings are shown`, async ({
    start,
    serve,
  }) => {
    const service = await serve({ devices: 3 });
    const app = await start({ env });
    const { page } = app;
    await connect(page, service);
    await expect(devices(page).getByRole('row')).toHaveCount(4);
    await expect(zoneOf(page)).toContainText(zone);
    await expect(zoneNotice(page)).toHaveCount(isNamed ? 0 : 1);
    await page.evaluate(() => void (globalThis.location.hash = '#/history'));
    await expect(page.getByRole('combobox', { name: 'Range' })).toBeVisible();
    await page.evaluate(() => void (globalThis.location.hash = '#/settings'));
    await expect(page.getByText(t('settings.times'))).toBeVisible();
    await expect(page.getByText('Something went wrong')).toHaveCount(0);
    expect(app.errors).toEqual([]);
  });
}

test('a zone is chosen where the computer names none, and is used at once and after a restart', async ({
  start,
  serve,
}) => {
  const service = await serve({ devices: 3 });
  const env = { TZ: 'Nowhere/City' };
  const app = await start({ env });
  await connect(app.page, service);
  await expect(devices(app.page).getByRole('row')).toHaveCount(4);
  await zoneNotice(app.page)
    .getByRole('link', { name: t('settings.zoneNotice.choose') })
    .click();
  await app.page.getByText('Another zone', { exact: true }).click();
  const zone = app.page.getByRole('combobox', { name: 'Zone', exact: true });
  await zone.fill('bogota');
  await app.page.getByRole('option', { name: 'America/Bogota' }).click();
  await expect(zoneOf(app.page)).toContainText('America/Bogota');
  await expect(zoneNotice(app.page)).toHaveCount(0);
  await app.close();

  const again = await start({ env });
  await expect(devices(again.page).getByRole('row')).toHaveCount(4);
  await expect(zoneOf(again.page)).toContainText('America/Bogota');
  expect(again.errors).toEqual([]);
});
