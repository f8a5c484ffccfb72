import { readFileSync } from 'node:fs';
import path from 'node:path';
import { connect, type App } from '../support/app';
import { expect, test } from '../support/fixtures';
import { liveWithin } from '../support/live-within';

/** Answers the dialogs of the system with one file. */
const answerDialogs = ({ electron }: App, file: string) =>
  electron.evaluate(({ dialog }, chosen) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: chosen });
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
  }, file);

test('settings, views and notes are taken along in a file, and taken over after a look at what changes', async ({
  app,
  serve,
  profile,
}) => {
  const service = await serve({ devices: 3 });
  const file = path.join(profile, 'mine.json');
  const { page } = app;
  await connect(page, service);
  await expect(page.getByRole('status')).toHaveText(/^Live/, liveWithin);
  const have = (theme: 'dark' | 'light', text: string) =>
    page.evaluate(
      async (given) => {
        await window.waypost.settings.change({ theme: given.theme });
        await window.waypost.notes.put({ deviceId: 'a-device', text: given.text });
      },
      { theme, text },
    );
  await have('dark', 'Key is with Ana');
  await answerDialogs(app, file);
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Save to a file…' }).click();
  await expect(page.getByText('Saved as mine.json')).toBeVisible();
  expect(readFileSync(file, 'utf8')).not.toContain(service.apiKey);

  // As if on another computer, without the note.
  await have('light', '');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
  await page.getByRole('button', { name: 'Take over from a file…' }).click();
  const preview = page.getByRole('dialog', { name: 'Take over from mine.json' });
  await expect(preview.getByRole('row', { name: /^Notes/ })).toHaveText('Notes100');
  await expect(preview.getByRole('checkbox', { name: 'Snoozes' })).toBeDisabled();
  await preview.getByRole('button', { name: 'Take over' }).click();
  await expect(preview).toBeHidden();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  const notes = await page.evaluate(() => window.waypost.notes.all());
  expect(notes).toMatchObject({ ok: true, value: [{ text: 'Key is with Ana' }] });
});
