import type { Page } from '@playwright/test';
import { connect } from '../support/app';
import { expect, test } from '../support/fixtures';
import { fitAll, middleOfMap } from '../support/map-page';
import type { ServiceProcess } from '../support/service';

const table = (page: Page) => page.getByRole('table', { name: 'Devices' });
const details = (page: Page) => page.getByRole('region', { name: 'Device details' });

async function place(service: ServiceProcess, id: string, name: string, speed: number) {
  await service.control('addDevice', { id, name });
  await service.control('setFix', id, { latitude: 45.76, longitude: 4.84, speed, course: 0 });
}

test('devices at one position open as a list to select one from', async ({ start, serve }) => {
  const service = await serve({ devices: 0 });
  for (const number of [1, 2, 3]) await place(service, `s-${number}`, `Stacked ${number}`, 0);
  const { page } = await start();
  await connect(page, service);
  await expect(page.getByRole('status')).toContainText('3 with a position');
  const list = page.getByRole('dialog', { name: 'Devices at this spot' });
  await expect(async () => {
    await fitAll(page);
    const { x, y } = await middleOfMap(page);
    await page.mouse.click(x, y);
    await expect(list).toBeVisible({ timeout: 1_500 });
  }).toPass();
  await expect(list.getByRole('button', { name: /^Stacked/ })).toHaveCount(3);
  // The list has the keyboard focus immediately, and Escape leaves it.
  await expect(list.getByRole('button', { name: /^Stacked 1/ })).toBeFocused();
  await list.getByRole('button', { name: /^Stacked 2/ }).click();
  await expect(list).toBeHidden();
  await expect(details(page)).toContainText('Stacked 2');
  await expect(table(page).getByRole('row', { name: 'Stacked 2' })).toHaveAttribute(
    'aria-current',
    'true',
  );
});

test('following stops when the map is dragged, and can be resumed', async ({ start, serve }) => {
  const service = await serve({ devices: 0 });
  await place(service, 'f-1', 'Followed', 12);
  const { page } = await start();
  await connect(page, service);
  await expect(page.getByRole('status')).toContainText('1 with a position');
  const follow = page.getByRole('button', { name: 'Follow', exact: true });
  await expect(follow).toBeDisabled();
  await table(page).getByRole('row', { name: 'Followed' }).click();
  await follow.click();
  await expect(follow).toHaveAttribute('aria-pressed', 'true');
  const { x, y } = await middleOfMap(page);
  await page.mouse.move(x + 60, y + 60);
  await page.mouse.down();
  await page.mouse.move(x + 90, y + 80, { steps: 5 });
  await page.mouse.move(x + 140, y + 110, { steps: 5 });
  await page.mouse.up();
  await expect(follow).toHaveAttribute('aria-pressed', 'false');
  await page.getByRole('button', { name: 'Resume following' }).click();
  await expect(follow).toHaveAttribute('aria-pressed', 'true');
});

test('filters by state, group and age narrow the table and show the counts', async ({
  start,
  serve,
}) => {
  const service = await serve({ devices: 0 });
  await place(service, 'a', 'Driving', 12);
  await place(service, 'b', 'UserStatus', 0);
  await service.control('addDevice', { id: 'c', name: 'Never heard' });
  const { page } = await start();
  await connect(page, service);
  await expect(page.getByRole('status')).toContainText('2 with a position');
  const moving = page
    .getByRole('group', { name: 'State' })
    .getByRole('button', { name: /^Moving/ });
  await moving.click();
  await expect(page.getByText('1 of 3')).toBeVisible();
  await expect(table(page).getByRole('row', { name: 'Driving' })).toBeVisible();
  await moving.click();
  await page
    .getByRole('combobox', { name: 'Age of the last report' })
    .selectOption('Older than 1 h');
  await expect(page.getByText('1 of 3')).toBeVisible();
  await expect(table(page).getByRole('row', { name: 'Never heard' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Group' }).selectOption('In no group');
  await expect(page.getByText('1 of 3')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByText('3 of 3')).toBeVisible();
});

test('the theme is a setting, and a map over http is refused with a message', async ({
  start,
  serve,
}) => {
  const service = await serve({ devices: 3 });
  const { page } = await start();
  await connect(page, service);
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Settings' })
    .click();
  const scheme = () => page.evaluate(() => document.documentElement.dataset['mantineColorScheme']);
  await page.getByText('Dark', { exact: true }).click();
  await expect.poll(scheme).toBe('dark');
  await page.getByText('Light', { exact: true }).click();
  await expect.poll(scheme).toBe('light');
  const address = page.getByRole('textbox', { name: 'Online map style' });
  await address.fill('http://maps.example/style.json');
  await expect(page.getByText('Only https is accepted')).toBeVisible();
  await address.fill('');
  await expect(page.getByText('Only https is accepted')).toBeHidden();
});

test('map labels are chosen on the map, or turned off', async ({ start, serve }) => {
  const service = await serve({ devices: 0 });
  await place(service, 'n-1', 'Named', 0);
  const { page } = await start();
  await connect(page, service);
  await expect(page.getByRole('status')).toContainText('1 with a position');
  const tooltip = page.locator('.maplibregl-map div[aria-hidden="true"]', { hasText: 'Named' });
  const pointAtIt = async () => {
    const { x, y } = await middleOfMap(page);
    await page.mouse.move(x + 150, y + 150);
    await page.mouse.move(x, y);
  };
  const choose = async (mode: string) => {
    await page.getByRole('button', { name: 'Names on the map' }).click();
    await page.getByRole('menuitemradio', { name: mode }).click();
    await expect(page.getByRole('menu')).toHaveCount(0);
  };
  await page.getByRole('button', { name: 'Fit all' }).click();
  await choose('On hover');
  await expect(async () => {
    await pointAtIt();
    await expect(tooltip).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await choose('None');
  // The pointer is over the symbol, and still no name is shown.
  await expect(async () => {
    await pointAtIt();
    const canvas = page.locator('canvas.maplibregl-canvas');
    await expect(canvas).toHaveCSS('cursor', 'pointer', { timeout: 1_000 });
  }).toPass();
  await expect(tooltip).toBeHidden();
  await page.getByRole('button', { name: 'Names on the map' }).click();
  await expect(page.getByRole('menuitemradio', { name: 'None' })).toBeChecked();
});
