import { readFileSync } from 'node:fs';
import path from 'node:path';
import { connect, newProfile, type App } from '../support/app';
import { expect, test } from '../support/fixtures';
import { liveWithin } from '../support/live-within';

/** Answers the dialogs of the system with one file. */
const answerDialogs = ({ electron }: App, file: string) =>
  electron.evaluate(({ dialog }, chosen) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: chosen });
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
  }, file);

test('settings, views and notes are taken along in a file, and taken over after a look at what changes', async ({
  start,
  serve,
  profile,
}) => {
  const service = await serve({ devices: 3 });
  const file = path.join(profile, 'mine.json');
  const first = await start();
  await connect(first.page, service);
  await expect(first.page.getByRole('status')).toHaveText(/^Live/, liveWithin);
  await first.page.evaluate(async () => {
    await window.waypost.settings.change({ theme: 'dark' });
    await window.waypost.notes.put({ deviceId: 'a-device', text: 'Key is with Ana' });
  });
  await answerDialogs(first, file);
  await first.page.getByRole('link', { name: 'Settings' }).click();
  await first.page.getByRole('button', { name: 'Save to a file…' }).click();
  await expect(first.page.getByText('Saved as mine.json')).toBeVisible();
  expect(readFileSync(file, 'utf8')).not.toContain(service.apiKey);
  await first.close();

  const other = newProfile();
  const { page, ...second } = await start({ switches: [`--user-data-dir=${other.folder}`] });
  await connect(page, service);
  await expect(page.getByRole('status')).toHaveText(/^Live/, liveWithin);
  await answerDialogs({ page, ...second }, file);
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Take over from a file…' }).click();
  const preview = page.getByRole('dialog', { name: 'Take over from mine.json' });
  await expect(preview.getByRole('row', { name: /^Notes/ })).toHaveText('Notes100');
  await expect(preview.getByRole('checkbox', { name: 'Snoozes' })).toBeDisabled();
  await preview.getByRole('button', { name: 'Take over' }).click();
  await expect(preview).toBeHidden();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  const notes = await page.evaluate(() => window.waypost.notes.all());
  expect(notes).toMatchObject({ ok: true, value: [{ text: 'Key is with Ana' }] });
  await second.close();
  other.remove();
});
