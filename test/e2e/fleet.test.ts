import type { Page } from '@playwright/test';
import { allowCalls, connect } from '../support/app';
import { t } from '../support/english';
import { expect, test } from '../support/fixtures';
import { chooseLayout } from '../support/fleet-page';
import { fitAll, middleOfMap } from '../support/map-page';

const table = (page: Page) => page.getByRole('table', { name: 'Devices' });
const rowNames = async (page: Page) =>
  table(page)
    .locator('[role=row][aria-label]')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label')));

test('search, filter, sort, select from the table and the map, and refresh; no position for (0, 0) or without a report, and what is gone is said', async ({
  app,
  serve,
}) => {
  const service = await serve({ devices: 0 });
  await service.control('addDevice', { id: 'a-1', name: 'Camión Ñandú 10' });
  await service.control('addDevice', { id: 'a-2', name: 'Van 9' });
  await service.control('addDevice', { id: 'a-3', name: 'Van 10' });
  await service.control('setFix', 'a-3', {
    latitude: 45.76,
    longitude: 4.84,
    speed: 12,
    course: 0,
  });
  await service.control('addDevice', { id: 'zero', name: 'Null Island' });
  await service.control('setFix', 'zero', { latitude: 0, longitude: 0, speed: 5 });
  const { page, errors } = app;
  await connect(page, service);
  await expect(page.getByText('4 of 4', { exact: true })).toBeVisible();

  await page.getByRole('searchbox', { name: 'Search devices' }).fill('nandu camion');
  await expect(page.getByText('1 of 4', { exact: true })).toBeVisible();
  expect(await rowNames(page)).toEqual(['Camión Ñandú 10']);

  await page.getByRole('searchbox', { name: 'Search devices' }).fill('');
  const state = page.getByRole('group', { name: 'State' });
  await expect(page.getByRole('status')).toContainText('1 with a position');
  await state.getByRole('button', { name: 'Silent 2' }).click();
  await expect(page.getByText('2 of 4', { exact: true })).toBeVisible();
  expect(await rowNames(page)).not.toContain('Van 10');
  await page.getByRole('combobox', { name: 'Group' }).selectOption('In no group');
  await expect(page.getByText('2 of 4', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByText('4 of 4', { exact: true })).toBeVisible();

  // A filter that hides what is searched for is left with the next step of the empty list.
  await page.getByRole('searchbox', { name: 'Search devices' }).fill('nandu camion');
  await page.getByRole('button', { name: /^Moving/ }).click();
  await expect(page.getByText('0 of 4')).toBeVisible();
  await page.getByRole('button', { name: 'Search all devices' }).click();
  await expect(page.getByText('1 of 4')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search devices' }).fill('');
  await expect(page.getByText('4 of 4', { exact: true })).toBeVisible();

  await chooseLayout(page, 'Table');
  const nameHeader = table(page).getByRole('columnheader', { name: /^Name/ });
  const inOrder = ['Camión Ñandú 10', 'Null Island', 'Van 9', 'Van 10'];
  await nameHeader.click();
  await expect(nameHeader).toHaveAttribute('aria-sort', 'ascending');
  await expect.poll(() => rowNames(page)).toEqual(inOrder);
  // Its centre, which the text does not cover.
  await nameHeader.click();
  await expect.poll(() => rowNames(page)).toEqual(inOrder.toReversed());

  await chooseLayout(page, 'Split');
  await table(page).getByRole('row', { name: 'Van 10' }).click();
  const details = page.getByRole('region', { name: 'Device details' });
  await expect(details).toContainText('Van 10');
  await expect(details).toContainText('45.76000');
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
  // Leaving the details ends the selection: no row and no symbol is marked.
  await expect(table(page).locator('[aria-current]')).toHaveCount(0);

  // "Fit all" centres the only device with a position.
  await expect(async () => {
    await fitAll(page);
    const { x, y } = await middleOfMap(page);
    await page.mouse.click(x, y);
    await expect(details).toContainText('Van 10', { timeout: 1_000 });
  }).toPass();
  // The list keeps it below the details, and is back with its focus.
  const current = page.locator('[role=row][aria-current=true]');
  await expect(current).toHaveAttribute('aria-label', 'Van 10');
  await details.getByRole('button', { name: 'Back to 4 devices' }).click();
  await expect(table(page)).toBeVisible();
  await table(page).getByRole('row', { name: 'Van 9' }).press('Enter');
  await expect(details).toContainText('Van 9');
  await details.getByRole('button', { name: 'Next device' }).click();
  await expect(details).toContainText('Null Island');
  await expect(details).toContainText(/no position/i);
  await details.getByRole('button', { name: 'Next device' }).click();
  await expect(details).toContainText('Camión Ñandú 10');
  await expect(details).toContainText(/never|no fix|not reported/i);
  await page.keyboard.press('Escape');
  await expect(table(page).getByRole('row', { name: 'Camión Ñandú 10' })).toBeFocused();
  await table(page).getByRole('row', { name: 'Van 10' }).click();

  // The list is requested again only after minutes, so the new description comes from the refresh.
  await service.control('addDevice', { id: 'a-3', name: 'Van 10', description: 'Repaired' });
  const refresh = details.getByRole('button', { name: 'Refresh this device' });
  await refresh.click();
  await expect(details).toContainText('Repaired');
  await expect(details.getByRole('alert')).toHaveCount(0);
  await service.control('removeDevice', 'a-3');
  await refresh.click();
  await expect(details.getByRole('alert')).toContainText(t('fleet.details.gone'));
  await expect(details).toContainText('Repaired');
  expect(errors).toEqual([]);
});

/** A menu takes the focus a moment after it has opened. */
async function chooseByKey(
  page: Page,
  role: 'menuitem' | 'menuitemradio',
  name: string,
): Promise<void> {
  await expect(page.locator('[role=menu]:focus, [role=menu] :focus')).toHaveCount(1);
  await page.getByRole(role, { name }).press('Enter');
}

/** Sets the text of the focused field and presses Enter in the same turn, before anything is found for it. */
const typeAndEnterAtOnce = (page: Page, text: string) =>
  page.evaluate((value) => {
    const field = document.activeElement as HTMLInputElement;
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!;
    set!.call(field, value);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    const enter = { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true };
    field.dispatchEvent(new KeyboardEvent('keydown', enter));
  }, text);

/** Enter chooses a device of what was typed last, also one that was just found. */
async function expectEnterToChoose(page: Page): Promise<void> {
  const first = page.getByRole('option', { name: 'Crane 1' });
  const details = page.getByRole('region', { name: 'Device details' });
  // In the moment in which it is in the list and not marked yet.
  await page.evaluate(() => {
    new MutationObserver((_, observer) => {
      const option = [...document.querySelectorAll('[role=option]')].at(-1);
      if (!option?.textContent.startsWith('Lorry')) return;
      observer.disconnect();
      const enter = { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true };
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', enter));
    }).observe(document.body, { subtree: true, childList: true });
  });
  await page.keyboard.press('Control+k');
  await page.keyboard.insertText('lorry');
  await expect(details.getByRole('heading', { name: 'Lorry' })).toBeVisible();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('crane');
  await expect(first).toHaveAttribute('data-combobox-selected', 'true');
  await typeAndEnterAtOnce(page, 'crane 2');
  await expect(details.getByRole('heading', { name: 'Crane 2' })).toBeVisible();

  await page.getByRole('link', { name: 'History' }).click();
  await page.getByRole('textbox', { name: 'Devices' }).click();
  await page.keyboard.type('crane');
  await expect(first).toHaveAttribute('data-combobox-selected', 'true');
  await typeAndEnterAtOnce(page, 'crane 3');
  await expect(page.getByRole('button', { name: 'Remove Crane 3' })).toBeVisible();
}

test('the keyboard alone reaches, sorts and opens everything, Enter chooses what was typed last, and a search in the map alone shows the list', async ({
  app,
  serve,
}) => {
  const service = await serve({ devices: 26 });
  for (const name of ['Crane 1', 'Crane 2', 'Crane 3', 'Lorry']) {
    await service.control('addDevice', { id: name, name });
  }
  const { page } = app;
  await connect(page, service);
  await allowCalls(page);
  await expect(page.getByText('30 of 30', { exact: true })).toBeVisible();
  const details = page.getByRole('region', { name: 'Device details' });
  await expectEnterToChoose(page);
  await page.getByRole('link', { name: 'Fleet' }).click();
  await details.getByRole('button', { name: /^Back to/ }).click();

  await chooseLayout(page, 'Map');
  const search = page.getByRole('searchbox', { name: 'Search devices' });
  await expect(search).toBeHidden();
  await page.keyboard.press('Control+f');
  await expect(search).toBeFocused();
  await page.keyboard.type('1');
  await expect(table(page).getByRole('row').nth(1)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(details).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
  await expect(search).toHaveValue('1');
  await search.focus();
  await page.keyboard.press('Escape');
  await expect(search).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(search).toBeHidden();
  await expect(page.getByRole('radio', { name: 'Map' })).toBeChecked();

  await page.getByRole('radio', { name: 'Split' }).press('ArrowRight');
  await page.keyboard.press('Control+f');
  await expect(search).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(details).toBeVisible();

  // The menu of a row gives the focus back to its row.
  const row = table(page).locator('[role=row][aria-current]');
  await row.focus();
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('menuitem', { name: 'Show on map' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(row).toBeFocused();
  await page.keyboard.press('ContextMenu');
  await expect(page.getByRole('menuitem', { name: 'Today’s track' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();

  // Columns.
  const headers = table(page).getByRole('columnheader');
  const names = ['', 'Name', 'State', 'Where', 'Last report', 'Alerts'];
  await expect(headers).toHaveText(names);
  await headers.getByRole('button', { name: 'Alerts' }).focus();
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(headers).toHaveText(['', 'Name', 'State', 'Where', 'Alerts', 'Last report']);
  const edge = page.getByRole('separator', { name: 'Width of Where' });
  // The column takes the room that is left; its steps begin there.
  const before = await edge.evaluate((handle) => handle.parentElement!.offsetWidth);
  await expect(edge).toHaveAttribute('aria-valuenow', String(before));
  await edge.focus();
  await page.keyboard.press('ArrowRight');
  await expect(edge).toHaveAttribute('aria-valuenow', String(before + 10));

  // A saved view keeps them, with the filter.
  const top = async () => (await table(page).boundingBox())?.y;
  const topBefore = await top();
  await page.getByRole('searchbox', { name: 'Search devices' }).fill('van');
  await expect(page.getByRole('button', { name: 'Clear filters' })).toBeVisible();
  expect(await top()).toBe(topBefore);
  const views = page.getByRole('button', { name: /^Saved views/ });
  await views.press('Enter');
  await chooseByKey(page, 'menuitem', t('fleet.views.saveAs'));
  await page.getByRole('textbox', { name: t('fleet.views.name') }).fill('Vans');
  await page.keyboard.press('Enter');
  await expect(views).toHaveAccessibleName('Saved views: Vans');
  await page.getByRole('button', { name: 'View', exact: true }).click();
  await chooseByKey(page, 'menuitem', 'Reset columns');
  await page.keyboard.press('Escape');
  await expect(headers).toHaveText(names);
  await expect(views).toHaveAccessibleName('Saved views: Vans (changed)');
  await views.press('Enter');
  await chooseByKey(page, 'menuitemradio', 'All devices');
  await expect(page.getByText('30 of 30', { exact: true })).toBeVisible();
  await views.press('Enter');
  await chooseByKey(page, 'menuitemradio', 'Vans');
  await expect(page.getByRole('searchbox', { name: 'Search devices' })).toHaveValue('van');
  await expect(headers.nth(4)).toHaveText('Alerts');
  await views.press('Enter');
  await chooseByKey(page, 'menuitem', 'Delete “Vans”…');
  await page.getByRole('button', { name: 'Delete view' }).press('Enter');
  await expect(views).toHaveAccessibleName('Saved views: Unsaved view');

  // The search of the header finds pages and actions.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('expiry');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Expiry' })).toHaveAttribute('aria-current', 'page');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('export');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: t('ui.export.csv') })).toBeVisible();
});

test('no row moves under the pointer: a click on the first row opens that device', async ({
  app,
  serve,
}) => {
  const service = await serve({ devices: 0 });
  const names = ['Ada', 'Bea', 'Cleo', 'Dora'];
  const report = (name: string) =>
    service.control('setFix', name, { latitude: 45.76, longitude: 4.84, speed: 3 });
  for (const name of names) {
    await service.control('addDevice', { id: name, name });
    await report(name);
  }
  const { page } = app;
  await connect(page, service);
  await allowCalls(page, 6_000);
  await expect(page.getByRole('status')).toContainText('4 with a position');
  await chooseLayout(page, 'Table');
  const header = table(page).getByRole('columnheader', { name: /^Last report/ });
  await header.click();
  await expect(header).toHaveAttribute('aria-sort', 'ascending');
  await header.click();
  await expect(header).toHaveAttribute('aria-sort', 'descending');
  const first = table(page).locator('[role=row][data-index="0"]');
  await first.hover();
  const order = await rowNames(page);
  const name = order[0]!;
  // The others report again; the first one would move to the end.
  for (const other of order.slice(1).reverse()) await report(other!);
  const newOrder = page.getByRole('button', { name: 'New order' });
  await expect(newOrder).toBeVisible({ timeout: 30_000 });
  expect(await rowNames(page)).toEqual(order);
  await first.click();
  await expect(page.getByRole('region', { name: 'Device details' })).toContainText(name);
  await newOrder.click();
  await expect.poll(async () => (await rowNames(page))[0]).not.toBe(name);
  await expect(newOrder).toBeHidden();
});
