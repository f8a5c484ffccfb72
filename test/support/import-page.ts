import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { connect, type App } from './app';
import type { startServiceProcess } from './service';

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

interface ImportFixtures {
  app: App;
  serve: typeof startServiceProcess;
  profile: string;
}

/** The app, connected to a service with three devices, with the import page open; `choose` chooses a file there. */
export async function startImport({ app, serve, profile }: ImportFixtures, what?: 'Groups') {
  const service = await serve({ devices: 3 });
  const { page } = app;
  await connect(page, service);
  await openImport(page, what);
  const choose = async (name: string, content: Uint8Array | string) => {
    const file = path.join(profile, name);
    writeFileSync(file, content);
    await pickFile(app, file);
    await page.getByRole('button', { name: /Choose (a|another) file/ }).click();
  };
  return { page, service, choose, preview: page.getByRole('region', { name: 'Preview' }) };
}
