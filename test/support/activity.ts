import type { Page } from '@playwright/test';

/** Opens a tab of Activity. */
export async function openActivity(page: Page, tab: 'Jobs' | 'Journal'): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Activity' })
    .click();
  await page
    .getByRole('navigation', { name: 'Activity' })
    .getByRole('link', { name: tab, exact: true })
    .click();
}
