import { connect, type App } from '../support/app';
import { pseudo } from '../support/english';
import { expect, test } from '../support/fixtures';
import {
  layoutFaults,
  resize,
  settledFaults,
  sizes,
  smallest,
  zoomed,
  type Size,
} from '../support/layout-checks';
import { closeScene, scenesIn, tourSteps, type Scene } from '../support/scenes';
import { shownTexts, unbracketedTexts } from '../support/shown-texts';
import { isLongRun } from '../support/test-length';

interface SizeOfScenes extends Size {
  scenes: readonly Scene[];
}

/** The scenes at all sizes in the long run, otherwise at some: what is longer elsewhere is enough at the others. */
const scenesAt = (some: readonly Size[], scenes: readonly Scene[]): SizeOfScenes[] =>
  (isLongRun ? sizes : some).map((size) => ({ ...size, scenes }));

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

  await expectNoFaults(app, scenesAt([zoomed], tourSteps));
});

for (const [tag, some] of [
  ['en-XA', [zoomed]],
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
    const menu = await app.electron.evaluate(({ Menu }) => Menu.getApplicationMenu()!.items);
    expect(menu[0]!.label).toMatch(/^⟦/);
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
