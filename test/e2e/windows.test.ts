import type { Page } from '@playwright/test';
import { connect, startAgain, type App } from '../support/app';
import { t } from '../support/english';
import { expect, test } from '../support/fixtures';
import { liveWithin } from '../support/live-within';

// Several windows of one account.

async function furtherWindow(app: App, open: () => Promise<unknown>): Promise<Page> {
  const opened = app.electron.waitForEvent('window');
  await open();
  return opened;
}

const numberOfWindows = (app: App) =>
  app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);

interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

const placesOf = ({ electron }: App) =>
  electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()
      .toSorted((a, b) => a.id - b.id)
      .map((window): Area => window.getBounds()),
  );

const moveTo = ({ electron }: App, index: number, area: Area) =>
  electron.evaluate(
    ({ BrowserWindow }, { index, area }) =>
      BrowserWindow.getAllWindows()
        .toSorted((a, b) => a.id - b.id)
        [index]!.setBounds(area),
    { index, area },
  );

const displayOf = ({ electron }: App) =>
  electron.evaluate(({ screen }) => screen.getPrimaryDisplay().bounds);

/** Says that a display is disconnected, which the virtual one of the test never had; where the windows were before. */
async function disconnect(app: App, bounds: Area): Promise<Area[]> {
  const before = await placesOf(app);
  await app.electron.evaluate(({ screen }, gone) => {
    const { id, ...primary } = screen.getPrimaryDisplay();
    const display = { ...primary, id: id + 1, bounds: gone, workArea: gone };
    screen.emit('display-removed', {}, display);
  }, bounds);
  return before;
}

/** Opens a window by a command of the search. */
const openBySearch = (app: App, command: string) =>
  furtherWindow(app, async () => {
    await app.page.keyboard.press('Control+k');
    await app.page.keyboard.type(command);
    await app.page.getByRole('option', { name: command }).click();
  });

test('a map and a page in windows of their own have the same positions and drafts, and are open again after a restart, each where it was', async ({
  start,
  serve,
}) => {
  test.slow();
  const service = await serve({ devices: 5 });
  const app = await start();
  const { page } = app;
  await connect(page, service);
  await expect(page.getByRole('status')).toHaveText(/^Live/, liveWithin);
  const map = await openBySearch(app, 'Open map in a new window');
  await expect(map).toHaveTitle('Map – Waypost');
  await expect(map.getByRole('status')).toHaveText(/^Live/);
  await expect(map.getByRole('navigation', { name: 'Pages' })).toHaveCount(0);
  await expect(map.getByRole('banner')).toBeHidden();
  await expect(map.locator('.maplibregl-canvas')).toBeVisible();
  // The layout of the main window stays.
  await expect(page.getByText('5 of 5', { exact: true })).toBeVisible();
  await map.close();
  await expect.poll(() => numberOfWindows(app)).toBe(1);
  await expect(page.getByRole('status')).toHaveText(/^Live/);

  await page.getByRole('link', { name: 'Groups' }).click();
  const other = await openBySearch(app, 'Open this page in a new window');
  await expect(other).toHaveTitle('Groups – Waypost');
  await page.getByRole('button', { name: 'New group' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Early shift');
  const draft = other.getByRole('button', { name: /unsaved/ });
  await expect(draft).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(draft).toBeHidden();
  await expect(other.getByRole('row', { name: 'Early shift', exact: true })).toBeVisible();

  for (const each of [page, other]) {
    await each
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: t('places.title') })
      .click();
  }
  await page
    .getByRole('button', { name: t('places.new') })
    .first()
    .click();
  const editor = page.getByRole('dialog', { name: t('places.new') });
  await editor.getByRole('textbox', { name: 'Name' }).fill('Depot South');
  await editor.getByRole('button', { name: t('places.save') }).click();
  await expect(other.getByRole('row', { name: 'Depot South' })).toBeVisible();
  const rulesIn = async (window: Page) => {
    await window.getByRole('button', { name: t('place-rules.button') }).click();
    return window.getByRole('dialog', { name: t('place-rules.title') });
  };
  const rules = await rulesIn(page);
  await rules.getByRole('button', { name: t('place-rules.add') }).click();
  await rules.getByRole('button', { name: t('place-rules.save') }).click();
  await expect(rules.getByRole('switch')).toBeChecked();
  await expect((await rulesIn(other)).getByRole('switch')).toBeChecked();

  await furtherWindow(app, () =>
    page.evaluate(() => window.waypost.app.openWindow({ shows: 'map', device: null })),
  );
  const areas = [
    { x: 10, y: 20, width: 900, height: 700 },
    { x: 300, y: 100, width: 800, height: 600 },
    { x: 500, y: 200, width: 850, height: 650 },
  ];
  for (const [index, area] of areas.entries()) await moveTo(app, index, area);
  await expect.poll(() => placesOf(app)).toEqual(areas);
  expect(app.errors).toEqual([]);
  await app.close();

  // The map that the user closed stays closed.
  const again = await start();
  await expect.poll(() => numberOfWindows(again), liveWithin).toBe(3);
  expect(await placesOf(again)).toEqual(areas);
  const titles = () => Promise.all(again.electron.windows().map((window) => window.title()));
  await expect
    .poll(async () => (await titles()).toSorted())
    .toEqual(['Map – Waypost', `${t('places.title')} – Waypost`, 'Waypost']);
  // One of them is on a display that is disconnected: it comes to the one that is left, whole.
  const { width: leftWidth } = await displayOf(again);
  await moveTo(again, 1, { x: leftWidth + 100, y: 50, width: 800, height: 600 });
  const before = await disconnect(again, { x: leftWidth, y: 0, width: 1920, height: 1080 });
  const [main, moved, last] = await placesOf(again);
  expect([main, last]).toEqual([areas[0], areas[2]]);
  expect(before[1]!.x).toBeGreaterThan(leftWidth);
  expect(moved!.x + moved!.width).toBeLessThanOrEqual(leftWidth);
  expect(moved).toMatchObject({ width: 800, height: 600 });
});

/** Stores a view for each name and returns their ids. */
const saveViews = (page: Page, views: Record<string, string>) =>
  page.evaluate(async (given) => {
    const ids: string[] = [];
    for (const [name, search] of Object.entries(given)) {
      const id = crypto.randomUUID();
      ids.push(id);
      await window.waypost.savedViews.save({
        id,
        name,
        search,
        filters: {},
        sort: { column: 'name', descending: false },
        columns: { shown: [], widths: {} },
      });
    }
    return ids;
  }, views);

/** Chooses a command of the application's menu by its text. */
const chooseInMenu = ({ electron }: App, label: string) =>
  electron.evaluate(({ Menu }, wanted) => {
    const menus = Menu.getApplicationMenu()?.items ?? [];
    const item = menus
      .flatMap(({ submenu }) => submenu?.items ?? [])
      .find((each) => each.label === wanted);
    if (!item) throw new Error(`the menu has no ${wanted}`);
    item.click();
  }, label);

/** As from a keyboard: what Playwright presses comes to the page alone. */
const pressOnWall = ({ electron }: App, keyCode: string) =>
  electron.evaluate(({ BrowserWindow }, pressed) => {
    const shown = BrowserWindow.getAllWindows().find(({ webContents }) =>
      webContents.getURL().includes('shows=wall'),
    );
    shown?.webContents.sendInputEvent({ type: 'keyDown', keyCode: pressed });
  }, keyCode);

/** The wall screen that was asked for a view by this name or id, or for those of the settings. */
async function wallWith({ electron }: App, view: string | null): Promise<Page> {
  const asked = view === null ? 'shows=wall#' : `view=${view}`;
  const find = () => electron.windows().find((each) => each.url().includes(asked));
  await expect.poll(() => find() !== undefined, liveWithin).toBe(true);
  return find()!;
}

test('a wall screen goes through views, keeps the display on, and Escape leaves it', async ({
  start,
  serve,
  profile,
}) => {
  test.slow();
  const service = await serve({ devices: 4 });
  const app = await start();
  const { page, electron } = app;
  await connect(page, service);
  await expect(page.getByRole('status')).toHaveText(/^Live/, liveWithin);
  const [north, nothing] = await saveViews(page, { North: '', Nothing: 'no such device' });
  await page.evaluate(
    (wallViews) => window.waypost.settings.change({ wallViews }),
    [
      { view: north!, shows: 'map' as const, seconds: 5 },
      { view: nothing!, shows: 'board' as const, seconds: 5 },
    ],
  );
  const wall = await furtherWindow(app, () => chooseInMenu(app, t('wall.open')));
  const heading = wall.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('North');
  await expect(wall.getByText('4 of 4', { exact: true })).toBeVisible();
  await expect(wall.getByRole('status')).toHaveText(/^Live/);
  await expect(wall.locator('.maplibregl-canvas')).toBeVisible();
  await expect(wall.getByRole('button')).toHaveCount(0);
  await expect(heading).toHaveText('Nothing');
  await expect(wall.getByText('No device matches this view')).toBeVisible();
  await expect(wall.locator('.maplibregl-canvas')).toBeHidden();
  expect(await electron.evaluate(({ powerSaveBlocker }) => powerSaveBlocker.isStarted(0))).toBe(
    true,
  );
  // The page that the user works on has its own filter.
  await expect(page.getByText('4 of 4', { exact: true })).toBeVisible();

  const display = await displayOf(app);
  // Without a window manager, Chromium leaves out one pixel.
  const { width, height, ...corner } = (await placesOf(app)).at(-1)!;
  expect(corner).toEqual({ x: display.x, y: display.y });
  expect(Math.max(display.width - width, display.height - height)).toBeLessThanOrEqual(1);
  await pressOnWall(app, 'Escape');
  await expect.poll(() => numberOfWindows(app)).toBe(1);
  expect(await electron.evaluate(({ powerSaveBlocker }) => powerSaveBlocker.isStarted(0))).toBe(
    false,
  );

  // By name, from another start; one of them is misspelt, and says so.
  const files = ['--wall=Nroth', '--wall=nothing'];
  expect(await startAgain(app, profile, { files })).toBe(0);
  const named = await wallWith(app, 'Nroth');
  await expect(named.getByRole('heading', { level: 1 })).toHaveText('Nothing');
  await expect(named.getByRole('alert')).toHaveText(
    /This account has no saved view “Nroth”.*Shown instead: Nothing/,
  );
  // The next one is in the place of the first one.
  expect(await startAgain(app, profile, { files: ['--wall=North'] })).toBe(0);
  const shown = await wallWith(app, 'North');
  await expect(shown.getByRole('heading', { level: 1 })).toHaveText('North');
  await expect.poll(() => numberOfWindows(app)).toBe(2);
  await pressOnWall(app, 'F11');
  await expect.poll(() => numberOfWindows(app)).toBe(1);

  // From the view that is on screen, and after each start if the settings say so.
  await page.getByRole('button', { name: /^Saved views/ }).click();
  await page.getByRole('menuitemradio', { name: 'Nothing' }).click();
  await page.getByRole('button', { name: 'Saved views: Nothing', exact: true }).click();
  await page.getByRole('menuitem', { name: t('wall.view', { view: 'Nothing' }) }).click();
  const ofView = await wallWith(app, nothing!);
  await expect(ofView.getByRole('heading', { level: 1 })).toHaveText('Nothing');
  await pressOnWall(app, 'Escape');
  await expect.poll(() => numberOfWindows(app)).toBe(1);
  await page.evaluate(() => window.waypost.settings.change({ wallAtStart: true }));
  await app.close();

  const again = await start();
  await expect.poll(() => numberOfWindows(again), liveWithin).toBe(2);
  const atStart = await wallWith(again, null);
  await expect(atStart.getByRole('heading', { level: 1 })).toHaveText(/^(North|Nothing)$/);
  await service.stop();
  await expect(atStart.getByRole('alert')).toHaveText(/Offline since/, liveWithin);
});
