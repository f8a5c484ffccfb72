import type { Page } from '@playwright/test';

type Layout = 'Map' | 'Split' | 'Table';

/** Shows the map alone, the list beside it, or the table with its columns. */
export async function chooseLayout(page: Page, name: Layout): Promise<void> {
  await page
    .getByRole('radiogroup', { name: 'Layout' })
    .filter({ visible: true })
    .getByTitle(name, { exact: true })
    .click();
}

/** Sorts the list beside the map. */
export async function sortBy(page: Page, column: string): Promise<void> {
  await page.getByRole('button', { name: /^Sort: / }).click();
  await page.getByRole('menuitemradio', { name: column, exact: true }).click();
}

/** Shows a column of the table that is hidden at first. */
export async function showColumn(page: Page, name: string): Promise<void> {
  await chooseLayout(page, 'Table');
  await page.getByRole('button', { name: 'View', exact: true }).click();
  await page.getByRole('menuitemcheckbox', { name, exact: true }).click();
  await page.keyboard.press('Escape');
}
