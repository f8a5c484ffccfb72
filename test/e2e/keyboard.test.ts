import { connect } from '../support/app';
import { expect, test } from '../support/fixtures';
import { keyboardFaults } from '../support/keyboard-checks';
import { closeScene, overlays, pages } from '../support/scenes';

test('every control of every page is reached by the keyboard, with a focus that is seen', async ({
  start,
  serve,
}) => {
  const service = await serve({ devices: 8 });
  const { page } = await start();
  await connect(page, service);
  await expect(page.getByText('8 of 8')).toBeVisible();
  const faults: Record<string, string[]> = {};
  for (const scene of pages) {
    await scene.open(page);
    const found = await keyboardFaults(page);
    if (found.length > 0) faults[scene.name] = found;
  }
  expect(faults).toEqual({});

  // The first Escape closes the list of a field.
  const escape = async () => {
    if (await page.getByRole('listbox').isVisible()) await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
  };
  // What a button opens takes the focus, and gives it back to the button on Escape.
  for (const { name, within, opener, open } of overlays) {
    await open(page);
    if (opener) {
      const { button, role } = opener;
      const opened = page.getByRole(role).last();
      await escape();
      await expect(opened, name).toBeHidden();
      const opens = page.getByRole('button', { name: button }).first();
      await expect(opens, name).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(opened, name).toBeVisible();
      await expect
        .poll(() => opened.evaluate((element) => element.contains(document.activeElement)), name)
        .toBe(true);
      await escape();
      await expect(opens, name).toBeFocused();
    } else if (within !== undefined) await closeScene(page);
  }
});
