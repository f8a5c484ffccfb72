import type { Page } from '@playwright/test';

/** Shows a column of the fleet's table that is hidden at first. */
export async function showColumn(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'View', exact: true }).click();
  await page.getByRole('menuitemcheckbox', { name, exact: true }).click();
  await page.keyboard.press('Escape');
}
