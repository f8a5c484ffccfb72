import type { Page } from '@playwright/test';
import { connect } from '../support/app';
import { t } from '../support/english';
import { expect, test } from '../support/fixtures';
import { liveWithin } from '../support/live-within';

const demo = { switches: ['--demo'] };
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
  await expect(page.getByRole('option', { name: 'Show the tour' })).toBeVisible();
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

test('the tour of the demo needs no mouse, stays ended once skipped, and goes on with what the person opens', async ({
  start,
}) => {
  // Two starts of the demo, and every step by keys.
  test.slow();
  const first = await start(demo);
  const { page } = first;
  await isAt(page, 'Map', 1);
  // It takes no focus, and an account can be connected at any time.
  await expect(page.locator('body')).toBeFocused();
  await expect(page.getByRole('button', { name: 'Connect your account' })).toBeVisible();
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
  await first.close();

  const { page: again } = await start(demo);
  await isOpen(again);
  await expect(tour(again)).toHaveCount(0);
  await searchTour(again);
  await again.keyboard.press('Enter');
  await isAt(again, 'Map', 1);
  await goTo(again, 'History');
  await isAt(again, 'Map', 1);
  await tour(again).getByRole('link', { name: 'Open Fleet' }).click();
  await again.getByRole('table', { name: 'Devices' }).getByRole('row').nth(2).click();
  await isAt(again, 'Details', 2);
  await goTo(again, 'History');
  await isAt(again, 'History', 3);
  await goTo(again, 'Limits');
  await isAt(again, 'Limits', 4);
  await goTo(again, 'Fleet');
  await isAt(again, 'Offline', 5);
  await expect(button(again, 'Skip the tour')).toHaveCount(0);
  await button(again, 'Finish').click();
  await expect(tour(again)).toHaveCount(0);
});

test('a person with an account sees the tour in no account, and in the demo on request', async ({
  app,
  serve,
}) => {
  const service = await serve({ devices: 3 });
  const { page } = app;
  await connect(page, service);
  await expect(page.getByRole('status')).toHaveText(/^Live/, liveWithin);
  await expect(tour(page)).toHaveCount(0);
  const search = page.getByRole('combobox', { name: 'Find anything' });
  await search.fill('show the tour');
  await expect(page.getByText('No match')).toBeVisible();
  await search.press('Escape');

  await page.getByRole('button', { name: /^Account: / }).click();
  await page.getByRole('menuitem', { name: 'Disconnect', exact: true }).click();
  await page.getByRole('button', { name: t('session.demo.use') }).click();
  await isOpen(page);
  await expect(tour(page)).toHaveCount(0);
  await goTo(page, 'Users');
  await searchTour(page);
  await page.keyboard.press('Enter');
  await isAt(page, 'Map', 1);
  await expect(page.getByRole('table', { name: 'Devices' })).toBeVisible();
});
