import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { connect } from '../support/app';
import { t } from '../support/english';
import { expect, test } from '../support/fixtures';
import { pickFile } from '../support/import-page';
import { fitAll, pixelOf } from '../support/map-page';

const table = (page: Page) => page.getByRole('table', { name: 'Devices' });
const row = (page: Page, name: string) => table(page).getByRole('row', { name });
const details = (page: Page) => page.getByRole('region', { name: 'Device details' });

test('a place named on the map stands instead of the town, filters and finds; places of a file follow', async ({
  app,
  serve,
  profile,
}) => {
  const lyon = { latitude: 45.76, longitude: 4.84 };
  const paris = { latitude: 48.857, longitude: 2.352 };
  const service = await serve({ devices: 0 });
  for (const [id, name, at] of [
    ['d-1', 'Delivery 1', lyon],
    ['d-2', 'Delivery 2', paris],
  ] as const) {
    await service.control('addDevice', { id, name });
    await service.control('setFix', id, { ...at, speed: 0, course: 0 });
  }
  const { page } = app;
  await connect(page, service);
  await expect(page.getByRole('status')).toContainText('2 with a position');

  await row(page, 'Delivery 1').click();
  await expect(details(page)).toContainText('Lyon');
  await page.keyboard.press('Escape');
  await fitAll(page);
  // Beside the device: a click on it is about the device.
  const { x, y } = await pixelOf(page, lyon);
  await page.mouse.click(x + 25, y, { button: 'right' });
  await page.getByRole('menuitem', { name: t('places.newHere') }).click();
  const editor = page.getByRole('dialog', { name: t('places.new') });
  await editor.getByRole('textbox', { name: 'Name' }).fill('Depot South');
  await editor.getByRole('textbox', { name: 'Radius (m)' }).fill('100000');
  await editor.getByRole('button', { name: t('places.save') }).click();
  await expect(page.getByText(t('places.created', { place: 'Depot South' }))).toBeVisible();
  await expect(row(page, 'Delivery 1')).toContainText('Depot South');
  await expect(row(page, 'Delivery 2')).not.toContainText('Depot South');

  const filter = page.getByRole('combobox', { name: t('fleet.place'), exact: true });
  await filter.click();
  await page.getByRole('option', { name: 'At Depot South (1)' }).click();
  await expect(row(page, 'Delivery 2')).toBeHidden();
  await expect(row(page, 'Delivery 1')).toBeVisible();
  await filter.click();
  await page.getByRole('option', { name: t('fleet.place.all') }).click();
  await expect(row(page, 'Delivery 2')).toBeVisible();

  await page.getByRole('searchbox', { name: 'Search' }).fill('at depot south');
  await expect(row(page, 'Delivery 2')).toBeHidden();
  await row(page, 'Delivery 1').click();
  await expect(details(page)).toContainText('Depot South');
  await details(page)
    .getByRole('button', { name: t('app.device.more') })
    .click();
  await page.getByRole('menuitem', { name: t('places.newHere') }).click();
  await expect(editor.getByRole('textbox', { name: t('places.centre') })).toHaveValue(/45\.76/);
  await editor.getByRole('button', { name: t('common.cancel') }).click();

  const navigation = page.getByRole('navigation', { name: 'Main' });
  await navigation.getByRole('link', { name: t('places.title') }).click();
  const file = path.join(profile, 'customers.csv');
  writeFileSync(
    file,
    'name,latitude,longitude,radius\nCity Hall,48.8566,2.3522,300\nNowhere,,,300\n',
  );
  await pickFile(app, file);
  await page.getByRole('button', { name: t('places.import') }).click();
  const preview = page.getByRole('dialog', {
    name: t('places.import.title', { file: 'customers.csv' }),
  });
  await expect(preview).toContainText(t('places.import.refusedCount', { count: 1 }));
  await expect(preview).toContainText(t('places.import.noPosition'));
  await preview.getByRole('button', { name: t('places.import.run', { count: 1 }) }).click();
  const places = page.getByRole('table', { name: t('places.title') });
  await expect(places.getByRole('row', { name: 'City Hall' })).toBeVisible();
  await page
    .getByRole('button', { name: t('common.undo') })
    .last()
    .click();
  await expect(places.getByRole('row', { name: 'City Hall' })).toBeHidden();
  await expect(places.getByRole('row', { name: 'Depot South' })).toBeVisible();
});
