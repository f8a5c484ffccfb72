import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { connect, type App } from '../support/app';
import { t } from '../support/english';
import { expect, test } from '../support/fixtures';
import { saveAs } from '../support/history-page';
import { fitAll, mapRests, middleOfMap, openTool, pixelOf } from '../support/map-page';
import type { ServiceProcess } from '../support/service';

const table = (page: Page) => page.getByRole('table', { name: 'Devices' });
const details = (page: Page) => page.getByRole('region', { name: 'Device details' });

async function place(service: ServiceProcess, id: string, name: string, speed: number) {
  await service.control('addDevice', { id, name });
  await service.control('setFix', id, { latitude: 45.76, longitude: 4.84, speed, course: 0 });
}

test('devices at one position, also at 180°, open as a list beside them to select one from', async ({
  app,
  serve,
}) => {
  const service = await serve({ devices: 0 });
  const stack = { latitude: -17.7, longitude: -179.9 };
  for (const number of [1, 2, 3]) {
    await service.control('addDevice', { id: `s-${number}`, name: `Stacked ${number}` });
    await service.control('setFix', `s-${number}`, { ...stack, speed: 0, course: 0 });
  }
  await service.control('addDevice', { id: 'west', name: 'West' });
  const west = { latitude: -17.7, longitude: 179.5, speed: 0, course: 0 };
  await service.control('setFix', 'west', west);
  const { page } = app;
  await connect(page, service);
  await expect(page.getByRole('status')).toContainText('4 with a position');
  const list = page.getByRole('dialog', { name: t('map.stack') });
  await expect(async () => {
    await fitAll(page);
    const { x, y } = await pixelOf(page, stack);
    await page.mouse.click(x, y);
    await expect(list).toBeVisible({ timeout: 1_500 });
    const box = (await list.boundingBox())!;
    const away = Math.max(box.x - x, x - (box.x + box.width));
    expect(away, 'the list is beside the devices').toBeGreaterThan(0);
    expect(away).toBeLessThan(100);
  }).toPass();
  await expect(list.getByRole('button', { name: /^Stacked/ })).toHaveCount(3);
  // The list has the keyboard focus immediately, and a choice leaves it.
  await expect(list.getByRole('button', { name: /^Stacked 1/ })).toBeFocused();
  await list.getByRole('button', { name: /^Stacked 2/ }).click();
  await expect(list).toBeHidden();
  await expect(details(page)).toContainText('Stacked 2');
});

test('following names its device, stops on a drag, and never jumps to the next device', async ({
  app,
  serve,
}) => {
  const service = await serve({ devices: 0 });
  await place(service, 'f-1', 'Followed', 12);
  await place(service, 'f-2', 'Other', 12);
  const { electron, page } = app;
  await connect(page, service);
  await expect(page.getByRole('status')).toContainText('2 with a position');
  const follow = page
    .getByRole('group', { name: 'Map controls' })
    .getByRole('button', { name: 'Follow', exact: true });
  await expect(follow).toBeHidden();
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

  // Closing the details keeps it, a second Escape ends it.
  const chip = page.getByRole('group', { name: 'Following Followed' });
  await expect(chip).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(details(page)).toBeHidden();
  await expect(chip).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(chip).toBeHidden();

  // Another device is not followed because the last one was.
  await table(page).getByRole('row', { name: 'Followed' }).click();
  await details(page).getByRole('button', { name: 'Follow', exact: true }).click();
  await expect(chip).toBeVisible();
  await page.keyboard.press('Escape');
  await table(page).getByRole('row', { name: 'Other' }).click();
  await expect(details(page)).toContainText('Other');
  await expect(chip).toBeHidden();
  await expect(follow).toHaveAttribute('aria-pressed', 'false');
  await expect(page.getByRole('button', { name: 'Resume following' })).toBeHidden();

  // The link of a device can be copied.
  await details(page).getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Copy link' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  expect(await electron.evaluate(({ clipboard }) => clipboard.readText())).toBe(
    'waypost://device/f-2',
  );
});

/** Types coordinates, and waits until they are at the centre of the map. */
async function goTo(page: Page, typed: string, centre: string): Promise<void> {
  await openTool(page, t('map.goTo'));
  const field = page.getByRole('textbox', { name: 'Coordinates' });
  await field.fill('140 N');
  await field.press('Enter');
  await expect(page.getByText('Two numbers are expected')).toBeVisible();
  await field.fill(typed);
  await field.press('Enter');
  await expect(page.getByRole('button', { name: `Marker at ${centre}` })).toBeVisible();
  await mapRests(page);
}

async function savedMap({ page, ...app }: App, file: string): Promise<Buffer> {
  await saveAs({ page, ...app }, file);
  await openTool(page, 'Save or print');
  await page.getByRole('menuitem', { name: path.extname(file).slice(1).toUpperCase() }).click();
  await expect(page.getByText(`Saved as ${path.basename(file)}`)).toBeVisible();
  return readFileSync(file);
}

/** Answers instead of the system's print dialog: sent, cancelled, and no printer at all. */
async function printMap({ electron, page }: App): Promise<void> {
  const printed = await electron.evaluateHandle(({ app }) => {
    const pages: string[] = [];
    const answers: [boolean, string][] = [
      [true, ''],
      [false, 'Print job canceled'],
      [false, 'Failed to enumerate printers'],
    ];
    app.on('web-contents-created', (_event, contents) => {
      contents.getPrintersAsync = () => Promise.resolve([]);
      contents.print = (options, done) => {
        void contents.printToPDF({ landscape: options?.landscape }).then((pdf) => {
          pages.push(pdf.toString('latin1'));
          done?.(...answers[pages.length - 1]!);
        });
      };
    });
    return pages;
  });
  const pages = () => printed.jsonValue();
  const failure = page.getByText('No printer is set up on this computer');
  const print = async (expected: number) => {
    // Waits until the one before it has ended.
    await openTool(page, 'Save or print');
    await expect(page.getByText('Not done')).toHaveCount(0);
    await page.getByRole('menuitem', { name: 'Print…' }).click();
    await expect.poll(async () => (await pages()).length).toBe(expected);
  };
  await print(1);
  const [first = ''] = await pages();
  expect(first).toContain('(Fleet map)');
  expect(first).toContain('/URI (https://www.geonames.org/)');
  expect(first).toContain('/Count 1');
  expect(first).toContain('/Subtype /Image');
  await print(2);
  await print(3);
  await expect(failure).toBeVisible();
  const errors = page.locator('[aria-live="assertive"]', { has: failure });
  await errors.getByRole('button', { name: 'Dismiss' }).click();
  await expect(failure).toBeHidden();
}

test('map labels are chosen on the map, and its tools measure, find a place and save a picture', async ({
  app,
  serve,
  profile,
}) => {
  const service = await serve({ devices: 0 });
  await place(service, 'n-1', 'Named', 0);
  const { page } = app;
  await connect(page, service);
  await expect(page.getByRole('status')).toContainText('1 with a position');
  const tooltip = page.locator('.maplibregl-map div[aria-hidden="true"]', { hasText: 'Named' });
  const pointAtIt = async () => {
    const { x, y } = await middleOfMap(page);
    await page.mouse.move(x + 150, y + 150);
    await page.mouse.move(x, y);
  };
  const choose = async (mode: string) => {
    await openTool(page, t('map.tools.names'));
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
  await openTool(page, t('map.tools.names'));
  await expect(page.getByRole('menuitemradio', { name: 'None' })).toBeChecked();
  await page.keyboard.press('Escape');

  await goTo(page, '0° N 0° E', '0.00000, 0.00000');
  // The map has the focus.
  await page.keyboard.press('m');
  const ruler = page.getByRole('region', { name: 'Ruler' });
  await ruler.getByRole('button', { name: t('map.ruler.addMiddle') }).click();
  await goTo(page, 'https://www.openstreetmap.org/#map=5/0/1', '0.00000, 1.00000');
  await ruler.getByRole('button', { name: t('map.ruler.addMiddle') }).click();
  await expect(ruler).toContainText('Distance: 111.3 km');
  // One panel at a time; what is behind it stays.
  await openTool(page, 'Legend');
  const legend = page.getByRole('region', { name: 'Legend' });
  await expect(legend).toContainText(t('map.legend.empty'));
  await expect(ruler).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(legend).toBeHidden();
  await expect(page.getByRole('button', { name: 'Tools', exact: true })).toBeFocused();
  await ruler.getByRole('button', { name: 'Copy' }).click();
  await expect
    .poll(() => app.electron.evaluate(({ clipboard }) => clipboard.readText()))
    .toBe('Distance: 111.3\u00a0km\n0.00000, 0.00000\n0.00000, 1.00000');
  const marker = page.getByRole('button', { name: 'Marker at 0.00000, 1.00000' });
  await expect(marker).toBeVisible();

  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('radiogroup', { name: 'Units' }).getByText('Imperial').click();
  await expect(page.getByLabel('Distances are shown in')).toHaveValue('mi');
  await expect(page.getByLabel('Moving above (mph)')).toHaveValue('1.9');
  const scheme = () => page.evaluate(() => document.documentElement.dataset['mantineColorScheme']);
  for (const theme of ['Dark', 'Light']) {
    await page.getByText(theme, { exact: true }).click();
    await expect.poll(scheme).toBe(theme.toLowerCase());
  }
  const address = page.getByRole('textbox', { name: 'Online map style' });
  await address.fill('http://maps.example/style.json');
  await expect(page.getByText('Only https is accepted')).toBeVisible();
  await address.fill('');
  await expect(page.getByText('Only https is accepted')).toBeHidden();
  await page.getByRole('link', { name: 'Fleet' }).click();
  await expect(ruler).toContainText(/Distance: 69\.\d+\smi/);
  await expect(page.locator('.maplibregl-ctrl-scale').first()).toHaveText(/(mi|ft)$/);

  const png = await savedMap(app, path.join(profile, 'map.png'));
  const width = await page.evaluate(() => document.querySelector('canvas')!.clientWidth);
  expect(png.readUInt32BE(16)).toBeGreaterThanOrEqual(2 * width);
  expect(png.toString('utf8')).toContain('Natural Earth · GeoNames CC BY 4.0');
  const pdf = (await savedMap(app, path.join(profile, 'map.pdf'))).toString('latin1');
  expect(pdf).toMatch(/^%PDF-/);
  expect(pdf).toContain('(Fleet map)');
  expect(pdf).toContain('/URI (https://www.geonames.org/)');
  expect(pdf).toContain('/Count 1');
  await printMap(app);

  await page.keyboard.press('Escape');
  await expect(ruler).toBeHidden();
  await marker.press('Delete');
  await expect(marker).toBeHidden();
});
