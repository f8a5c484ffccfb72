import type { Locator, Page } from '@playwright/test';
import { languages } from '../../shared/i18n/languages';
import { connect } from '../support/app';
import { expect, test } from '../support/fixtures';
import { keyboardFaults } from '../support/keyboard-checks';
import { resize, settledFaults, sizes, smallest, usual } from '../support/layout-checks';
import { liveWithin } from '../support/live-within';
import { closeScene, overlays, pages } from '../support/scenes';
import { englishIn, shownTexts } from '../support/shown-texts';
import { amount, isLongRun } from '../support/test-length';

// That every text is a message is shown in the pseudo-languages; one change shows that it follows the language.
const others = languages
  .map(({ tag }) => tag)
  .filter((tag) => tag !== 'en')
  .slice(0, amount({ sample: 1, long: languages.length }));

/** The last column of each table, which has room in the smallest window. */
const lastColumns: Record<string, string> = {
  Groups: 'Modified',
  Users: 'Valid until',
  Limits: 'At the current rate',
  Expiry: 'Actions',
};

test('every page and what opens on it is laid out, reached by keyboard, and in the language that is chosen', async ({
  app,
  serve,
}) => {
  // Every control of every page is looked at.
  test.setTimeout(600_000);
  const service = await serve({ devices: 20 });
  const { page } = app;
  await connect(page, service);
  await expect(page.getByRole('status').first()).toHaveText(/^Live/, liveWithin);
  // A menu that fades in is not there yet.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await resize(app, smallest);
  for (const { name, open } of pages.filter((scene) => scene.name in lastColumns)) {
    await open(page);
    const table = page.getByRole('table', { name });
    const last = table.getByRole('columnheader', { name: lastColumns[name]!, exact: true });
    await expect(last).toBeInViewport({ ratio: 1 });
    expect(await table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
  }

  // Otherwise at a size that longer texts are not looked at.
  const texts = new Map(others.map((tag) => [tag, new Set<string>()]));
  for (const { name, open } of pages) {
    await open(page);
    for (const size of isLongRun ? sizes : [usual]) {
      await resize(app, size);
      expect.soft(await settledFaults(page), `${name}, ${JSON.stringify(size)}`).toEqual([]);
    }
    expect.soft(await keyboardFaults(page), name).toEqual([]);
    await inOtherLanguages(page, (tag, found) => {
      expect.soft(englishIn(found, tag), `${name} in ${tag}`).toEqual([]);
      for (const text of found) texts.get(tag)!.add(text);
    });
  }
  for (const [tag, found] of texts) expect(found.size, tag).toBeGreaterThan(200);

  // What a button opens takes the focus, and gives it back to the button on Escape.
  for (const { name, within, opener, open } of overlays) {
    await open(page);
    expect.soft(await settledFaults(page), name).toEqual([]);
    if (isLongRun) {
      await inOtherLanguages(page, (tag, found) =>
        expect.soft(englishIn(found, tag), `${name} in ${tag}`).toEqual([]),
      );
    }
    if (opener) {
      const { button, role } = opener;
      const opened = page.getByRole(role).last();
      await escapeFrom(opened, name);
      const opens = page.getByRole('button', { name: button }).first();
      await expect(opens, name).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(opened, name).toBeVisible();
      if (role === 'dialog') {
        await expect.poll(() => hasFocus(opened), name).toBe(true);
        expect.soft(await keyboardFaults(page, '[role=dialog]'), name).toEqual([]);
      }
      await escapeFrom(opened, name);
      await expect(opens, name).toBeFocused();
    } else if (within !== undefined) await closeScene(page);
  }
});

/** The texts on screen after a change to each of the other languages; it ends in English. */
async function inOtherLanguages(
  page: Page,
  read: (tag: (typeof others)[number], texts: readonly string[]) => void,
): Promise<void> {
  for (const tag of [...others, 'en'] as const) {
    await page.evaluate((language) => window.waypost.settings.change({ language }), tag);
    await expect(page.locator('html')).toHaveAttribute('lang', tag);
    // What follows the language is drawn with the next picture.
    await page.evaluate(
      () => new Promise((drawn) => void requestAnimationFrame(() => setTimeout(drawn))),
    );
    if (tag !== 'en') read(tag, await shownTexts(page));
  }
}

const hasFocus = (opened: Locator) =>
  opened.evaluate((element) => element.contains(document.activeElement));

/**
 * Waits until what has opened has the focus, and presses Escape until it is closed: an Escape may close the list of a
 * field in it first, which opens a moment after the field has the focus.
 */
async function escapeFrom(opened: Locator, name: string): Promise<void> {
  await expect.poll(() => hasFocus(opened), name).toBe(true);
  await expect(async () => {
    await opened.page().keyboard.press('Escape');
    await expect(opened, name).toBeHidden({ timeout: 1000 });
  }).toPass({ timeout: 10_000 });
}
