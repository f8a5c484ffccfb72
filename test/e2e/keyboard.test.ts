import type { Locator } from '@playwright/test';
import { connect } from '../support/app';
import { expect, test } from '../support/fixtures';
import { keyboardFaults } from '../support/keyboard-checks';
import { closeScene, overlays, pages } from '../support/scenes';

test('every control of every page is reached by the keyboard, with a focus that is seen', async ({
  start,
  serve,
}) => {
  // Every control of every page, dialog and menu.
  test.setTimeout(300_000);
  const service = await serve({ devices: 8 });
  const { page } = await start();
  await connect(page, service);
  await expect(page.getByText('8 of 8', { exact: true })).toBeVisible();
  const faults: Record<string, string[]> = {};
  for (const scene of pages) {
    await scene.open(page);
    const found = await keyboardFaults(page);
    if (found.length > 0) faults[scene.name] = found;
  }
  expect(faults).toEqual({});

  // What a button opens takes the focus, and gives it back to the button on Escape.
  for (const { name, within, opener, open } of overlays) {
    await open(page);
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
        const found = await keyboardFaults(page, '[role=dialog]');
        if (found.length > 0) faults[name] = found;
      }
      await escapeFrom(opened, name);
      await expect(opens, name).toBeFocused();
    } else if (within !== undefined) await closeScene(page);
  }
  expect(faults).toEqual({});
});

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
