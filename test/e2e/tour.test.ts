import type { Page } from '@playwright/test';
import { connect } from '../support/app';
import { t } from '../support/english';
import { expect, test } from '../support/fixtures';
import { liveWithin } from '../support/live-within';
import { accessibilityFaults, showIn, smallTexts } from '../support/page-checks';

const tour = (page: Page) => page.getByRole('region', { name: 'Tour' });
const button = (page: Page, name: string) => tour(page).getByRole('button', { name, exact: true });

const isAt = (page: Page, title: string, number: number) =>
  expect(tour(page)).toContainText(new RegExp(`^${title} .*Step ${number} of 5`));

/** Opens a page by its link. */
const goTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();

/** The demo with its fleet on screen: what shows the tour is known by then. */
const isOpen = (page: Page) => expect(page.getByText('400 of 400', { exact: true })).toBeVisible();

async function searchTour(page: Page): Promise<void> {
  await page.keyboard.press('Control+K');
  await page.keyboard.type('show the tour');
}

/** Moves the focus forwards until it is on this button of the tour. */
async function tabTo(page: Page, name: string): Promise<void> {
  const isFocused = () =>
    page.evaluate(
      (text) =>
        document.activeElement?.closest('[aria-label=Tour]') !== null &&
        document.activeElement?.textContent === text,
      name,
    );
  for (let presses = 0; presses < 60 && !(await isFocused()); presses += 1) {
    await page.keyboard.press('Tab');
  }
  await expect(button(page, name)).toBeFocused();
}

/** What axe-core finds in the step on screen in light and dark. */
async function faultsOf(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const scheme of ['light', 'dark'] as const) {
    await showIn(page, scheme);
    found.push(...(await smallTexts(page)));
    found.push(...(await accessibilityFaults(page, { within: '[aria-label=Tour]' })));
  }
  return found;
}

test('the demo needs no account; its tour needs no mouse, stays ended once skipped, and is not for an account', async ({
  app,
  serve,
}) => {
  // Every step by keys, while 400 vehicles are drawn without a graphics card.
  test.slow();
  const { page, electron, errors } = app;
  await page.getByRole('button', { name: t('session.demo.use') }).click();
  await isOpen(page);
  await expect(page.locator('canvas.maplibregl-canvas')).toBeVisible();
  await isAt(page, 'Map', 1);
  // It takes no focus, and an account can be connected at any time.
  await expect(page.locator('body')).toBeFocused();
  const own = page.getByRole('button', { name: t('session.own') });
  await expect(own).toBeVisible();
  await tabTo(page, 'Next');
  await page.keyboard.press('Enter');
  await isAt(page, 'Details', 2);
  await page.keyboard.press('Shift+Tab');
  await expect(button(page, 'Back')).toBeFocused();
  await page.keyboard.press('Enter');
  await isAt(page, 'Map', 1);
  // Where Back was is no button now.
  await expect(button(page, 'Next')).toBeFocused();
  for (const [title, number] of [
    ['Details', 2],
    ['History', 3],
  ] as const) {
    await page.keyboard.press('Enter');
    await isAt(page, title, number);
  }
  const link = tour(page).getByRole('link', { name: 'Open History' });
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(link).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'History' })).toBeVisible();
  await expect(link).toHaveCount(0);
  await tabTo(page, 'Skip the tour');
  await page.keyboard.press('Enter');
  await expect(tour(page)).toHaveCount(0);
  await expect(page.getByRole('main')).toBeFocused();

  await page.reload();
  await goTo(page, 'Fleet');
  await isOpen(page);
  await expect(tour(page)).toHaveCount(0);
  await goTo(page, 'Users');
  await searchTour(page);
  await expect(page.getByRole('option', { name: 'Show the tour' })).toBeVisible();
  await page.keyboard.press('Enter');
  await isAt(page, 'Map', 1);
  // The strip without and with a way back; the other steps look the same.
  expect(await faultsOf(page)).toEqual([]);
  await goTo(page, 'History');
  await isAt(page, 'Map', 1);
  await tour(page).getByRole('link', { name: 'Open Fleet' }).click();
  await page.getByRole('table', { name: 'Devices' }).getByRole('row').nth(2).click();
  await isAt(page, 'Details', 2);
  expect(await faultsOf(page)).toEqual([]);
  await goTo(page, 'History');
  await isAt(page, 'History', 3);
  await goTo(page, 'Limits');
  await isAt(page, 'Limits', 4);
  await goTo(page, 'Fleet');
  await isAt(page, 'Offline', 5);
  await expect(button(page, 'Skip the tour')).toHaveCount(0);
  await button(page, 'Finish').click();
  await expect(tour(page)).toHaveCount(0);
  await expect(page.getByRole('status')).toHaveText(/^Live/, liveWithin);
  expect(errors).toEqual([]);
  expect(await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(
    1,
  );

  await own.click();
  await connect(page, await serve({ devices: 3 }));
  await expect(page.getByText('3 of 3', { exact: true })).toBeVisible();
  await expect(tour(page)).toHaveCount(0);
  await searchTour(page);
  await expect(page.getByText('No match')).toBeVisible();
});
