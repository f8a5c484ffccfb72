import type { Page } from '@playwright/test';
import type Electron from 'electron';
import { connect, type App } from '../support/app';
import { pseudo } from '../support/english';
import { expect, test } from '../support/fixtures';
import { inMain } from '../support/in-main.mjs';
import { layoutFaults } from '../support/layout-checks';
import { liveWithin } from '../support/live-within';
import { closeScene, overlays, pages, scenesIn, tourSteps, type Scene } from '../support/scenes';
import { shownTexts, unbracketedTexts } from '../support/shown-texts';
import { isLongRun } from '../support/test-length';

interface SizeOfScenes {
  width: number;
  height: number;
  zoom: number;
  scenes: readonly Scene[];
}

const smallest = { width: 900, height: 640, zoom: 1 };
const usual = { width: 1440, height: 900, zoom: 1 };
const largest = { width: 2560, height: 1440, zoom: 1 };
const zoomed = { width: 1440, height: 900, zoom: 2 };
type Size = typeof usual;

/** The scenes at all sizes in the long run, otherwise at some: what is longer elsewhere is enough at the others. */
const scenesAt = (some: readonly Size[], scenes: readonly Scene[]): SizeOfScenes[] =>
  (isLongRun ? [smallest, usual, largest, zoomed] : some).map((size) => ({ ...size, scenes }));

async function resize({ electron, page }: App, size: Size): Promise<void> {
  const setSize = ({ BrowserWindow }: typeof Electron, { width, height, zoom }: Size) => {
    const [window] = BrowserWindow.getAllWindows();
    window!.setContentSize(width, height);
    window!.webContents.setZoomFactor(zoom);
  };
  await inMain(electron, setSize, size);
  await page.waitForFunction((width) => window.innerWidth === width, size.width / size.zoom);
}

/** What opens is drawn once before it has its place, so faults count that stay. */
async function settledFaults(page: Page, find: typeof layoutFaults): Promise<string[]> {
  let faults = await find(page);
  for (const until = Date.now() + 10_000; faults.length > 0 && Date.now() < until;) {
    faults = await find(page);
  }
  return faults;
}

/** Expects each scene at each size to have no faults. */
async function expectNoFaults(
  app: App,
  sizesOfScenes: readonly SizeOfScenes[],
  find = layoutFaults,
): Promise<void> {
  const { page } = app;
  // A menu that fades in is not there yet.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const { scenes, ...size } of sizesOfScenes) {
    await resize(app, size);
    for (const { name, open, within } of scenes) {
      await open(page);
      const { width, height, zoom } = size;
      expect
        .soft(await settledFaults(page, find), `${name}, ${width} × ${height} at ${zoom * 100} %`)
        .toEqual([]);
      if (within !== undefined) await closeScene(page);
    }
  }
}

test('nothing is covered, cut off, outside the window or wider than it, at any size and at 200 %', async ({
  start,
  serve,
}) => {
  // Every control of every page is looked at.
  test.setTimeout(600_000);
  const service = await serve({ devices: 60 });
  const app = await start();
  const { page } = app;
  await connect(page, service);
  await expect(page.getByRole('status').first()).toHaveText(/^Live/, liveWithin);
  await resize(app, smallest);
  const tables: Record<string, string> = {
    Groups: 'Modified',
    Users: 'Valid until',
    Limits: 'At the current rate',
    Expiry: 'Actions',
  };
  for (const { name, open } of pages.filter((scene) => scene.name in tables)) {
    await open(page);
    const table = page.getByRole('table', { name });
    const last = table.getByRole('columnheader', { name: tables[name]!, exact: true });
    await expect(last).toBeInViewport({ ratio: 1 });
    expect(await table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
  }

  // In English at a size that longer texts are not looked at below.
  await expectNoFaults(app, scenesAt([usual], [...pages, ...overlays]));
});

test('the tour of the demo covers nothing, and its chips of states are words in two rows at most, at any usual size', async ({
  start,
}) => {
  test.setTimeout(600_000);
  const app = await start({ switches: ['--demo'] });
  const { page } = app;
  await expect(page.getByText('400 of 400', { exact: true })).toBeVisible();
  const chips = page.getByRole('group', { name: 'State', exact: true });
  for (const width of [2560, 1440, 900]) {
    await resize(app, { width, height: 900, zoom: 1 });
    expect(await chips.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
    await expect.poll(() => chips.evaluate((box) => box.clientHeight)).toBeLessThan(60);
    for (const word of ['SOS', 'Silent', 'No position']) {
      await expect(chips.getByRole('button', { name: word })).toBeInViewport({ ratio: 1 });
    }
  }
  await resize(app, smallest);
  await expect.poll(() => chips.evaluate((box) => box.clientHeight)).toBeLessThan(30);
  // What has no room is in a menu, and in sight once it is chosen.
  const stopped = chips.getByRole('button', { name: /^Stopped/ });
  await expect(stopped).toBeHidden();
  await chips.getByRole('button', { name: 'More states' }).click();
  await page.getByRole('menuitemcheckbox', { name: /^Stopped/ }).click();
  await expect(stopped).toHaveAttribute('aria-pressed', 'true');
  await stopped.click();

  await expectNoFaults(app, scenesAt([smallest, zoomed], tourSteps));
});

for (const [tag, some] of [
  ['en-XA', [smallest, zoomed]],
  ['ar-XB', [smallest]],
] as const) {
  test(`in the pseudo-language ${tag} every text is a message, and none is covered or cut off`, async ({
    start,
    serve,
  }) => {
    test.setTimeout(600_000);
    const service = await serve({ devices: 20 });
    const t = await pseudo(tag);
    const app = await start({ switches: [`--lang=${tag}`] });
    const { page } = app;
    await expect(page.locator('html')).toHaveAttribute('lang', tag);
    const unbracketed = await unbracketedTexts(service, tag);
    const find = async () => [
      ...(await layoutFaults(page)),
      ...unbracketed(await shownTexts(page)).map((text) => `not a message: ${text}`),
    ];
    const { pages, overlays } = scenesIn(t);
    await connect(page, service, t);
    await expect(page.getByRole('navigation').first()).toBeVisible();
    await expectNoFaults(app, scenesAt(some, [...pages, ...overlays]), find);
  });
}
