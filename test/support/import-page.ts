import type { Page } from '@playwright/test';
import type { App } from './app';

/** Makes the next file dialogs return this file. */
export async function pickFile(app: App, file: string): Promise<void> {
  await app.electron.evaluate(({ dialog }, chosen) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: chosen });
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
  }, file);
}

/** Opens the import page, for one kind of record if it is not users. */
export async function openImport(page: Page, what?: 'Groups'): Promise<void> {
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await navigation.getByRole('link', { name: 'Import', exact: true }).click();
  if (what) await page.getByLabel('What to import').getByText(what, { exact: true }).click();
}
