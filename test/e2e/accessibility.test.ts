import type { Page } from '@playwright/test';
import { connect } from '../support/app';
import { expect, test } from '../support/fixtures';
import { liveWithin } from '../support/live-within';
import { accessibilityFaults, showIn, smallTexts } from '../support/page-checks';
import { closeScene, overlays, pages, type Scene } from '../support/scenes';

/** What is wrong with each scene in light and dark. */
async function faultsOf(page: Page, scenes: readonly Scene[]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const scheme of ['light', 'dark'] as const) {
    // Once for all scenes: the map is drawn anew.
    await showIn(page, scheme);
    for (const { name, within, open } of scenes) {
      await open(page);
      const small = await smallTexts(page);
      if (small.length > 0) found[`${name}, text`] = small;
      // Only colours differ in the dark.
      const rules = scheme === 'dark' ? { rules: ['color-contrast'] } : {};
      const faults = await accessibilityFaults(page, { within, ...rules });
      if (faults.length > 0) found[`${name}, ${scheme}`] = faults;
      if (within !== undefined) await closeScene(page);
    }
  }
  return found;
}

test('axe-core finds nothing on any page, dialog and menu in light and dark, and no text is below 12 px', async ({
  start,
  serve,
}) => {
  // Slow on a busy machine: axe-core reads every element.
  test.setTimeout(300_000);
  const service = await serve({ devices: 60 });
  const { page } = await start();
  await connect(page, service);
  await expect(page.getByRole('status').first()).toHaveText(/^Live/, liveWithin);
  expect(await faultsOf(page, [...pages, ...overlays])).toEqual({});
});
