import { readFileSync } from 'node:fs';
import path from 'node:path';
import { allowCalls, connect } from '../support/app';
import { expect, test } from '../support/fixtures';
import { saveAs } from '../support/history-page';

test('the nearest devices, a note and the report of a day are found from a device', async ({
  start,
  serve,
  profile,
}) => {
  const service = await serve({ devices: 0 });
  const fleet = { North: 45.8, Depot: 45.76, East: 45.765 };
  for (const [index, [name, latitude]] of Object.entries(fleet).entries()) {
    const id = `d-${index}`;
    await service.control('addDevice', { id, name });
    const longitude = name === 'East' ? 4.9 : 4.84;
    await service.control('setFix', id, { latitude, longitude, speed: 0, course: 0 });
  }
  const app = await start();
  const { page } = app;
  await connect(page, service);
  await allowCalls(page);
  const table = page.getByRole('table', { name: 'Devices' });
  const details = page.getByRole('region', { name: 'Device details' });
  const more = (name: string) => async () => {
    await details.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name }).click();
  };

  await table.getByRole('row', { name: 'Depot' }).click();
  await more('Nearest devices')();
  const nearest = page.getByRole('region', { name: 'Nearest devices' });
  await expect(nearest.getByRole('listitem')).toHaveText([
    /^North.*4\.4 km north/,
    /^East.*4\.7 km east/,
  ]);
  await expect(nearest).toContainText('Straight-line distance');
  await nearest.getByRole('button', { name: /^East/ }).click();
  await expect(details.getByRole('heading', { name: 'East' })).toBeVisible();
  await details.getByRole('button', { name: 'Nearest devices' }).click();
  await nearest.getByRole('button', { name: 'Close nearest devices' }).click();

  await details.getByRole('button', { name: 'Add a note…' }).click();
  const text = details.getByRole('textbox', { name: 'Note on East' });
  await text.fill('Left door is stuck');
  await expect(page.getByRole('button', { name: /^1 unsaved change/ })).toBeVisible();
  await details.getByRole('button', { name: 'Save note' }).click();
  await expect(details.getByRole('region', { name: 'Note' })).toContainText(
    'On this computer only',
  );
  await expect(page.getByRole('button', { name: /unsaved change/ })).toBeHidden();
  await page.getByRole('searchbox', { name: 'Search devices' }).fill('stuck door');
  await expect(table.getByRole('row', { name: 'East' })).toContainText('Note: Left door is stuck');

  await more('Daily report…')();
  const dialog = page.getByRole('dialog', { name: 'Daily report' });
  // The alerts of yesterday may be loaded already: from some hours after midnight, the background does that.
  await expect(dialog.getByRole('region', { name: 'Alerts' })).toContainText(
    / 0 cached|[Dd]ownloaded/,
  );
  const tracks = dialog.getByRole('region', { name: 'Tracks' });
  await tracks.getByRole('button', { name: /^Load \(\d+ calls?\)/ }).click();
  await expect(tracks).toContainText(/downloaded/i);
  const file = path.join(profile, 'report.pdf');
  await saveAs(app, file);
  await dialog.getByRole('button', { name: 'Save as PDF' }).click();
  await expect(dialog).toContainText('Saved as report.pdf');
  expect(readFileSync(file).subarray(0, 5).toString()).toBe('%PDF-');
});
